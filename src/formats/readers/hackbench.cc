// SPDX-License-Identifier: GPL-2.0-or-later
// hackbench (rt-tests): "Running in process mode with 10 groups ..." and "Time: 0.123". Repeated
// calls with the same settings are the samples of one row.
#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/samples.h"

namespace lodestone::reader_hackbench {
namespace {

class HackbenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    const bool grouped = text.starts_with("Running in ") &&
                         text.find(" mode with ") != std::string_view::npos &&
                         text.find("groups") != std::string_view::npos;
    // "Running with 40*40 (== 1600) tasks.": before the options for threads and pipes.
    const bool counted = text.starts_with("Running with ") &&
                         text.find(" (== ") != std::string_view::npos &&
                         text.find("tasks") != std::string_view::npos;
    if (grouped || counted) {
      const std::string label = collector.surroundings.label();
      if (text != settings_ || label != label_) {
        emit(collector);
        messages_.clear();
      }
      settings_ = std::string(text.substr(0, 200));
      label_ = label;
      last_ = line.number;
      return true;
    }
    if (settings_.empty() || line.number > last_ + 20) return false;
    if (text.starts_with("Each sender will pass ")) {
      if (text != messages_) emit(collector);
      messages_ = std::string(text.substr(0, 200));
      return true;
    }
    if (!text.starts_with("Time:")) return false;
    Cursor cursor(text.substr(5));
    auto value = cursor.take_number(NumberStyle::point);
    if (!value || !cursor.done()) return false;
    if (times_.empty()) table_ = collector.open("hackbench", label_);
    times_.push_back(value->value);
    last_ = line.number;
    return true;
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  void emit(Collector& collector) {
    if (times_.empty()) return;
    const size_t table = table_;
    collector.table(table).context.set("settings",
                                       settings_ + (messages_.empty() ? "" : "; " + messages_));
    add_samples(collector, table, "Time", "s", std::exchange(times_, {}));
  }

  std::string settings_, messages_, label_;
  std::vector<double> times_;
  uint64_t last_ = 0;
  size_t table_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<HackbenchReader>();
}

}  // namespace

extern const Format reader_hackbench{"hackbench", "hackbench of rt-tests", make};

}  // namespace lodestone::reader_hackbench
