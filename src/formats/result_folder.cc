// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/result_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "formats/collector.h"
#include "formats/read.h"
#include "formats/samples.h"
#include "formats/source.h"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_files = 200000;  // looked at
constexpr int deepest = 16;

bool is_number(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
}

// "stats.json", "stats.json.gz" and the like.
bool is_named(const fs::path& path, std::string_view stem) {
  const std::string name = path.filename().string();
  for (std::string_view end : {"", ".gz", ".xz", ".zst"})
    if (name == std::string(stem) + std::string(end)) return true;
  return false;
}

std::vector<fs::path> find_files(const fs::path& folder, std::string_view stem) {
  std::vector<fs::path> found;
  std::error_code error;
  size_t seen = 0;
  for (fs::recursive_directory_iterator
           it(folder, fs::directory_options::skip_permission_denied, error),
       end;
       !error && it != end && ++seen < most_files; it.increment(error)) {
    if (it.depth() >= deepest) it.disable_recursion_pending();
    std::error_code ignored;
    if (is_named(it->path(), stem) && it->is_regular_file(ignored)) found.push_back(it->path());
  }
  // Run 2 comes before run 10.
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    const std::string x = a.parent_path().filename(), y = b.parent_path().filename();
    if (a.parent_path().parent_path() == b.parent_path().parent_path() && is_number(x) &&
        is_number(y) && x.size() != y.size())
      return x.size() < y.size();
    return a < b;
  });
  return found;
}

// The axes of a job: the lines "KEY: VALUE" at the left edge of job.yaml.
void read_job(const fs::path& path, Context& context) {
  auto bytes = open_source(path.string());
  if (!bytes) return;
  LineSource lines(std::move(*bytes));
  static constexpr std::pair<std::string_view, const char*> names[] = {
      {"testcase", "test"},
      {"tbox_group", "machine"},
      {"commit", "commit"},
      {"compiler", "compiler"},
      {"kconfig", "kconfig"},
      {"rootfs", "rootfs"},
      {"cpufreq_governor", "governor"},
      {"nr_task", "nr_task"},
      {"nr_cpu", "cpus"},
      {"model", "cpu_model"},
      {"memory", "memory"},
      {"kernel_cmdline", "cmdline"}};
  std::string_view line;
  for (int count = 0; count < 5000; ++count) {
    const auto more = lines.next(line);
    if (!more || !*more) return;
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos || colon > 30) continue;
    for (const auto& [key, name] : names)
      if (line.substr(0, colon) == key) {
        std::string value(trim(line.substr(colon + 2)));
        if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
            value.back() == value.front())
          value = value.substr(1, value.size() - 2);
        if (!value.empty() && value.size() < 300) context.set(name, value);
      }
  }
}

// One table of the runs in these folders.
void read_runs(const std::string& label, const std::vector<fs::path>& files, Collector& collector) {
  SampleTable samples;
  std::map<std::string, size_t> counts;
  size_t runs = 0;
  for (const fs::path& file : files) {
    const auto reading = read_results(file.string(), {"lkp-json"});
    if (!reading) {
      collector.find("F229 failed-runs",
                     fmt::format("{} cannot be read: {}", file.string(), reading.error().what));
      continue;
    }
    ++runs;
    for (const ReadingTable& table : reading->tables)
      for (const ReadingRow& row : table.rows)
        if (row.value) {
          samples.of(row.metric.title, row.metric.unit).push_back(*row.value);
          ++counts[row.metric.title];
        }
  }
  if (samples.empty()) return;
  const size_t table = collector.open("lkp-stats", label);
  read_job(files[0].parent_path() / "job.yaml", collector.table(table).context);
  samples.emit(collector, table);
  size_t missing = 0;
  for (const auto& [title, count] : counts) missing += count != runs;
  if (missing)
    collector.find("F232 statistics-missing",
                   fmt::format("{}: {} of {} statistics are missing from some of the {} runs",
                               label, missing, counts.size(), runs),
                   "LKP counts a missing one as 0; here only the runs that have it count");
}

}  // namespace

Result<Reading> read_result_folder(const std::string& path) {
  const fs::path folder(path);
  Collector collector;
  auto files = find_files(folder, "stats.json");
  if (files.empty()) files = find_files(folder, "matrix.json");
  // The folder of a commit, by its path.
  std::map<std::string, std::vector<fs::path>> groups;
  for (const fs::path& file : files) {
    fs::path of = fs::absolute(file).lexically_normal().parent_path();
    if (is_number(of.filename().string())) of = of.parent_path();
    groups[of.string()].push_back(file);
  }
  for (const auto& [of, runs] : groups)
    read_runs(fs::path(of).filename().string(), runs, collector);
  Reading reading = collector.finish();
  if (reading.tables.empty())
    return fail(ErrorCode::unreadable, "cannot read " + path,
                files.empty() ? "it is a directory without LKP results (stats.json, matrix.json)"
                              : "none of its stats.json files holds results",
                "name a file in it");
  return reading;
}

}  // namespace lodestone
