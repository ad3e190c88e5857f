// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/asked_workload.h"

#include <gtest/gtest.h>

namespace lodestone::explain {
namespace {

Request with_document(std::string text) {
  Request request;
  request.document = {std::move(text), true};
  return request;
}

TEST(AskedWorkload, WhatWasNamedCounts) {
  Request request = with_document("nhm4/will-it-scale/sched_yield");
  request.workload = "unixbench/pipe";
  EXPECT_EQ(asked_workload(request), "unixbench/pipe");
}

TEST(AskedWorkload, DocumentsNameTestCasesAndPrograms) {
  EXPECT_EQ(asked_workload(with_document("  x/nhm4/will-it-scale/sched_yield\n")),
            "scale/sched_yield");
  EXPECT_EQ(asked_workload(with_document("| Performance counter stats for './mmap-perf' |\n")),
            "mmap/mixed");
  EXPECT_EQ(asked_workload(with_document("Performance counter stats for './lat_mmap 4m f':\n")),
            "mmap/touch");
  EXPECT_EQ(asked_workload(with_document("Performance counter stats for 'make':\n")), "");
}

TEST(AskedWorkload, ElseTheNumberThatChangedMost) {
  Request request;
  EXPECT_EQ(asked_workload(request), "");
  request.quantities = {{"unixbench.score", 100, 500},
                        {"unixbench/pipe.rate", 100, 99},
                        {"unixbench/fstime.rate", 100, 80},
                        {"unixbench/spawn.rate", 0, 80}};
  EXPECT_EQ(asked_workload(request), "unixbench/fstime");
  request.quantities.push_back({"unixbench/shell8.rate", 100, 10});
  EXPECT_EQ(asked_workload(request), "unixbench/spawn") << "the guest has no shell";
}

}  // namespace
}  // namespace lodestone::explain
