// SPDX-License-Identifier: GPL-2.0-or-later
// Every tests/fixtures/FORMAT/NAME.txt (or .json, .xml, .csv ...) that has a NAME.golden beside it
// must read as that says. LODESTONE_UPDATE_GOLDEN=1 writes the golden results anew; look at the
// difference before committing it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "formats/dump.h"
#include "formats/read.h"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> inputs() {
  std::vector<fs::path> found;
  for (const auto& entry :
       fs::recursive_directory_iterator(LODESTONE_SOURCE_DIR "/tests/fixtures")) {
    fs::path golden = entry.path();
    golden.replace_extension(".golden");
    if (entry.is_regular_file() && entry.path().extension() != ".golden" &&
        (fs::exists(golden) || fs::exists(entry.path().parent_path() / "all.golden")))
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Golden, Fixtures) {
  const bool update = std::getenv("LODESTONE_UPDATE_GOLDEN") != nullptr;
  const auto files = inputs();
  ASSERT_GE(files.size(), 20u);
  for (const fs::path& path : files) {
    fs::path golden = path;
    golden.replace_extension(".golden");
    auto reading = read_results(path.string());
    const std::string got =
        reading
            ? dump(*reading)
            : "error: " + reading.error().what.substr(0, reading.error().what.find(" in ")) + "\n";
    if (update)
      std::ofstream(golden, std::ios::binary) << got;
    else
      EXPECT_EQ(got, contents(golden)) << path;
  }
}

// What was read from a quoted mail with CRLF is what was read without.
TEST(Golden, QuotingAndLineEndsDoNotMatter) {
  for (const fs::path& path : inputs()) {
    const std::string text = contents(path);
    if (path.extension() != ".txt" || text.find("<table") != std::string::npos) continue;
    if (path.parent_path().filename() == "perf_stat_csv" || path.parent_path().filename() == "csv")
      continue;
    std::string altered;
    for (char c : text) {
      if (altered.empty() || altered.back() == '\n') altered += "> ";
      if (c == '\n') altered += '\r';
      altered += c;
    }
    auto plain = read_results_text(text), quoted = read_results_text(altered);
    ASSERT_EQ(plain.has_value(), quoted.has_value()) << path;
    if (plain) {
      EXPECT_EQ(dump(*plain), dump(*quoted)) << path;
    }
  }
}

}  // namespace
}  // namespace lodestone
