#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What ./dev run does after the build: measures this machine twice, shows the second result and the comparison of the two.
set -eu
lodestone=$1
shift
label=first-look-$(date -u +%Y%m%dT%H%M%SZ)
"$lodestone" run index --quick --copies 1 --label "$label-1" "$@"  >/dev/null
"$lodestone" run index --quick --copies 1 --label "$label-2" --format unixbench "$@"
echo
"$lodestone" compare "$label-1" "$label-2"
cat <<EOF

Both runs are of this machine: what differs is noise. What to do next:
  $lodestone run index --label before     measure, change something, measure again as "after", then: lodestone compare before after
  $lodestone ab --env-a A=1 --env-b A=2 unixbench/pipe     two settings in one interleaved run, until the answer is known
  $lodestone --help     all that it can do; $lodestone doctor says what disturbs measuring here
EOF
