// SPDX-License-Identifier: GPL-2.0-or-later
// Two blocks of one format under headings are two sides, never one side with twice the samples.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "formats/dump.h"
#include "formats/read.h"

namespace lodestone {
namespace {

std::string fixture(const std::string& name) {
  std::ifstream in(LODESTONE_SOURCE_DIR "/tests/fixtures/" + name, std::ios::binary);
  EXPECT_TRUE(in.good()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Headings {
  const char* base;
  const char* changed;
};
constexpr Headings headings[] = {
    {"Before:", "After:"},
    {"# base", "# patched"},
    {"vanilla:", "with the patch:"},
    {"## Before", "## After"},
    {"**Without patch**", "**With patch**"},
    {"Baseline\n--------", "Patched\n-------"},
    {"Results before the change:", "Results after the change:"},
    {"Linux 6.1.0:", "Linux 6.2.0-rc3:"},
    {"Kernel 5.15.0\n=============", "Kernel 6.8.1\n============"},
};

constexpr const char* formats[] = {"sysbench/cpu.txt",
                                   "sysbench/new.txt",
                                   "sysbench/oltp.txt",
                                   "sysbench/threads-1.0.txt",
                                   "gobench/pipe.txt",
                                   "google_benchmark/console.txt",
                                   "stress_ng/new-metrics.txt",
                                   "stress_ng/brief-old.txt",
                                   "netperf/both.txt",
                                   "netperf/udp-stream.txt",
                                   "tap/mm.txt",
                                   "tap/seccomp.txt",
                                   "hackbench/modern.txt",
                                   "cyclictest/plain.txt",
                                   "schbench/new.txt",
                                   "schbench/schbench-old.txt",
                                   "perf_stat/fr-nnbsp.txt",
                                   "perf_stat/modern-6.14-metrics.txt",
                                   "perf_stat_csv/old-3.x.txt",
                                   "perf_stat_json/modern-repeat.json",
                                   "unixbench/v3.txt",
                                   "unixbench/v6-two-copies-full.txt",
                                   "perf_bench/mem-futex-epoll.txt",
                                   "perf_bench/messaging-and-pipe-simple.txt",
                                   "will_it_scale/processes.txt",
                                   "fio_text/randread-2.txt",
                                   "fio_text/randread-3.txt",
                                   "iperf3_text/tcp-text.txt",
                                   "hyperfine/one-command.txt",
                                   "iperf3_text/udp-streams.txt"};

// "max=9121" and rules of "=====" are not quoted-printable: no digit may vanish.
TEST(Headings, RulesAndEqualSignsAreKept) {
  const auto reading = read_results_text(
      "Kernel 5.15.0\n=============\nLatency percentiles (usec)\n\t50.0th: 12\n\tmin=91, "
      "max=9121\nKernel 6.1.0\n============\nLatency percentiles (usec)\n\t50.0th: 13\n"
      "\tmin=91, max=8121\n");
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->tables.size(), 2u);
  EXPECT_EQ(reading->tables[0].rows.back().value, 9121);
  EXPECT_EQ(reading->tables[1].rows.back().value, 8121);
}

TEST(Headings, TwoBlocksAreTwoSides) {
  for (const char* name : formats) {
    const std::string block = fixture(name);
    const auto alone = read_results_text(block);
    ASSERT_TRUE(alone) << name;
    const size_t half = alone->tables.size();
    for (const Headings& heading : headings) {
      for (const char* gap : {"\n", "\n\n"}) {
        const std::string text =
            heading.base + std::string(gap) + block + "\n" + heading.changed + gap + block + "\n";
        const auto reading = read_results_text(text);
        ASSERT_TRUE(reading) << name << '\n' << heading.base;
        EXPECT_EQ(reading->tables.size(), 2 * half) << name << '\n'
                                                    << heading.base << '\n'
                                                    << dump(*reading);
        if (reading->tables.size() != 2 * half) continue;
        size_t paired = 0;
        for (const ReadingPair& pair : reading->pairs)
          paired += pair.base < half && pair.new_ >= half;
        EXPECT_GT(paired, 0u) << name << '\n'
                              << heading.base << "\nlabels: " << reading->tables[0].label << " | "
                              << reading->tables[half].label;
        for (size_t i = 0; i < half; ++i) {
          const ReadingTable &one = reading->tables[i], &other = reading->tables[half + i];
          EXPECT_FALSE(other.repeat_of && *other.repeat_of < half) << name << heading.base;
          ASSERT_EQ(one.rows.size(), alone->tables[i].rows.size()) << name << dump(*reading);
          ASSERT_EQ(other.rows.size(), alone->tables[i].rows.size()) << name << heading.base;
          for (size_t r = 0; r < one.rows.size(); ++r) {
            EXPECT_EQ(one.rows[r].value, alone->tables[i].rows[r].value) << name;
            EXPECT_EQ(other.rows[r].n, alone->tables[i].rows[r].n) << name;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lodestone
