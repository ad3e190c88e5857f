// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"

namespace lodestone {
namespace {

bool set(const char* name) {
  const char* value = std::getenv(name);
  return value && *value;
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (set(name)) {
      const std::string value = to_lower(std::getenv(name));
      return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
  return false;
}

}  // namespace

std::string Style::paint(Tone tone, std::string_view text) const {
  if (!colour || tone == Tone::plain || text.empty()) return std::string(text);
  const char* code = tone == Tone::strong  ? "1"
                     : tone == Tone::good  ? "32"
                     : tone == Tone::bad   ? "31"
                     : tone == Tone::faint ? "2"
                                           : "33";
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

Result<Style> style_for_output(std::string_view when) {
  Style style;
  const char* term = std::getenv("TERM");
  const bool terminal = isatty(STDOUT_FILENO) && !(term && std::string_view(term) == "dumb");
  if (when == "always")
    style.colour = true;
  else if (when == "never")
    style.colour = false;
  else if (when == "auto" || when.empty())
    style.colour = set("FORCE_COLOR") || (!set("NO_COLOR") && (set("CLICOLOR_FORCE") || terminal));
  else
    return fail(ErrorCode::usage,
                "--color takes auto, always or never, not '" + std::string(when) + "'");
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    style.width = std::min<size_t>(size.ws_col, 200);
  // Into a file or a pipe goes UTF-8; a terminal in another character set gets ASCII.
  style.unicode = !terminal || locale_is_utf8();
  return style;
}

}  // namespace lodestone
