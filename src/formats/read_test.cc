// SPDX-License-Identifier: GPL-2.0-or-later
// Bad input: none of it may crash, take the memory of the machine, or give a number that is not in
// the text.
#include "formats/read.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "formats/dump.h"

namespace lodestone {
namespace {

const std::string row =
    "Pipe Throughput                               12440.0   46482107.6  37365.0\n";
const std::string heading =
    "System Benchmarks Index Values               BASELINE       RESULT    INDEX\n";

std::string scratch(const std::string& bytes) {
  char name[] = "/tmp/lodestone-read-XXXXXX";
  const int fd = mkstemp(name);
  EXPECT_EQ(write(fd, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  close(fd);
  return name;
}

ErrorCode error_of(const std::string& text) {
  auto reading = read_results_text(text);
  EXPECT_FALSE(reading);
  return reading ? ErrorCode::failed : reading.error().code;
}

bool has_finding(const Reading& reading, const std::string& code) {
  for (const Finding& finding : reading.findings)
    if (finding.code.starts_with(code)) return true;
  return false;
}

TEST(Read, EmptyBinaryAndProseAreUnreadable) {
  EXPECT_EQ(error_of(""), ErrorCode::unreadable);
  EXPECT_EQ(error_of("\n\n \n"), ErrorCode::unreadable);
  EXPECT_EQ(error_of("Pipe Throughput is 3% better than Process Creation, which fell by 5.\n"),
            ErrorCode::unreadable);
  EXPECT_EQ(error_of(std::string("\x7f"
                                 "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0",
                                 24)),
            ErrorCode::unreadable);
  EXPECT_EQ(read_results("/nonexistent/file").error().code, ErrorCode::not_found);
  EXPECT_EQ(read_results(LODESTONE_SOURCE_DIR "/tests/fixtures/hackbench").error().code,
            ErrorCode::unreadable);
  EXPECT_EQ(read_results_text("x", {"no-such-format"}).error().code, ErrorCode::usage);
}

TEST(Read, AForcedFormatIsTheOnlyOne) {
  EXPECT_TRUE(read_results_text(heading + row, {"unixbench"}));
  EXPECT_FALSE(read_results_text(heading + row, {"lkp"}));
}

TEST(Read, NulsAndInvalidUtf8DoNoHarm) {
  std::string text = heading + row;
  text.insert(text.find("12440") - 3, std::string(1, '\0'));
  text += "\xff\xfe\xc3\x28 not UTF-8\n";
  auto reading = read_results_text(text);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
}

TEST(Read, Utf16IsRead) {
  std::string text = "\xff\xfe";
  for (char c : heading + row) {
    text += c;
    text += '\0';
  }
  auto reading = read_results_text(text);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).index, 37365.0);
}

TEST(Read, QuotedPrintableIsRead) {
  auto reading = read_results_text(
      "Content-Transfer-Encoding: quoted-printable\n\n   700141f349f2b05  "
      "e04ddfd12aa03471eff7daf3b=20=20\n"
      "----------------  --------------------------=20=20\n    985306 =C2=B1  5%     -20.6%     "
      "782124        vm-scal=\nability.median\n");
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->tables.size(), 2u);
  EXPECT_EQ(reading->tables[0].rows.at(0).metric.title, "vm-scalability.median");
  EXPECT_EQ(reading->tables[0].rows.at(0).spread_percent, 5);
  EXPECT_EQ(reading->tables[1].rows.at(0).value, 782124);
}

TEST(Read, Base64IsRead) {
  // `heading` and `row` in lines of 76 characters.
  auto reading = read_results_text(
      "Subject: numbers\nContent-Transfer-Encoding: base64\nMime-Version: 1.0\n\n"
      "U3lzdGVtIEJlbmNobWFya3MgSW5kZXggVmFsdWVzICAgICAgICAgICAgICAgQkFTRUxJTkUgICAg\n"
      "ICAgUkVTVUxUICAgIElOREVYClBpcGUgVGhyb3VnaHB1dCAgICAgICAgICAgICAgICAgICAgICAg\n"
      "ICAgICAgICAxMjQ0MC4wICAgNDY0ODIxMDcuNiAgMzczNjUuMAo=\n");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
}

TEST(Read, APartialQuotationRepeats) {
  const std::string columns =
      "3d7ee969bffcc98  cfda7bb9ecbf9d96264bb5bad\n---------------  -------------------------\n";
  const std::string first =
      "     5497021 ~ 0%     +14.7%    6303424 ~ 0%  TOTAL a.per_thread_ops\n";
  const std::string second = "        0.54 ~ 0%      +5.6%       0.57 ~ 0%  TOTAL a.scalability\n";
  auto reading = read_results_text(columns + first + second + "\nX wrote:\n> " +
                                   columns.substr(0, columns.find('\n') + 1) + "> " +
                                   columns.substr(columns.find('\n') + 1) + "> " + first);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->pairs.size(), 1u);
  ASSERT_EQ(reading->tables.size(), 4u);
  EXPECT_EQ(reading->tables[2].repeat_of, 0u);
  EXPECT_EQ(reading->tables[3].repeat_of, 1u);
}

TEST(Read, AWrongIndexAndAWrongScoreAreRemarkedOn) {
  auto reading = read_results_text(
      heading +
      "Pipe Throughput 12440.0 46482107.6 37465.0\nSystem Benchmarks Index Score 7923.3\n");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).index, 37465.0);  // as printed
  EXPECT_TRUE(has_finding(*reading, "F215"));
  EXPECT_TRUE(has_finding(*reading, "F216"));
}

TEST(Read, ZeroAndNegativeValues) {
  auto reading = read_results_text(
      heading + "Pipe Throughput 12440.0 0.0 0.0\nProcess Creation 126.0 -5.0 -0.4\n");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 0);
  EXPECT_TRUE(has_finding(*reading, "F206"));
}

TEST(Read, OverlappingTablesAreTwo) {
  const std::string other =
      "Pipe Throughput                               12440.0   46482107.7  37365.0\n";
  auto reading = read_results_text(heading + row + other);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.size(), 2u);
}

TEST(Read, ACutNumberIsNoValue) {
  auto reading = read_results_text(
      heading + row + "Process Creation                                126.0      8544");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.size(), 1u);
  EXPECT_TRUE(has_finding(*reading, "F205"));
}

TEST(Read, MissingColumnsAreLeftOut) {
  auto reading = read_results_text(
      "| test | before | after |\n|---|---|---|\n| Pipe Throughput | 10.0 |\n| Process Creation | "
      "5.0 | 6.0 |\n");
  ASSERT_TRUE(reading);
  ASSERT_EQ(reading->tables.size(), 2u);
  EXPECT_EQ(reading->tables[0].rows.size(), 2u);
  EXPECT_EQ(reading->tables[1].rows.size(), 1u);
}

TEST(Read, ALineOfHundredMegabytesIsCut) {
  std::string text(100 << 20, 'x');
  text += '\n' + heading + row;
  auto reading = read_results_text(text);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
  EXPECT_TRUE(has_finding(*reading, "F203"));
}

TEST(Read, AGzipBombPassesThrough) {
  // 200 MB of one letter after one table.
  char name[] = "/tmp/lodestone-gzip-XXXXXX";
  const int fd = mkstemp(name);
  gzFile packed = gzdopen(fd, "wb9");
  const std::string table = heading + row;
  gzwrite(packed, table.data(), static_cast<unsigned>(table.size()));
  const std::string letters(1 << 20, 'y');
  for (int i = 0; i < 200; ++i)
    gzwrite(packed, letters.data(), static_cast<unsigned>(letters.size()));
  gzclose(packed);
  auto reading = read_results(name);
  unlink(name);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
}

TEST(Read, ACutGzipGivesWhatIsThere) {
  const std::string path = scratch("");
  gzFile packed = gzopen(path.c_str(), "wb");
  std::string text = heading;
  for (int i = 0; i < 20000; ++i) text += "prose " + std::to_string(i * 7919) + "\n";
  text.insert(heading.size(), row);
  gzwrite(packed, text.data(), static_cast<unsigned>(text.size()));
  gzclose(packed);
  ASSERT_EQ(truncate(path.c_str(), 20000), 0);
  auto reading = read_results(path);
  unlink(path.c_str());
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
}

TEST(Read, NestingBombsAreRefused) {
  EXPECT_EQ(error_of(std::string(2000000, '[')), ErrorCode::unreadable);
  EXPECT_EQ(error_of(std::string(2000000, '{')), ErrorCode::unreadable);
}

TEST(Read, DecimalCommasOfAWholeTable) {
  auto reading = read_results_text(
      "System Benchmarks Index Values               BASELINE       RESULT    INDEX\nPipe "
      "Throughput   12440,0  46482107,6  37365,0\n");
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->tables.at(0).rows.at(0).value, 46482107.6);
}

// Two columns and their change are no iterations, value and unit.
TEST(Read, RowsOfBenchcmpAreNoResultsOfGo) {
  EXPECT_FALSE(
      read_results_text("benchmark           old ns/op     new ns/op     delta\n"
                        "BenchmarkPipe-8     1000          1100          +10.00%\n"));
}

}  // namespace
}  // namespace lodestone
