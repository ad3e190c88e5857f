// SPDX-License-Identifier: GPL-2.0-or-later
// One line of a text as the readers see it: quotation marks of mails removed and counted, odd
// characters made plain, terminal colours dropped. Done once here, so that no format has to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lodestone {

struct Line {
  std::string_view text;  // without end of line, quotation marks and trailing blanks; tabs are kept
  int depth = 0;          // levels of quoting
  uint64_t number = 0;    // from 1
  bool cut = false;       // longer than the limit: the rest was left out
  bool indented = false;  // began with a blank or a tab
};

// Takes "> ", ">>" and the like off the front: the number of levels. UnixBench's own ">>>> score"
// marks are not quotations.
int strip_quotes(std::string_view& text);

// Takes off what a log puts before a program's lines: "2026-11-30T18:31:07.123Z " of a build
// service, "10:25:00 DEBUG| [stdout] " of a test runner.
void strip_log_prefix(std::string_view& text);

// Replaces what stands for an ordinary character: no-break and other wide blanks, full-width forms,
// typographic minus and quotes, Latin-1 bytes outside UTF-8, doubly encoded "±", "&gt;" and other
// entities, terminal escapes, NUL. Pure ASCII text is left alone without a copy.
std::string_view make_plain(std::string_view text, std::string& buffer);

// Backslashes that markdown puts before punctuation, ** and ` around a cell.
std::string strip_markup(std::string_view text);

// "=C2=B1" and the like of a quoted-printable text.
std::string decode_quoted_printable(std::string_view text);

// One line of base64; nothing if it is none.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace lodestone
