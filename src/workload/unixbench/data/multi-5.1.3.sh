#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
text=sort.src
left=$1
while [ "$left" -gt 0 ]; do
  /bin/sh tst.sh "$text" &
  left=`expr $left - 1`
done
wait
exit 0
