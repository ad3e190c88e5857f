// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/sharing_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lodestone::explain {
namespace {

TEST(SharingMap, NamesVariablesOfTheImageMostTransferredFirst) {
  const auto names = read_shared_symbols(R"({"memory":[{"label":"a","workloads":[{"shared_lines":[
      {"name":"jiffies_64+0x0","transfers":3},
      {"name":"kernel stacks+0x40","transfers":900},
      {"name":"slab and page memory+0x10","transfers":800},
      {"name":"per-CPU 0 osq_node+0x10","transfers":20},
      {"name":"per-CPU 1 osq_node+0x10","transfers":25},
      {"name":7,"transfers":1}]}]}]})");
  ASSERT_TRUE(names.has_value());
  EXPECT_THAT(*names, testing::ElementsAre("osq_node", "jiffies_64"));
}

TEST(SharingMap, AnotherDocumentHasNone) {
  const auto none = read_shared_symbols(R"({"schema":"lodestone.comparison/1","memory":{}})");
  ASSERT_TRUE(none.has_value());
  EXPECT_TRUE(none->empty());
  EXPECT_FALSE(read_shared_symbols("{").has_value());
}

}  // namespace
}  // namespace lodestone::explain
