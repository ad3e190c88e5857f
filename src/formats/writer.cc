// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/writer.h"

namespace lodestone {

const Writer* find_writer(std::string_view name) {
  for (const Writer* writer : writers)
    if (name == writer->name) return writer;
  return nullptr;
}

std::vector<std::string> writer_names() {
  std::vector<std::string> names;
  for (const Writer* writer : writers) names.emplace_back(writer->name);
  return names;
}

}  // namespace lodestone
