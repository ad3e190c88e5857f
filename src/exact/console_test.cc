// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/console.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace lodestone::exact {
namespace {

std::string framed(const std::string& text) {
  return fmt::format(
      "\r\n@@lodestone {} {:08x} {}\r\n", text.size(),
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())), text);
}

TEST(Console, ReadsAReport) {
  auto report =
      read_guest_report("[    0.1] booting\r\n" + framed("hello 6.1.0 1") +
                        "[    2.0] a message\r\n" + framed("section scale/getppid1 0 0 100 100") +
                        framed("skip scale/brk1 there is no brk") + framed("end 3"));
  ASSERT_TRUE(report) << report.error().what;
  EXPECT_EQ(report->release, "6.1.0");
  ASSERT_EQ(report->sections.size(), 1u);
  EXPECT_EQ(report->sections[0].operations, 100u);
  EXPECT_EQ(report->skipped.at("scale/brk1"), "there is no brk");
}

TEST(Console, SlabsBelongToCaches) {
  auto report = read_guest_report(framed("hello 6.1.0 1") + framed("cache 0 256 filp") +
                                  framed("cache 1 192 dentry") + framed("slabs 1:2f+1 0:a0+2") +
                                  framed("slabs 0:10+1") + framed("end 5"));
  ASSERT_TRUE(report) << report.error().what;
  ASSERT_EQ(report->caches.size(), 2u);
  EXPECT_EQ(report->caches[1].name, "dentry");
  EXPECT_EQ(report->caches[1].object_size, 192u);
  ASSERT_EQ(report->slabs.size(), 3u);
  EXPECT_EQ(report->slabs[0].first_page, 0x10u);
  EXPECT_EQ(report->slabs[1].cache, 1u);
  EXPECT_EQ(report->slabs[2].pages, 2u);
  for (const char* bad : {"slabs 2:10+1", "slabs 0:10", "slabs 0+1", "slabs x:1+1", "slabs 0:1+1x"})
    EXPECT_FALSE(read_guest_report(framed("hello 6.1.0 1") + framed("cache 0 256 filp") +
                                   framed(bad) + framed("end 3")))
        << bad;
}

TEST(Console, AMissingEndIsAFailure) {
  auto report = read_guest_report(framed("hello 6.1.0 1") + "Kernel panic - not syncing\r\n");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::failed);
  EXPECT_NE(report.error().why.find("Kernel panic"), std::string::npos);
}

TEST(Console, ADamagedLineIsAFailure) {
  std::string text = framed("hello 6.1.0 1");
  text[text.find("hello")] = 'j';
  EXPECT_FALSE(read_guest_report(text));
}

TEST(Console, ALostLineIsAFailure) {
  EXPECT_FALSE(read_guest_report(framed("hello 6.1.0 1") + framed("end 2")));
}

TEST(Console, SilenceIsNamed) {
  auto report = read_guest_report("");
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().what.find("never started"), std::string::npos);
  EXPECT_FALSE(guest_started("Booting\n"));
}

}  // namespace
}  // namespace lodestone::exact
