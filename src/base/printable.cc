// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/printable.h"

namespace lodestone {

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == '\n' || byte == '\r' || byte == '\t') {
      out += ' ';
    } else if (byte < 0x20 || byte == 0x7f) {
      out += '?';
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      out += '?';
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool is_printable(std::string_view text) {
  // Byte 0xc2 may begin a control character; whatever else is not one stays as it is.
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || byte == 0xc2) return printable(text) == text;
  }
  return true;
}

}  // namespace lodestone
