// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/line.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

std::string plain(std::string_view text) {
  std::string buffer;
  return std::string(make_plain(text, buffer));
}

TEST(Line, what_a_log_puts_before_a_line) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"2026-11-30T18:31:07.1234567Z  50.0th: 6", " 50.0th: 6"},
      {"2026-11-30T18:31:07+01:00 x", "x"},
      {"10:25:00 DEBUG| [stderr]        50.0th: 6", "       50.0th: 6"},
      {"2016-09-14 08:56:06,063 process L0421 DEBUG| [stdout] make", "make"},
      {"2026-11-30T18:31:07", "2026-11-30T18:31:07"},
      {"2026-11-30T18:31:07 1.5", "2026-11-30T18:31:07 1.5"},
      {"see | [stdout] above, please", "see | [stdout] above, please"},
      {"1.000141995      2,744,007,155      cycles", "1.000141995      2,744,007,155      cycles"}};
  for (auto [text, expected] : cases) {
    strip_log_prefix(text);
    EXPECT_EQ(text, expected);
  }
}

TEST(Line, QuotationMarksAreCounted) {
  const auto stripped = [](std::string_view text, int depth) {
    const int got = strip_quotes(text);
    EXPECT_EQ(got, depth);
    return std::string(text);
  };
  EXPECT_EQ(stripped("> > > text", 3), "text");
  EXPECT_EQ(stripped(">>   12 ~ 0%", 2), "  12 ~ 0%");
  EXPECT_EQ(stripped("text > more", 0), "text > more");
  EXPECT_EQ(stripped(">>>> score: 1", 0), ">>>> score: 1");
  EXPECT_EQ(stripped("> >>>> score: 1", 1), ">>>> score: 1");
}

TEST(Line, OddCharactersBecomePlain) {
  EXPECT_EQ(plain("1\u00a0234\u202f567"), "1 234 567");
  EXPECT_EQ(plain("ＣＰＵ：１２"), "CPU:12");
  EXPECT_EQ(plain("\u22123.5"), "-3.5");
  EXPECT_EQ(plain("3 \xb1 1%"), "3 ± 1%");          // Latin-1
  EXPECT_EQ(plain("3 \u00c2\u00b1 1%"), "3 ± 1%");  // encoded twice
  EXPECT_EQ(plain("a &gt; b &plusmn; c &#177; d"), "a > b ± c ± d");
  EXPECT_EQ(plain("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(plain(std::string_view("a\0b", 3)), "a b");
  EXPECT_EQ(plain("│ 1 │ ─"), "| 1 | -");
  EXPECT_EQ(plain("AT&T; plain"), "AT&T; plain");
}

TEST(Line, AsciiIsNotCopied) {
  std::string buffer;
  const std::string_view text = "plain ASCII text, long enough for words";
  EXPECT_EQ(make_plain(text, buffer).data(), text.data());
}

TEST(Line, MarkupAndQuotedPrintable) {
  EXPECT_EQ(strip_markup("**Pipe\\_x** `y`"), "Pipe_x y");
  EXPECT_EQ(decode_quoted_printable("3 =C2=B1 1% =3D"), "3 ± 1% =");
  EXPECT_EQ(decode_quoted_printable("a=zz"), "a=zz");
  EXPECT_EQ(decode_base64("aGVsbG8="), "hello");
  EXPECT_EQ(decode_base64("aGVsbG8h"), "hello!");
  EXPECT_FALSE(decode_base64("hello"));
  EXPECT_FALSE(decode_base64("a=b="));
}

}  // namespace
}  // namespace lodestone
