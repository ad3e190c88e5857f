// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/pack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "store/pack_run.h"
#include "store/test_runs.h"

namespace lodestone {
namespace {

TEST(Pack, integers_and_doubles_come_back) {
  ByteWriter out;
  const int64_t integers[] = {
      0, -1, 63, -64, 64, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
  for (const int64_t value : integers) out.integer(value);
  out.unsigned_integer(std::numeric_limits<uint64_t>::max());
  out.real(0.1);
  out.text("");
  ByteReader in(out.bytes());
  for (const int64_t value : integers) EXPECT_EQ(in.integer(), value);
  EXPECT_EQ(in.unsigned_integer(), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(in.real(), 0.1);
  EXPECT_EQ(in.text(), "");
  EXPECT_TRUE(in.ok() && in.at_end());
  in.real();
  EXPECT_FALSE(in.ok());
}

TEST(Pack, a_pass_comes_back_whole) {
  const Pass pass = test_pass(7, 50);
  const auto back = unpack_pass(pack_pass(pass));
  ASSERT_TRUE(back) << back.error().what;
  EXPECT_EQ(to_line(to_json(*back)), to_line(to_json(pass)));
  EXPECT_EQ(back->copies[1].windows[49].operations, pass.copies[1].windows[49].operations);
}

TEST(Pack, values_that_json_cannot_hold_survive_in_a_pass) {
  Pass pass = test_pass(1);
  pass.values["infinite"] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isinf(unpack_pass(pack_pass(pass))->values["infinite"]));
}

TEST(Pack, results_come_back_whole) {
  const lodestone::Run run = test_run("x", 5);
  const auto back = unpack_results(pack_results(run.workloads));
  ASSERT_TRUE(back) << back.error().what;
  lodestone::Run copy = run;
  copy.workloads = *back;
  EXPECT_EQ(to_line(to_json(copy)), to_line(to_json(run)));
  EXPECT_FALSE((*back)[0].metrics[1].n.has_value());
}

// Results of stores that were written before passes had a length in them.
TEST(Pack, results_of_the_first_form) {
  ByteWriter names;
  names.unsigned_integer(1);
  names.text("scale/brk1");
  names.integer(2);
  names.text("thread");
  names.unsigned_integer(0);  // parameters
  names.unsigned_integer(0);  // metrics
  const auto with_form = [&](uint64_t form) {
    ByteWriter packed;
    packed.unsigned_integer(form);
    packed.text(compress(names.bytes()));
    packed.text("");
    return unpack_results(packed.bytes());
  };
  const auto back = with_form(1);
  ASSERT_TRUE(back) << back.error().what;
  EXPECT_EQ((*back)[0].id, "scale/brk1");
  EXPECT_EQ((*back)[0].pass_seconds, 0);
  EXPECT_FALSE(with_form(2));  // the length is missing
  EXPECT_TRUE(with_form(1));
  EXPECT_FALSE(with_form(4));
}

// Each byte of a blob altered or cut in turn: an error or another value, never a crash (run under
// sanitizers too).
TEST(Pack, damaged_blobs_never_crash) {
  const Pass pass = test_pass(1);
  const std::string packed = pack_pass(pass);
  const std::string results = pack_results(test_run("x", 3).workloads);
  size_t refused = 0;
  for (size_t i = 0; i < packed.size(); ++i) {
    refused += !unpack_pass(std::string_view(packed).substr(0, i));
    std::string altered = packed;
    altered[i] = static_cast<char>(altered[i] ^ 0x55);
    (void)unpack_pass(altered);
  }
  EXPECT_EQ(refused, packed.size());
  refused = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    refused += !unpack_results(std::string_view(results).substr(0, i));
    std::string altered = results;
    altered[i] = static_cast<char>(altered[i] ^ 0xff);
    (void)unpack_results(altered);
  }
  EXPECT_EQ(refused, results.size());
}

TEST(Pack, windows_take_few_bytes) {
  const Pass pass = test_pass(1, 10'000);
  EXPECT_LT(pack_pass(pass).size(), 20'000u * 25);  // 40 in memory, over 60 as JSON
}

}  // namespace
}  // namespace lodestone
