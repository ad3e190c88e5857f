// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/line.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

std::string plain(std::string_view text) {
  std::string buffer;
  return std::string(make_plain(text, buffer));
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
