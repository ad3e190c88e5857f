#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
sort < $1 > sort.$$
od sort.$$ | sort -n -k 1 > od.$$
grep the sort.$$ | tee grep.$$ | wc > wc.$$
rm sort.$$ grep.$$ od.$$ wc.$$
