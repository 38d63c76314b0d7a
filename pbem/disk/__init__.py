"""The floor that all files of ours stand on (protocol 2.13).

Belongs here: writing whole or not at all, reading with a bound and without waiting, locks between processes, small
files of strict JSON, what work costs the processor. Must not be here: what stands in the files, and packets: what
others read has words of its own.
"""
