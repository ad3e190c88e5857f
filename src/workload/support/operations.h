// SPDX-License-Identifier: GPL-2.0-or-later
// The operations of lat/ops and lat/ops_parallel by name.
#pragma once

#include <string.h>

#include "workload/support/arithmetic.h"

namespace lodestone {

using Operate = double (*)(uint64_t, lodestone_task*);

template <typename T, typename Op>
Operate with_chains(unsigned chains) {
  return chains == 1   ? operate<T, Op, 1>
         : chains == 2 ? operate<T, Op, 2>
         : chains == 4 ? operate<T, Op, 4>
         : chains == 8 ? operate<T, Op, 8>
                       : nullptr;
}

inline Operate find_operation(const char* name, unsigned chains = 1) {
  struct Entry {
    const char* name;
    Operate (*find)(unsigned);
  };
  static constexpr Entry entries[] = {
      {"int_bit", with_chains<int, Bit>},       {"int_add", with_chains<int, Add>},
      {"int_mul", with_chains<int, Mul>},       {"int_div", with_chains<int, Div>},
      {"int_mod", with_chains<int, Mod>},       {"int64_bit", with_chains<int64_t, Bit>},
      {"int64_add", with_chains<int64_t, Add>}, {"int64_mul", with_chains<int64_t, Mul>},
      {"int64_div", with_chains<int64_t, Div>}, {"int64_mod", with_chains<int64_t, Mod>},
      {"float_add", with_chains<float, Add>},   {"float_mul", with_chains<float, Mul>},
      {"float_div", with_chains<float, Div>},   {"double_add", with_chains<double, Add>},
      {"double_mul", with_chains<double, Mul>}, {"double_div", with_chains<double, Div>}};
  for (const Entry& entry : entries)
    if (strcmp(entry.name, name) == 0) return entry.find(chains);
  return nullptr;
}

}  // namespace lodestone
