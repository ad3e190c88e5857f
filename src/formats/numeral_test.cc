// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/numeral.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "base/text.h"

namespace lodestone {
namespace {

TEST(Numeral, ReadsWhatPeoplePrint) {
  EXPECT_EQ(parse_number("1,006,356,120"), 1006356120);
  EXPECT_EQ(parse_number("194."), 194);
  EXPECT_EQ(parse_number("0,8729"), 0.8729);
  EXPECT_EQ(parse_number("1.234.567,89"), 1234567.89);
  EXPECT_EQ(parse_number("1,234,567.89"), 1234567.89);
  EXPECT_EQ(parse_number("1'234'567"), 1234567);
  EXPECT_EQ(parse_number("9.913e+08"), 991300000.0);
  EXPECT_EQ(parse_number("-0.46"), -0.46);
  EXPECT_EQ(parse_number("+3"), 3);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("948326591.2"), 948326591.2);
}

TEST(Numeral, RefusesWhatIsNoNumber) {
  for (const char* text : {"", ".", ",", "-", "1..2", "1,23,456", "12a", "nan", "inf", "0x10", "1e",
                           "1e+", "--3", "1,2345,678", "1e999"})
    EXPECT_FALSE(parse_numeral(text)) << text;
}

TEST(Numeral, ALoneCommaBeforeThreeDigitsIsAmbiguous) {
  EXPECT_TRUE(parse_numeral("1,234")->ambiguous);
  EXPECT_EQ(parse_number("1,234", NumberStyle::comma), 1.234);
  EXPECT_EQ(parse_number("1,234", NumberStyle::point), 1234);
  EXPECT_EQ(parse_number("1.234", NumberStyle::comma), 1234);
  EXPECT_EQ(parse_number("1.234"), 1.234);
  EXPECT_FALSE(parse_numeral("0,123")->ambiguous);
}

TEST(Numeral, IsTheNearestDouble) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const int digits = 1 + static_cast<int>(rng.uniform() * 20), point = i % (digits + 1);
    std::string text;
    for (int k = 0; k < digits; ++k)
      text += static_cast<char>('0' + static_cast<int>(rng.uniform() * 10));
    if (point > 0 && point < digits) text.insert(static_cast<size_t>(point), ".");
    EXPECT_EQ(parse_number(text, NumberStyle::point), parse_double(text)) << text;
  }
}

TEST(Numeral, TheOtherNumbersTellWhatACommaMeans) {
  const std::vector<std::string_view> german{"0,8729", "1,234"}, english{"1,006,356,120", "1,234"},
      unclear{"1,234"};
  EXPECT_EQ(style_of(german), NumberStyle::comma);
  EXPECT_EQ(style_of(english), NumberStyle::point);
  EXPECT_EQ(style_of(unclear), NumberStyle::unknown);
}

TEST(Numeral, PrefixesAndPercent) {
  EXPECT_EQ(parse_prefixed("11.K"), 11000);
  EXPECT_EQ(parse_prefixed("1.5M"), 1500000);
  EXPECT_EQ(prefixed_rounding("102k"), 500);
  EXPECT_EQ(prefixed_rounding("1.5M"), 50000);
  EXPECT_EQ(prefixed_rounding("1.234e+09"), 500000);
  EXPECT_FALSE(prefixed_rounding("102400"));
  EXPECT_EQ(rounding_of_zeros(*parse_numeral("1.0000")), 0.00005);
  EXPECT_EQ(rounding_of_zeros(*parse_numeral("1.10")), 0.005);
  EXPECT_FALSE(rounding_of_zeros(*parse_numeral("1.0001")));
  EXPECT_FALSE(rounding_of_zeros(*parse_numeral("1")));
  EXPECT_EQ(parse_percent("+3,7 %")->value, 3.7);
  EXPECT_FALSE(parse_percent("3.7"));
  EXPECT_TRUE(is_missing("<not counted>"));
  EXPECT_TRUE(is_missing("---"));
  EXPECT_FALSE(is_missing("0"));
}

}  // namespace
}  // namespace lodestone
