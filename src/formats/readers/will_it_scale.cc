// SPDX-License-Identifier: GPL-2.0-or-later
// What a will-it-scale program prints: "testcase:TITLE", one line a second with min, max and total,
// then "average:N". The seconds of one process are no repetition of it: only the average is taken.
#include "base/text.h"
#include "formats/reader.h"

namespace lodestone::reader_will_it_scale {
namespace {

class WillItScaleLogReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.starts_with("testcase:") && text.size() < 200) {
      title_ = std::string(trim(text.substr(9)));
      label_ = collector.surroundings.label();
      return begun_ = !title_.empty();
    }
    if (!begun_) return false;
    if (text == "warmup" || text == "measurement") return true;
    if (text.starts_with("min:")) return text.find("total:") != std::string_view::npos;
    if (!text.starts_with("average:")) return false;
    auto value = parse_double(trim(text.substr(8)));
    if (!value) return false;
    const size_t table = collector.open("will-it-scale", label_.empty() ? title_ : label_);
    collector.table(table).context.set("test", title_);
    ReadingRow& row = collector.add(table, title_, "ops/s", value);
    row.metric.better = Better::higher;
    row.metric.kind = Kind::rate;
    begun_ = false;
    return true;
  }

 private:
  std::string title_, label_;
  bool begun_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<WillItScaleLogReader>();
}

}  // namespace

extern const Format reader_will_it_scale{"will-it-scale", "output of will-it-scale's programs",
                                         make};

}  // namespace lodestone::reader_will_it_scale
