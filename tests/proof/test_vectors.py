"""The page's reader against the vectors of the protocol (2.1 to 2.15); `tests/browser` does so in browsers."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from second import node, scope

HERE = Path(__file__).parent
VECTORS = (HERE / "vectors.json").read_text(encoding="utf-8")
SECTIONS = {"pae", "tm_kdf", "chain_4096", "sampling", "rejection_rule", "private", "seals", "base64url_strict",
            "hostile_lines_hex", "weak_ed25519_keys", "edge_signatures", "game", "rfc8439"}  # fmt: skip
NEED_RULES = {"protocol", "note", "control_digest"}


def judge(found: Any) -> None:
    assert found["wrong"] == []
    assert set(found["counts"]) == SECTIONS
    assert {*json.loads(VECTORS), "rfc8439"} == SECTIONS | NEED_RULES


def test_every_vector_holds_in_node(tmp_path):
    program = tmp_path / "vectors.cjs"
    told = "found => console.log(JSON.stringify(found))"
    program.write_text(f"{scope('vectors.js')}\nvectors({VECTORS}).then({told});\n")
    done = subprocess.run([node(), "--no-warnings", program], capture_output=True, text=True, check=True, timeout=600)
    judge(json.loads(done.stdout))


def test_the_library_is_the_one_that_was_pinned():
    """@noble/ciphers 2.2.0, `chacha20poly1305` alone, made small by esbuild: the note beside it says how."""
    code = (HERE.parents[1] / "pbem/show/html/script/proof/vendor/chacha.js").read_bytes()
    note = (HERE.parents[1] / "pbem/show/html/script/proof/vendor/README.md").read_text(encoding="utf-8")
    assert sha256(code).hexdigest() in note
