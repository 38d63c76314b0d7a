"""The four games of pbem, each a ruleset of its own that uses nothing that a stranger's could not."""
