#!/usr/bin/env bash
# Holds the debate of a gate. What was asked for comes as variables, and none of it is read as shell.
# The exit code of the gate is an output; a later step fails the build, after the comment was written.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="${RUNNER_TEMP:-$(mktemp -d)}/dissent"
mkdir -p "$out"
rm -f "$out/journal.jsonl" "$out/record.md" "$out/objections.sarif" "$out/comment.md"

subject="${DISSENT_BRIEF:-}"
if [ -n "${DISSENT_REVIEW:-}" ]; then
  if [ -n "$subject${DISSENT_GATE_PROTOCOL:-}" ]; then
    echo "Give review, or brief and protocol." >&2
    exit 2
  fi
  subject="$DISSENT_REVIEW"
  DISSENT_GATE_PROTOCOL=review
fi
args=(--json gate "$subject" --comment "$out/comment.md"
  -o "$out/journal.jsonl" -o "$out/record.md" -o "$out/objections.sarif")
flag() { if [ -n "$2" ]; then args+=("$1" "$2"); fi; }
flag --protocol "${DISSENT_GATE_PROTOCOL:-}"
flag --fail-on "${DISSENT_GATE_FAIL_ON:-}"
flag --quorum "${DISSENT_GATE_QUORUM:-}"
flag --budget "${DISSENT_GATE_BUDGET:-}"
flag --replay "${DISSENT_GATE_REPLAY:-}"
while IFS= read -r line; do flag --context "$line"; done <<< "${DISSENT_GATE_CONTEXT:-}"
while IFS= read -r line; do flag --seat "$line"; done <<< "${DISSENT_GATE_SEATS:-}"
if [ "${DISSENT_GATE_ADVISORY:-false}" = true ]; then args+=(--advisory); fi

code=0
node "$here/../bin/dissent.js" "${args[@]}" > "$out/gate.ndjson" || code=$?
node "$here/outputs.mjs" "$out" "$code" >> "${GITHUB_OUTPUT:-/dev/stdout}"
if [ -f "$out/record.md" ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  # a summary holds a megabyte at most
  head -c 1000000 "$out/record.md" >> "$GITHUB_STEP_SUMMARY"
fi
