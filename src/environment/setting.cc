// SPDX-License-Identifier: GPL-2.0-or-later
// Reading and naming single settings.
#include <algorithm>

#include "base/fd.h"
#include "base/text.h"
#include "environment/guard.h"

namespace lodestone {
namespace {

// The sysctl rule: whichever of '.' and '/' comes first is the separator (sysctl(8)).
std::string sysctl_path(std::string_view name) {
  std::string path(name);
  const size_t first = path.find_first_of("./");
  if (first != std::string::npos && path[first] == '.')
    for (char& letter : path) letter = letter == '.' ? '/' : letter == '/' ? '.' : letter;
  return "/proc/sys/" + path;
}

}  // namespace

Result<Setting> parse_setting(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return fail(ErrorCode::usage, "'" + std::string(text) + "' is not a setting", "it has no '='",
                "write PATH=VALUE or SYSCTL=VALUE, for example kernel.numa_balancing=0");
  const std::string_view name = trim(text.substr(0, equals));
  Setting setting{std::string(name), std::string(trim(text.substr(equals + 1)))};
  if (name.empty() || name[0] != '/') setting.path = sysctl_path(name);
  const bool known = setting.path.starts_with("/proc/") || setting.path.starts_with("/sys/");
  if (!known || setting.path.find("/../") != std::string::npos)
    return fail(ErrorCode::usage, "'" + setting.path + "' is not a setting of the kernel", "",
                "settings are files below /proc or /sys");
  return setting;
}

std::string_view setting_value(std::string_view text) {
  const std::string_view value = trim(text);
  const size_t open = value.find('[');
  const size_t close = value.find(']', open == std::string_view::npos ? 0 : open);
  if (open != std::string_view::npos && close != std::string_view::npos &&
      value.find(' ') != std::string_view::npos)
    return value.substr(open + 1, close - open - 1);
  return value;
}

bool same_value(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto number_a = parse_double(a);
  const auto number_b = parse_double(b);
  return number_a && number_b && *number_a == *number_b;
}

Result<std::string> read_setting(const std::string& path) {
  LODESTONE_ASSIGN(const std::string text, read_file(path, 1 << 20));
  return std::string(setting_value(text));
}

}  // namespace lodestone
