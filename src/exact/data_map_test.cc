// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/data_map.h"

#include <gtest/gtest.h>

namespace lodestone::exact {
namespace {

constexpr uint64_t direct_map = 0xffff888000000000;

Arm arm() {
  Arm arm;
  arm.symbols = std::make_shared<SymbolMap>(
      std::vector<Symbol>{{0, 0, 'D', "__per_cpu_start", {}},
                          {0x1000, 0, 'd', "runqueues", {}},
                          {0x2000, 0, 'D', "__per_cpu_end", {}},
                          {0xffffffff81000000, 0, 'T', "_text", {}},
                          {0xffffffff82000000, 0, 'D', "jiffies_64", {}},
                          {0xffffffff82001000, 0, 'B', "_end", {}}});
  return arm;
}

DataLine line(uint64_t address, uint64_t readers, uint64_t writers, unsigned granule = 0) {
  DataLine line;
  line.address = address;
  line.reading = line.writing = {-1, -1, -1, -1};
  line.granules = {{granule, 2, 1, readers, writers}};
  return line;
}

MemoryOutcome outcome_of(std::vector<DataLine> lines, GuestReport report) {
  Counts counts;
  Section section;
  section.per_cpu = {{1, 0xffff88801f700000}};
  section.lines = std::move(lines);
  counts.sections.push_back(section);
  report.cpus = 1;
  report.sections = {{"scale/getppid1", 0, 0, 1, 1}};
  auto outcomes = memory_outcomes_of(report, counts, arm());
  EXPECT_EQ(outcomes.size(), 1u);
  return outcomes.at(0);
}

std::vector<std::string> names_of(const MemoryOutcome& outcome) {
  std::vector<std::string> names;
  for (const DataObject& object : outcome.objects) names.push_back(object.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(DataMap, NamesVariablesAndAreas) {
  const MemoryOutcome outcome =
      outcome_of({line(0xffffffff82000000, 1, 1), line(0xffff88801f701040, 2, 2),
                  line(direct_map + 0x5000, 1, 1), line(0xffffc90000000000, 1, 1)},
                 {});
  EXPECT_EQ(names_of(outcome),
            (std::vector<std::string>{"jiffies_64", "per-CPU runqueues", "slab and page memory",
                                      "vmalloc memory"}));
}

TEST(DataMap, NamesTheCachesOfSlabs) {
  GuestReport report;
  report.caches = {{"filp", 256}, {"dentry", 192}};
  report.slabs = {{0x5, 1, 1}, {0x8, 2, 0}};
  // The third object of the second cache's slab begins at 0x180.
  const MemoryOutcome outcome =
      outcome_of({line(direct_map + 0x5180, 1, 2, 2), line(direct_map + 0x9000, 1, 1),
                  line(direct_map + 0xa000, 1, 1), line(direct_map + 0x4fc0, 1, 1)},
                 std::move(report));
  EXPECT_EQ(names_of(outcome),
            (std::vector<std::string>{"page memory", "slab dentry", "slab filp"}));
  ASSERT_EQ(outcome.shared.size(), 1u);
  EXPECT_EQ(outcome.shared[0].name, "slab dentry+0x10");
}

}  // namespace
}  // namespace lodestone::exact
