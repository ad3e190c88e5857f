// SPDX-License-Identifier: GPL-2.0-or-later
// A text that was cut anywhere gives the numbers of the whole text, fewer of them, or says that a
// number may be cut. LODESTONE_EVERY_BYTE=1 cuts behind every byte.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "formats/numeral.h"
#include "formats/read.h"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

bool tells_of_a_cut(const Reading& reading) {
  for (const Finding& finding : reading.findings)
    for (const char* code : {"F203", "F204", "F205", "F213", "F237"})
      if (finding.code.starts_with(code)) return true;
  return false;
}

using Numbers = std::map<std::string, std::set<double>>;

Numbers numbers_in(const Reading& reading) {
  Numbers found;
  for (const ReadingTable& table : reading.tables)
    for (const ReadingRow& row : table.rows) {
      std::set<double>& values = found[table.format + ": " + row.metric.title];
      // A mean of fewer samples is another number.
      if (row.samples.empty() && row.value) values.insert(*row.value);
      values.insert(row.samples.begin(), row.samples.end());
    }
  return found;
}

// Every number that stands in the text, whatever its separators mean.
std::set<double> printed_in(const std::string& text) {
  std::set<double> found;
  const std::string_view digits = "0123456789.,'eE+-";
  for (size_t i = 0; (i = text.find_first_of("0123456789", i)) != std::string::npos;) {
    const size_t end = std::min(text.find_first_not_of(digits, i), text.size());
    std::string_view token = std::string_view(text).substr(i, end - i);
    while (!token.empty() && !is_digit(token.back())) token.remove_suffix(1);
    for (NumberStyle style : {NumberStyle::point, NumberStyle::comma})
      if (const auto value = parse_number(token, style)) found.insert(*value);
    // "3-4", "1,2" and the like: each part.
    for (size_t k = i, stop; k < end; k = stop + 1) {
      stop = std::min(text.find_first_not_of("0123456789.", k), end);
      if (const auto value = parse_number(text.substr(k, stop - k), NumberStyle::point))
        found.insert(*value);
    }
    i = end;
  }
  return found;
}

TEST(Cut, NoNumberIsHalved) {
  const size_t step = std::getenv("LODESTONE_EVERY_BYTE") ? 1 : 29;
  size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(LODESTONE_SOURCE_DIR "/tests/fixtures")) {
    fs::path golden = entry.path();
    golden.replace_extension(".golden");
    if (!fs::exists(golden) || golden == entry.path()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto whole = read_results_text(text);
    if (!whole || (step > 1 && text.size() > 6000)) continue;
    ++files;
    const Numbers known = numbers_in(*whole);
    const std::set<double> printed = printed_in(text);
    for (size_t size = 1 + files % step; size < text.size(); size += step) {
      const auto reading = read_results_text(std::string_view(text).substr(0, size));
      if (!reading || tells_of_a_cut(*reading)) continue;
      for (const auto& [title, values] : numbers_in(*reading)) {
        const auto wanted = known.find(title);
        if (wanted == known.end()) continue;  // half a name
        for (const double value : values)
          EXPECT_TRUE(wanted->second.contains(value) || printed.contains(value))
              << entry.path() << " cut behind " << size << ": " << title << " = " << value;
      }
    }
  }
  EXPECT_GT(files, 80u);
}

}  // namespace
}  // namespace lodestone
