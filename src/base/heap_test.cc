// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/heap.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace lodestone {
namespace {

// In a child: the heap's settings are the whole process's.
int in_child(void (*function)()) {
  const pid_t child = fork();
  if (child == 0) {
    function();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

void fill() {
  std::vector<std::string> strings;
  for (int i = 0; i < 400000; ++i) strings.push_back(std::string(40, 'x'));
  for (const std::string& text : strings)
    if (text.size() != 40) _exit(1);
}

TEST(Heap, WhatIsExpectedComes) {
  EXPECT_EQ(in_child([] {
              expect_heap(size_t{256} << 20);
              fill();
              expect_heap(size_t{64} << 20);
              fill();
            }),
            0);
}

TEST(Heap, ARefusalChangesNothing) {
  EXPECT_EQ(in_child([] {
              rlimit limit{size_t{512} << 20, size_t{512} << 20};
              setrlimit(RLIMIT_AS, &limit);
              expect_heap(size_t{1} << 40);
              fill();
            }),
            0);
}

TEST(Heap, LittleIsNotWorthIt) {
  EXPECT_EQ(in_child([] {
              const void* before = sbrk(0);
              expect_heap(size_t{1} << 20);
              if (sbrk(0) != before) _exit(1);
            }),
            0);
}

}  // namespace
}  // namespace lodestone
