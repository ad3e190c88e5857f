#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
text=sort.src
factor=${MULTI_SH_WORK_FACTOR:-1}
if [ "$factor" -gt 1 ]; then
  text=sort.$$
  while [ "$factor" -gt 0 ]; do
    cat sort.src
    factor=$((factor - 1))
  done > "$text"
fi
left=$1
while [ "$left" -gt 0 ]; do
  /bin/sh tst.sh "$text" &
  left=$((left - 1))
done
wait
[ "$text" = sort.src ] || rm "$text"
exit 0
