// SPDX-License-Identifier: GPL-2.0-or-later
#include "environment/check.h"

namespace lodestone {

const char* name_of(CheckState state) {
  switch (state) {
    case CheckState::good:
      return "good";
    case CheckState::note:
      return "note";
    case CheckState::warning:
      return "warning";
    case CheckState::absent:
      return "absent";
    default:
      return "unknown";
  }
}

CheckResult unreadable(std::string_view path) {
  return {CheckState::unknown, std::string(path) + " cannot be read", "", {}};
}

CheckResult missing(const Root& root, std::string_view path, std::string text) {
  const std::string_view top = path.substr(0, path.find('/', 1));
  if (root.list(top).empty()) return unreadable(top);
  if (root.exists(path)) return unreadable(path);
  return {CheckState::absent, std::move(text), "", {}};
}

}  // namespace lodestone
