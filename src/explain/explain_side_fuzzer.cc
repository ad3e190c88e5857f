// SPDX-License-Identifier: GPL-2.0-or-later
// A hostile kernel, symbol map or document against itself: loading, comparing and explaining must
// neither crash nor find a difference in code.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "explain/explanation.h"
#include "explain/load_side.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace lodestone::explain;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  auto base = side_from_bytes(bytes, "base"), next = side_from_bytes(bytes, "new");
  if (base && next) {
    auto analysis = analyse(std::move(*base), std::move(*next), {});
    if (analysis) {
      if (!analysis->code.changed.empty()) __builtin_trap();
      const Explanation explanation = explain(*analysis);
      if (lodestone::to_text(to_json(*analysis, explanation)).empty()) __builtin_trap();
    }
  }
  if (auto sides = sides_in_document(bytes)) {
    auto analysis = analyse(std::move(sides->first), std::move(sides->second), {});
    if (analysis) explain(*analysis);
  }
  return 0;
}
