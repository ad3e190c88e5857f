// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/rows_by_title.h"

#include <gtest/gtest.h>

namespace lodestone {
namespace {

TEST(RowsByTitle, FindsTheLastOfATitle) {
  std::vector<ReadingRow> rows(1000);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].metric.title = "row " + std::to_string(i % 500);
    if (i < 700) rows[i].value = static_cast<double>(i);
  }
  const RowsByTitle all(rows), valued(rows, RowsByTitle::Which::with_value);
  EXPECT_EQ(all.find("row 3"), &rows[503]);
  EXPECT_EQ(all.find("row 300"), &rows[800]);
  EXPECT_EQ(valued.find("row 300"), &rows[300]) << "the later one says nothing";
  EXPECT_EQ(valued.find("row 150"), &rows[650]);
  EXPECT_EQ(all.find("another"), nullptr);
  const std::vector<ReadingRow> none;
  EXPECT_EQ(RowsByTitle(none).find("row 3"), nullptr);
}

}  // namespace
}  // namespace lodestone
