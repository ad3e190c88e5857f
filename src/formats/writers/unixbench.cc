// SPDX-License-Identifier: GPL-2.0-or-later
// UnixBench 6.0.0's text report, to the character. Rows by title in byte order, the system block
// before the others.
#include <fmt/format.h>

#include <array>
#include <ctime>

#include "base/text.h"
#include "formats/unixbench_text.h"
#include "formats/writer.h"
#include "sys/cpus.h"

namespace lodestone::writer_unixbench {
namespace {

struct Category {
  const char* name;
  const char* title;
  int indexed;  // tests with a baseline that make it "full"
};
constexpr std::array categories{Category{"system", "System Benchmarks", 12},
                                Category{"misc", "Non-Index Benchmarks", 2}};

// Two lines for each CPU, from the fact cpu_list ("0-3 50.0 MODEL; 4-7 - MODEL").
std::string cpu_lines(const Context& context) {
  const auto list = context.get("cpu_list");
  if (!list) return "   CPU: no details available\n";
  std::vector<std::string> lines;
  for (std::string_view entry : split(*list, ';')) {
    const auto parts = words(entry);
    const auto cpus = parts.size() < 3 ? std::nullopt : parse_cpu_list(parts[0]);
    if (!cpus) continue;
    const std::string_view model =
        trim(entry.substr(static_cast<size_t>(parts[2].data() - entry.data())));
    for (int cpu : *cpus) {
      if (lines.size() <= static_cast<size_t>(cpu)) lines.resize(cpu + 1);
      lines[cpu] =
          fmt::format("   CPU {}: {} ({:.1f} bogomips)\n          {}\n", cpu, model,
                      parse_double(parts[1]).value_or(0), context.get("cpu_features").value_or(""));
    }
  }
  return lines.empty() ? "   CPU: no details available\n" : join(lines, "");
}

std::string heading(const Context& context) {
  auto fact = [&](const char* name) { return context.get(name).value_or("unknown"); };
  const std::string system = fact("system");
  std::string out = "   BYTE UNIX Benchmarks (Version 6.0.0)\n\n";
  out += fmt::format("   System: {}: {}\n", fact("machine"),
                     context.get("distribution").value_or(system));
  out += fmt::format("   OS: {} -- {} -- {}\n", system, fact("kernel"), fact("kernel_version"));
  out += fmt::format("   Machine: {} ({})\n", fact("architecture"), fact("platform"));
  out += fmt::format("   Language: {} (charmap=\"{}\", collate=\"{}\")\n", fact("language"),
                     fact("charmap"), fact("collate"));
  out += cpu_lines(context);
  out += fmt::format("   {}; runlevel {}\n\n", fact("uptime"), fact("run_level"));
  return out;
}

// "Mon Nov 30 2026 18:27:13" of "2026-11-30T18:27:13Z"; the text itself if it is not such a time.
std::string date_text(const std::string& utc) {
  static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::tm parts{};
  if (!::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &parts)) return utc;
  return fmt::format("{} {} {:02} {} {:02}:{:02}:{:02}", days[parts.tm_wday], months[parts.tm_mon],
                     parts.tm_mday, parts.tm_year + 1900, parts.tm_hour, parts.tm_min,
                     parts.tm_sec);
}

std::string index_table(const UnixbenchBlock& block, const Category& category) {
  std::vector<UnixbenchRatio> ratios;
  std::string rows;
  for (const UnixbenchRow& row : block.rows) {
    if (std::string_view(row.test->category) != category.name) continue;
    if (row.test->baseline > 0) {
      ratios.push_back({row.score, row.test->baseline});
      rows +=
          fmt::format("{:<40} {:>12.1f} {:>12.1f} {:>8.1f}\n", row.test->title, row.test->baseline,
                      row.score, unixbench_index(row.score, row.test->baseline));
    } else {
      rows +=
          fmt::format("{:<40} {:>12} {:>12.1f} {:>8}\n", row.test->title, "---", row.score, "---");
    }
  }
  if (ratios.empty()) return "";
  const bool full = static_cast<int>(ratios.size()) == category.indexed;
  std::string out =
      fmt::format("{:<40} {:>12} {:>12} {:>8}\n",
                  std::string(category.title) + (full ? " Index Values" : " Partial Index"),
                  "BASELINE", "RESULT", "INDEX");
  out += rows + std::string(67, ' ') + "========\n";
  out += fmt::format("{:<66} {:>8.1f}\n\n",
                     std::string(category.title) + " Index Score" + (full ? "" : " (Partial Only)"),
                     unixbench_index_score(ratios).value());
  return out;
}

std::string block_text(const UnixbenchBlock& block, const Context& context) {
  const auto cpus = parse_integer(context.get("cpus").value_or("")).value_or(0);
  const std::string end = date_text(block.ended);
  std::string out = std::string(72, '-') + "\n";
  out += fmt::format("Benchmark Run: {} - {}\n", date_text(block.started),
                     end.substr(end.rfind(' ') + 1));
  out += cpus <= 0 ? "unknown CPUs" : fmt::format("{} CPU{}", cpus, cpus == 1 ? "" : "s");
  out += fmt::format(" in system; running {} parallel cop{} of tests\n\n", block.copies,
                     block.copies == 1 ? "y" : "ies");
  for (const UnixbenchRow& row : block.rows)
    out += fmt::format("{:<40} {:>12.1f} {:<5} ({:.1f} s, {} samples)\n", row.test->title,
                       row.score, row.test->label, row.seconds, row.samples);
  out += "\n";
  for (const Category& category : categories) out += index_table(block, category);
  return out;
}

Result<std::string> write(const Run& run) {
  const auto blocks = unixbench_blocks(run);
  if (blocks.empty())
    return fail(ErrorCode::unsupported, "the run holds no UnixBench test",
                "the layout unixbench shows only those", "use --format markdown or --json");
  std::string out = heading(run.context);
  for (const UnixbenchBlock& block : blocks) out += block_text(block, run.context);
  return out + unixbench_closing_line(run) + "\n";
}

}  // namespace

extern const Writer writer_unixbench{"unixbench", "the text report of UnixBench 6.0.0",
                                     one_by_one<write>};

}  // namespace lodestone::writer_unixbench
