#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Format, layers and sizes, clang-tidy. With --fix the format is mended.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 tools/check_layers.py
mapfile -t files < <(git ls-files 'src/*.cc' 'src/*.h' 'tests/*.cc' 'bench/*.cc' 'examples/*.cc')
if [ "${1:-}" = --fix ]; then clang-format-19 -i "${files[@]}"; else clang-format-19 --dry-run --Werror "${files[@]}"; fi
cmake --preset tidy -DCMAKE_CXX_CLANG_TIDY= >/dev/null
printf '%s\n' "${files[@]}" | grep '^src/.*\.cc$' | xargs -P "$(nproc)" -n 8 clang-tidy-19 --quiet -p build/tidy
