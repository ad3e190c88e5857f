// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/csv_fields.h"

namespace lodestone {

std::vector<std::string> csv_fields(std::string_view text, char separator) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside) {
      if (c == '"' && i + 1 < text.size() && text[i + 1] == '"')
        fields.back() += text[++i];
      else if (c == '"')
        inside = false;
      else
        fields.back() += c;
    } else if (c == '"' && fields.back().empty()) {
      inside = true;
    } else if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace lodestone
