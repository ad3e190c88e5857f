// SPDX-License-Identifier: GPL-2.0-or-later
// Which symbols stand in which 64-byte lines and 128-byte blocks around one symbol, on one side.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "explain/entity.h"

namespace lodestone::explain {

struct PictureItem {
  std::string_view name;
  uint64_t place = 0;  // of the symbol; below the line's start if it began earlier
  uint64_t size = 0;
  bool focus = false;
  bool continued = false;  // it began in an earlier line
};

struct PictureLine {
  uint64_t start = 0;  // a multiple of 64
  std::vector<PictureItem> items;
  size_t left_out = 0;
};

struct LinePicture {
  uint64_t focus_place = 0;
  std::vector<PictureLine> lines;  // whole 128-byte blocks, ascending, at most 10 lines
};

// The blocks that the symbol touches (at most two), and one before and one behind.
LinePicture picture_of(const Entities& side, SectionClass section, uint32_t index);

}  // namespace lodestone::explain
