// SPDX-License-Identifier: GPL-2.0-or-later
#include "lab/queue.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lodestone::lab {
namespace {

class Queues : public testing::TestWithParam<const char*> {};

// Every kind excludes (the runner checks the protected count of each window) and fills its rows.
TEST_P(Queues, Measure) {
  QueueOptions options;
  options.kind = GetParam();
  options.seconds = 0.2;
  options.seed = 1;
  options.critical = 3;
  const auto queue = measure_queue(options);
  if (!queue && queue.error().code == ErrorCode::unsupported) GTEST_SKIP() << queue.error().why;
  ASSERT_TRUE(queue) << describe(queue.error());
  EXPECT_EQ(queue->rows.size(), options.kind == "osq" ? 8u : 4u);
  EXPECT_GT(queue->windows + queue->discarded, 0);
  EXPECT_FALSE(queue_sentence(*queue).empty());
}
INSTANTIATE_TEST_SUITE_P(All, Queues, testing::Values("tas", "ticket", "mcs", "osq", "queued"));

TEST(queue, refuses_unknown_kinds_and_too_many_threads) {
  QueueOptions options;
  options.kind = "spin";
  EXPECT_EQ(measure_queue(options).error().code, ErrorCode::usage);
  options.kind = "mcs";
  options.threads = 65;
  EXPECT_EQ(measure_queue(options).error().code, ErrorCode::usage);
  options.cpus = {0};
  options.threads = 2;
  EXPECT_EQ(measure_queue(options).error().code, ErrorCode::unsupported);
}

// A busy machine: numbers are shown, but nothing is claimed.
TEST(queue, claims_nothing_where_it_cannot) {
  Queue queue;
  queue.options.kind = "osq";
  queue.rows.push_back({});
  queue.rows[0].distance = 32;
  queue.rows[0].against_apart.effect = Effect::slower;
  EXPECT_EQ(queue_sentence(queue).find("undecided"), std::string::npos);
  queue.cannot_claim.push_back("2 other tasks");
  EXPECT_EQ(queue_sentence(queue).substr(0, 9), "undecided");
}

}  // namespace
}  // namespace lodestone::lab
