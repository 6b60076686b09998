#!/usr/bin/env bash
# Does what a stranger does: clones the last commit into a new folder and runs the two commands of the README there,
# with an empty home and empty caches. Prints how long each took.
#
#   scripts/fresh.sh           on the machine as it is
#   scripts/fresh.sh --loaded  with every core kept busy by something else
set -euo pipefail

repository=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
# as in a home that others may enter: some tests are two users of one machine
chmod 755 "$place"
load=()
cleanup() {
  for pid in "${load[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$place"
}
trap cleanup EXIT

git clone --quiet "$repository" "$place/dissent"
mkdir "$place/home" "$place/tmp"
cd "$place/dissent"

if [ "${1-}" = --loaded ]; then
  for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    (while :; do :; done) &
    load+=($!)
  done
fi

# nothing of the person's own but the way to the network
stranger() {
  env -i \
    HOME="$place/home" TMPDIR="$place/tmp" PATH="$PATH" LANG=C.UTF-8 TERM="${TERM:-dumb}" \
    $(env | grep -iE '^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_config_(registry|cafile|proxy|https_proxy|noproxy))=' || true) \
    bash -c "$1"
}

# the two commands as the README has them, each with the exit code that it should end with
mapfile -t commands < <(grep -oE '^npm ci && [^#]*[^# ]' README.md | head -n 2)
expected=(0 0)
for index in 0 1; do
  command=${commands[$index]}
  printf '\n$ %s\n' "$command"
  start=$SECONDS
  code=0
  stranger "$command" || code=$?
  printf '\nfresh: "%s" ended with %s after %s s\n' "$command" "$code" "$((SECONDS - start))"
  if [ "$code" != "${expected[$index]}" ]; then
    printf 'fresh: it should have ended with %s\n' "${expected[$index]}"
    exit 1
  fi
  if [ -n "$(git status --porcelain)" ]; then
    printf 'fresh: it left files that git does not ignore:\n%s\n' "$(git status --porcelain)"
    exit 1
  fi
done
printf 'fresh: %s in the home, %s in the clone, after both\n' \
  "$(du -sh "$place/home" | cut -f1)" "$(du -sh . | cut -f1)"
