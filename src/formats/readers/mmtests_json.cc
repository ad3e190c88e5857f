// SPDX-License-Identifier: GPL-2.0-or-later
// mmtests' results as JSON (compare-kernels.sh --from-json): "_ResultData" holds, for each
// operation, the samples of each iteration, as bare numbers, as [sample, value] or as {"Values":
// [...]}. An iteration is a run, so the mean of each is one value; with a single iteration its
// samples are of one run and no repetition follows. The direction is not in the document: neutral.
#include <fmt/format.h>

#include "formats/json_view.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_mmtests_json {
namespace {

struct Mean {
  double sum = 0;
  size_t count = 0;
};

// The values of one iteration; false for a shape that is not known.
bool iteration(JsonView data, Mean& mean, int depth = 0) {
  if (const JsonView values = data["Values"])
    return depth < 4 && iteration(values, mean, depth + 1);
  if (!data.is_array()) return false;
  bool sure = true;
  data.each([&](JsonView item) {
    auto value = item.number();
    if (!value && item.is_array()) {
      size_t at = 0;
      item.each([&](JsonView part) {
        if (at++ == 1) value = part.number();
        return at < 3;
      });
      if (at != 2) value.reset();
    }
    if (!value) return sure = false;
    mean.sum += *value;
    ++mean.count;
    return true;
  });
  return sure && mean.count > 0;
}

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"_ResultData\"") || mentions(bytes, "\"_ModuleName\"")))
    return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document || !document->root()["_ResultData"].is_object()) return false;
  const size_t table = collector.open("mmtests-json");
  if (const auto module = document->root()["_ModuleName"].text())
    collector.table(table).context.set("test", std::string(*module));
  size_t within = 0, strange = 0;
  document->root()["_ResultData"].each_field([&](std::string_view operation, JsonView iterations) {
    std::vector<double> runs;
    size_t samples = 0;
    bool sure = iterations.is_array();
    iterations.each([&](JsonView one) {
      Mean mean;
      if (!iteration(one, mean)) return sure = false;
      samples += mean.count;
      runs.push_back(mean.sum / static_cast<double>(mean.count));
      return true;
    });
    if (!sure || runs.empty()) {
      ++strange;
      return true;
    }
    if (runs.size() == 1 && samples > 1) ++within;
    add_samples(collector, table, operation, {}, std::move(runs));
    return true;
  });
  if (strange)
    collector.find(
        "F213 cell-unread",
        fmt::format("{} operations hold data of an unknown shape; they are left out", strange));
  if (within)
    collector.find("F230 time-samples",
                   fmt::format("{} operations have one iteration: the means of its samples are "
                               "taken, they are no repetitions",
                               within));
  return !collector.table(table).rows.empty();
}

}  // namespace

extern const Format reader_mmtests_json{"mmtests-json", "mmtests' results as JSON", nullptr, read};

}  // namespace lodestone::reader_mmtests_json
