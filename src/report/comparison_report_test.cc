// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/comparison_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lodestone {
namespace {

using testing::HasSubstr;
using testing::Not;

ComparisonRow row_of(const std::string& id, Family family, Verdict verdict, Basis basis) {
  ComparisonRow row;
  row.metric = {.id = id, .better = Better::higher, .kind = Kind::rate};
  row.workload = "scale/brk1";
  row.family = family;
  row.basis = basis;
  row.base.center = 100;
  row.new_.center = 90;
  row.change_percent = -10;
  row.verdict = verdict;
  row.direction = Verdict::slower;
  return row;
}

Comparison made(Verdict of_the_workload) {
  PairComparison pair;
  for (ComparedSide* side : {&pair.base, &pair.new_}) side->context.set("workload_version", "1");
  pair.rows = {
      row_of("scale/brk1.rate", Family::headline, of_the_workload, Basis::sampled),
      row_of("scale/brk1.page-faults", Family::explanation, Verdict::undecided, Basis::sampled),
      row_of("interrupts.TLB", Family::explanation, Verdict::more, Basis::sampled),
      row_of("meminfo.Slab", Family::explanation, Verdict::undecided, Basis::sampled),
      row_of("meminfo.Shmem", Family::explanation, Verdict::undecided, Basis::single)};
  pair.rows[4].note = "a remark on what is not shown";
  Comparison comparison;
  comparison.pairs = {pair};
  return comparison;
}

TEST(ComparisonReport, what_explains_is_shown_beside_a_change_where_it_moved_too) {
  const std::string text = comparison_text(made(Verdict::slower), {});
  EXPECT_THAT(text, HasSubstr("scale/brk1.page-faults"));
  EXPECT_THAT(text, HasSubstr("interrupts.TLB"));
  EXPECT_THAT(text, Not(HasSubstr("meminfo")));
  EXPECT_THAT(text, Not(HasSubstr("a remark")));
  EXPECT_THAT(text, HasSubstr("2 statistics without a confirmed change of their own"));
}

TEST(ComparisonReport, without_a_change_nothing_is_explained_unless_asked) {
  std::string text = comparison_text(made(Verdict::undecided), {});
  EXPECT_THAT(text, Not(HasSubstr("interrupts")));
  EXPECT_THAT(text, Not(HasSubstr("page-faults")));
  EXPECT_THAT(text, HasSubstr("4 explanation rows"));
  text = comparison_text(made(Verdict::undecided), {}, {.all = true});
  EXPECT_THAT(text, HasSubstr("meminfo.Shmem"));
  EXPECT_THAT(text, HasSubstr("a remark"));
}

TEST(ComparisonReport, a_long_name_stays_whole) {
  Comparison comparison = made(Verdict::slower);
  const std::string name = "slabinfo." + std::string(100, 'x') + ".active_objs";
  comparison.pairs[0].rows[2].metric.id = name;
  EXPECT_THAT(comparison_text(comparison, {}), HasSubstr(name + "\n"));
}

}  // namespace
}  // namespace lodestone
