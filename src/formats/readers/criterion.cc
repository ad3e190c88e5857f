// SPDX-License-Identifier: GPL-2.0-or-later
// Criterion.rs: estimates.json, sample.json, the messages of `cargo criterion`, and the text of
// `cargo bench` ("name  time:   [low middle high]"). Times are in nanoseconds; a sample is a batch
// of iterations of one process.
#include <set>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/json_view.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_criterion {
namespace {

bool document(std::string_view bytes, bool forced, Collector& collector) {
  const bool estimates =
      mentions(bytes, "\"point_estimate\"") && mentions(bytes, "\"confidence_interval\"");
  const bool samples = mentions(bytes, "\"sampling_mode\"") && mentions(bytes, "\"iters\"");
  if (!forced && !estimates && !samples) return false;
  const auto parsed = JsonDocument::parse(bytes, true);
  if (!parsed) return false;
  const JsonView root = parsed->root();
  if (root["iters"].is_array() && root["times"].is_array()) {
    std::vector<double> iterations, times;
    root["iters"].each(
        [&](JsonView value) { return iterations.push_back(value.number().value_or(0)), true; });
    root["times"].each(
        [&](JsonView value) { return times.push_back(value.number().value_or(0)), true; });
    if (iterations.empty() || iterations.size() != times.size()) return false;
    double sum = 0;
    for (size_t i = 0; i < times.size(); ++i) {
      if (iterations[i] <= 0) return false;
      sum += times[i] / iterations[i];
    }
    const size_t table = collector.open("criterion");
    collector.add(table, "mean", "ns", sum / static_cast<double>(times.size()));
    collector.find("F228 repeats-in-one-process",
                   std::to_string(times.size()) + " batches of one process",
                   "batches of one process hide what differs from process to process",
                   "run the benchmark several times");
    return true;
  }
  const auto mean = root["mean"]["point_estimate"].number();
  if (!mean) return false;
  const size_t table = collector.open("criterion");
  for (const char* name : {"mean", "median", "slope"})
    if (auto value = root[name]["point_estimate"].number()) collector.add(table, name, "ns", value);
  if (auto deviation = root["std_dev"]["point_estimate"].number(); deviation && *mean > 0)
    collector.table(table).rows[0].spread_percent = 100 * *deviation / *mean;
  return true;
}

class CriterionReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    if (text.starts_with("{\"reason\":\"")) return message(text, collector);
    const size_t at = text.find("time:   [");
    if (at == std::string_view::npos) {
      name_ = text.size() < 100 ? std::string(text) : "";
      return false;
    }
    // Below "change:" stands a percentage of the run before, not a time.
    if (trim(name_) == "change:" || trim(text.substr(0, at)) == "change:") return true;
    Cursor cursor(text.substr(at + 9));
    std::optional<Numeral> numbers[3];
    std::string unit;
    for (auto& number : numbers) {
      number = cursor.take_number(NumberStyle::point);
      std::string_view word = cursor.word();
      const size_t bracket = word.find(']');
      if (bracket != std::string_view::npos) word = word.substr(0, bracket);
      if (!number || word.empty() || (!unit.empty() && unit != word)) return false;
      unit = std::string(word);
      cursor.take(word.size());
    }
    if (!cursor.take("]")) return false;
    std::string title(trim(text.substr(0, at)));
    if (title.empty()) title = name_;
    if (title.empty()) return false;
    // The same benchmark again, or another heading: another run.
    const std::string label = collector.surroundings.label();
    if (!table_ || !titles_.insert(title).second) {
      titles_ = {title};
      table_ = collector.open("criterion", label);
    }
    collector.add(*table_, title, unit, numbers[1]->value);
    return true;
  }

 private:
  // `cargo criterion --message-format=json`: an object a benchmark, then one a group.
  bool message(std::string_view text, Collector& collector) {
    const auto parsed = JsonDocument::parse(text);
    if (!parsed) return false;
    const JsonView root = parsed->root();
    if (root["reason"].text() != "benchmark-complete")
      return root["reason"].text() == "group-complete";
    const auto id = root["id"].text();
    const auto mean = root["mean"]["estimate"].number();
    if (!id || !mean) return false;
    if (!messages_) {
      messages_ = collector.open("criterion");
      collector.find("F228 repeats-in-one-process", "each mean is of the batches of one process",
                     "batches of one process hide what differs from process to process",
                     "run the benchmark several times");
    }
    ReadingRow& row = collector.add(*messages_, *id, root["mean"]["unit"].string("ns"), mean);
    if (const auto change = root["change"]["mean"]["estimate"].number())
      row.printed_change_percent = 100 * *change;
    return true;
  }

  std::optional<size_t> table_, messages_;
  std::set<std::string> titles_;
  std::string name_;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<CriterionReader>();
}

}  // namespace

extern const Format reader_criterion{
    "criterion", "Criterion.rs estimates.json, sample.json, its text and its message stream", make,
    document};

}  // namespace lodestone::reader_criterion
