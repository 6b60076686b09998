#!/usr/bin/env bash
# Installs what the command line needs, beside the action itself.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -d node_modules/commander ] || npm ci --omit=dev --no-audit --no-fund
