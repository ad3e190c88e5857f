// SPDX-License-Identifier: GPL-2.0-or-later
// Reading numbers out of an image that may be truncated.
#pragma once

#include <cstring>
#include <string_view>

namespace lodestone {

// The T at `offset`, in this machine's byte order (images of both supported architectures are
// little endian); zero where the bytes end before.
template <typename T>
T load(std::string_view bytes, size_t offset) {
  T value{};
  if (offset <= bytes.size() && sizeof(T) <= bytes.size() - offset)
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

}  // namespace lodestone
