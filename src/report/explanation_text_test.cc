// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/explanation_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "explain/load_side.h"
#include "report/line_map_svg.h"

namespace lodestone {
namespace {

using namespace explain;

// Two maps in which a new variable pushes osq_node over a line; one name needs escaping.
std::pair<Analysis, Explanation> example() {
  const std::string head =
      "0000000000000000 D __per_cpu_start\n0000000000001000 d first<&\"name\">\n";
  const std::string tail =
      "ffffffff81000000 T _stext\nffffffff81000000 T one\nffffffff81000040 T two\n"
      "ffffffff81000080 T _etext\n";
  auto base = side_from_symbol_text(
      head +
          "0000000000001040 d osq_node\n0000000000001080 d qnodes\n0000000000002000 D "
          "__per_cpu_end\n" +
          tail,
      "base.map");
  auto next = side_from_symbol_text(
      head +
          "0000000000001040 d added\n0000000000001080 d osq_node\n00000000000010c0 d qnodes\n"
          "0000000000002000 D __per_cpu_end\n" +
          tail,
      "new.map");
  EXPECT_TRUE(base && next);
  auto analysis = analyse(std::move(*base), std::move(*next), {});
  EXPECT_TRUE(analysis);
  Explanation explanation = explain::explain(*analysis);
  return {std::move(*analysis), std::move(explanation)};
}

TEST(ExplanationText, FirstTheAnswerThenEvidenceAndAPicture) {
  const auto [a, e] = example();
  const std::string text = explanation_text(a, e);
  EXPECT_THAT(text,
              testing::StartsWith("only layout: the new per-CPU variable added moved osq_node "
                                  "from 64 to 0 mod 128"));
  EXPECT_THAT(text, testing::HasSubstr("cause: data-layout (moderate evidence)"));
  EXPECT_THAT(text, testing::HasSubstr("  0x1080 | [osq_node]"));
  EXPECT_THAT(text, testing::HasSubstr("lodestone lab replay"));
  for (const std::string_view line : split(text, '\n'))
    EXPECT_LE(display_width(line), 100u) << line;
}

TEST(ExplanationText, MarkdownHoldsTheSameAnswer) {
  const auto [a, e] = example();
  EXPECT_THAT(explanation_markdown(a, e), testing::StartsWith("**" + e.answer + "**"));
}

TEST(LineMapSvg, DrawsBothSidesAndEscapesNames) {
  const auto [a, e] = example();
  const std::string svg = line_map_svg(a);
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  EXPECT_THAT(svg, testing::HasSubstr("first&lt;&amp;&quot;name&quot;&gt; at 0x1000"));
  EXPECT_THAT(svg, testing::Not(testing::HasSubstr("<&")));
  EXPECT_THAT(svg, testing::HasSubstr("after: osq_node at 0x1080"));
}

}  // namespace
}  // namespace lodestone
