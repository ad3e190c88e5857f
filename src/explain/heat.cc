// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/heat.h"

#include <algorithm>

#include "base/text.h"

namespace lodestone::explain {
namespace {

using Counts = std::map<std::string, double, std::less<>>;

// "vfs_read+0x12" and "vfs_read_[k]" are vfs_read.
std::string_view plain(std::string_view name) {
  if (name.ends_with("_[k]") || name.ends_with("_[j]") || name.ends_with("_[i]"))
    name.remove_suffix(4);
  const size_t plus = name.rfind("+0x");
  if (plus != std::string_view::npos && plus > 0) name = name.substr(0, plus);
  return trim(name);
}

bool is_hex(std::string_view text) {
  return text.size() >= 4 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// "     5.04%  comm  [kernel.kallsyms]  [k] update_cfs_shares"
size_t read_report(std::string_view text, Counts& counts) {
  size_t rows = 0;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view row = trim(line);
    const size_t percent = row.find('%');
    if (row.empty() || row[0] == '#' || percent == std::string_view::npos || percent > 8) continue;
    const auto share = parse_double(row.substr(0, percent));
    size_t level = row.find("[k] ");
    if (level == std::string_view::npos) level = row.find("[.] ");
    if (!share || level == std::string_view::npos) continue;
    // With children there are two percentages; the second one is the function's own.
    double own = *share;
    const std::string_view rest = trim(row.substr(percent + 1));
    const size_t second = rest.find('%');
    if (second != std::string_view::npos && second <= 8)
      if (const auto value = parse_double(trim(rest.substr(0, second)))) own = *value;
    std::string_view name = row.substr(level + 4);
    const size_t gap = name.find("  ");
    counts[std::string(plain(name.substr(0, gap)))] += own;
    ++rows;
  }
  return rows;
}

size_t read_folded(std::string_view text, Counts& counts) {
  size_t rows = 0, others = 0;
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.empty() || line[0] == '#') continue;
    const size_t blank = line.rfind(' ');
    const auto count =
        blank == std::string_view::npos ? std::nullopt : parse_double(line.substr(blank + 1));
    if (!count || *count < 0 || line.find(';') == std::string_view::npos) {
      ++others;
      continue;
    }
    std::string_view stack = trim(line.substr(0, blank));
    const size_t before = stack.rfind(' ');  // difffolded.pl prints two counts
    if (before != std::string_view::npos && parse_double(stack.substr(before + 1)))
      stack = stack.substr(0, before);
    const size_t leaf = stack.rfind(';');
    counts[std::string(plain(leaf == std::string_view::npos ? stack : stack.substr(leaf + 1)))] +=
        *count;
    ++rows;
  }
  return rows > others ? rows : 0;
}

// The symbol of "ffffffff8101 vfs_read+0x12 ([kernel.kallsyms])"; empty if the text is none.
std::string_view frame_symbol(std::string_view text) {
  text = trim(text);
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos || !is_hex(text.substr(0, blank))) return {};
  std::string_view rest = trim(text.substr(blank));
  const size_t dso = rest.rfind(" (");
  if (dso != std::string_view::npos && rest.ends_with(")")) rest = trim(rest.substr(0, dso));
  return plain(rest);
}

size_t read_script(std::string_view text, Counts& counts) {
  size_t rows = 0;
  bool expect_leaf = false;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty()) {
      expect_leaf = false;
      continue;
    }
    const bool indented = line[0] == '\t' || line.starts_with("         ");
    // "comm  1234 [000]  12.345678:  1000 cpu-clock:  ffffffff81 vfs_read+0x1 (dso)"
    const size_t event = line.find(": ");
    if (event != std::string_view::npos && !(indented && !frame_symbol(line).empty())) {
      std::string_view rest = line.substr(event + 2);
      const size_t colon = rest.find(": ");
      std::string_view symbol;
      if (colon != std::string_view::npos) symbol = frame_symbol(rest.substr(colon + 2));
      if (!symbol.empty()) {
        counts[std::string(symbol)] += 1;
        ++rows;
        expect_leaf = false;
      } else {
        expect_leaf = true;
      }
    } else if (expect_leaf) {
      const std::string_view symbol = frame_symbol(line);
      if (symbol.empty()) continue;
      counts[std::string(symbol)] += 1;
      ++rows;
      expect_leaf = false;
    }
  }
  return rows;
}

}  // namespace

double Heat::of(std::string_view function) const {
  const auto found = share.find(function);
  return found == share.end() ? 0 : found->second;
}

Result<Heat> read_heat(std::string_view text) {
  struct Kind {
    const char* name;
    size_t (*read)(std::string_view, Counts&);
  };
  constexpr Kind kinds[] = {
      {"perf report", read_report}, {"folded stacks", read_folded}, {"perf script", read_script}};
  for (const Kind& kind : kinds) {
    Counts counts;
    if (kind.read(text, counts) == 0) continue;
    double sum = 0;
    for (const auto& [name, count] : counts) sum += count;
    if (sum <= 0) continue;
    // A report's percentages may be cut off below a limit: they are shares already.
    if (kind.read == read_report) sum = std::max(sum, 100.0);
    Heat heat;
    heat.source = kind.name;
    for (const auto& [name, count] : counts)
      if (!name.empty()) heat.share[name] = count / sum;
    return heat;
  }
  return fail(ErrorCode::unreadable, "the profile is in no form that is known",
              "neither perf script, folded stacks nor perf report --stdio",
              "perf script > FILE, or stackcollapse-perf.pl < FILE");
}

Heat merge(const Heat& a, const Heat& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Heat both;
  both.source = a.source == b.source ? a.source : a.source + " + " + b.source;
  for (const auto& [name, share] : a.share) both.share[name] += share / 2;
  for (const auto& [name, share] : b.share) both.share[name] += share / 2;
  return both;
}

}  // namespace lodestone::explain
