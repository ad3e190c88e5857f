// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/line_picture.h"

#include <algorithm>

namespace lodestone::explain {

LinePicture picture_of(const Entities& side, SectionClass section, uint32_t index) {
  constexpr size_t items_a_line = 4;
  const std::vector<Entity>& entities = side.in(section);
  const Entity& self = entities[index];
  LinePicture picture;
  picture.focus_place = self.place();
  const uint64_t size = std::clamp<uint64_t>(self.size, 1, 128);
  const uint64_t first = self.place() / 128 * 128;
  const uint64_t last = (self.place() + size - 1) / 128 * 128 + 128;  // the block behind it
  for (uint64_t start = first >= 128 ? first - 128 : 0; start < last + 128; start += 64) {
    PictureLine line;
    line.start = start;
    // The last symbol at or below the line's start may reach into it.
    auto at = std::upper_bound(entities.begin(), entities.end(), start,
                               [](uint64_t value, const Entity& e) { return value < e.place(); });
    if (at != entities.begin() &&
        (std::prev(at)->place() == start || std::prev(at)->place() + std::prev(at)->size > start))
      --at;
    for (; at != entities.end() && at->place() < start + 64; ++at) {
      if (line.items.size() >= items_a_line && &*at != &self) {
        ++line.left_out;
        continue;
      }
      line.items.push_back({at->name, at->place(), at->size, &*at == &self, at->place() < start});
    }
    picture.lines.push_back(std::move(line));
  }
  return picture;
}

}  // namespace lodestone::explain
