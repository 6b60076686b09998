#!/usr/bin/env bash
# Records the decision that a comment makes, by whoever wrote it. The comment is a file, never a part of a command.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
out="${RUNNER_TEMP:-$(mktemp -d)}/dissent"
mkdir -p "$out"
say() { echo "changed=$1" >> "${GITHUB_OUTPUT:-/dev/stdout}"; }

case "$DISSENT_ASSOCIATION" in
  OWNER | MEMBER | COLLABORATOR) ;;
  *) echo "$DISSENT_AUTHOR may not decide here: only members of the project may." >&2; say false; exit 0 ;;
esac
case "$DISSENT_NUMBER" in *[!0-9]* | "") echo "No number of a pull request." >&2; exit 2 ;; esac
printf '%s\n' "$DISSENT_BODY" > "$out/body.txt"
if ! grep -qE '^[[:space:]]*/dissent[[:space:]]+decide[[:space:]]' "$out/body.txt"; then say false; exit 0; fi

name="dissent-$DISSENT_NUMBER"
run="$(gh api "repos/$DISSENT_REPOSITORY/actions/artifacts?name=$name&per_page=1" --jq '.artifacts[0].workflow_run.id // empty')"
if [ -z "$run" ]; then
  echo "There is no debate of this pull request to decide." >&2
  exit 2
fi
rm -rf "$out/journal"
gh run download "$run" -R "$DISSENT_REPOSITORY" -n "$name" -D "$out/journal"
node "$here/../bin/dissent.js" decide "$out/journal/journal.jsonl" --comment "$out/body.txt" \
  --by "$DISSENT_AUTHOR" -o "$out/journal/journal.jsonl"
node "$here/../bin/dissent.js" report "$out/journal/journal.jsonl" -f comment > "$out/comment.md"
say true
echo "comment=$out/comment.md" >> "${GITHUB_OUTPUT:-/dev/stdout}"
echo "journal=$out/journal/journal.jsonl" >> "${GITHUB_OUTPUT:-/dev/stdout}"
