#!/usr/bin/env bash
# Keeps one comment up to date: found by the mark in its first line, and only if a bot wrote it.
set -euo pipefail
[ -n "$DISSENT_COMMENT" ] || exit 0
case "$DISSENT_NUMBER" in *[!0-9]* | "") echo "No number of a pull request." >&2; exit 2 ;; esac
MARK="$(head -n 1 "$DISSENT_COMMENT")"
export MARK
comments="repos/$DISSENT_REPOSITORY/issues/$DISSENT_NUMBER/comments"
found="$(gh api --paginate "$comments" \
  --jq '.[] | select(.user.type == "Bot" and (.body | startswith(env.MARK))) | .id' | head -n 1)"
if [ -n "$found" ]; then
  gh api -X PATCH "repos/$DISSENT_REPOSITORY/issues/comments/$found" -F "body=@$DISSENT_COMMENT" --silent
else
  gh api -X POST "$comments" -F "body=@$DISSENT_COMMENT" --silent
fi
