// SPDX-License-Identifier: GPL-2.0-or-later
// iperf3 as it prints for people: the closing lines of a transfer ("... sender", "... receiver"),
// of all streams together where there are several. The lines of single seconds are no repetitions.
// Titles are those of the JSON reader.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_iperf3_text {
namespace {

// One closing line.
struct Closing {
  std::string stream;  // "5", "SUM"
  std::string unit;    // "Gbits/sec"
  double seconds = 0, rate = 0;
  std::optional<double> retransmits, jitter_ms, lost_percent;
  bool sender = false;
};

class Iperf3Reader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 300) return false;
    if (text.starts_with("Connecting to host ") ||
        (text.starts_with("Accepted connection from ") && text.find(", port ") != text.npos)) {
      begin(line, collector);
      return true;
    }
    if (text.starts_with("[ ID] Interval") && text.find("Transfer") != text.npos) {
      if (!begun_ || line.number > last_ + 60 || !closing_.empty()) begin(line, collector);
      last_ = line.number;
      datagrams_ = datagrams_ || text.find("Datagrams") != text.npos;
      return true;
    }
    if (!begun_ || line.number > last_ + 60) return false;
    if (text.starts_with("[") && text.find(']') != text.npos) {
      if (!row(text)) return false;
      last_ = line.number;
      return true;
    }
    if (text.starts_with("Reverse mode")) return reverse_ = true;
    if (text.find_first_not_of("- ") == text.npos) return true;
    if (text == "iperf Done.") {
      emit(collector);
      return true;
    }
    return false;
  }

  void finish(Collector& collector) override { emit(collector); }

 private:
  void begin(const Line& line, Collector& collector) {
    emit(collector);
    table_ = collector.open("iperf3");
    begun_ = true;
    datagrams_ = reverse_ = false;
    last_ = line.number;
  }

  // "[  5]   0.00-10.00  sec  11.0 GBytes  9.41 Gbits/sec   12             sender"
  bool row(std::string_view text) {
    const size_t close = text.find(']');
    Cursor cursor(text.substr(close + 1));
    if (cursor.take("local ")) return true;
    Closing one;
    one.stream = std::string(trim(text.substr(1, close - 1)));
    const std::string_view range = cursor.take_word();
    const size_t dash = range.find('-');
    if (dash == range.npos || !cursor.take("sec")) return false;
    const auto from = parse_double(range.substr(0, dash)),
               to = parse_double(range.substr(dash + 1));
    if (!from || !to || !cursor.take_number(NumberStyle::point)) return false;
    if (cursor.take_word().find("ytes") == std::string_view::npos) return false;
    const auto rate = cursor.take_number(NumberStyle::point);
    one.unit = std::string(cursor.take_word());
    if (!rate || !one.unit.ends_with("/sec")) return false;
    one.seconds = *to - *from;
    one.rate = rate->value;
    streams_.insert(one.stream);
    const bool sender = text.ends_with(" sender"), receiver = text.ends_with(" receiver");
    if (!sender && !receiver) return true;
    one.sender = sender;
    const auto figure = cursor.take_number(NumberStyle::point);
    if (figure && cursor.take("ms")) {
      one.jitter_ms = figure->value;
      if (const size_t open = text.find('('); open != text.npos) {
        Cursor share(text.substr(open + 1));
        if (const auto lost = share.take_number(NumberStyle::point); lost && share.take("%)"))
          one.lost_percent = lost->value;
      }
    } else if (figure) {
      one.retransmits = figure->value;
    }
    closing_.push_back(std::move(one));
    return true;
  }

  void emit(Collector& collector) {
    const bool sums = std::any_of(closing_.begin(), closing_.end(),
                                  [](const Closing& one) { return one.stream == "SUM"; });
    streams_.erase("SUM");
    // A text that was cut before the sums of several streams has no total.
    if (!closing_.empty() && (sums || streams_.size() == 1)) {
      for (const Closing& one : closing_) {
        if (sums && one.stream != "SUM") continue;
        const std::string name = one.sender ? "sent" : "received";
        collector.add(table_, name, one.unit, one.rate);
        if (one.retransmits)
          collector.add(table_, name + " retransmits", "", one.retransmits).metric.better =
              Better::lower;
        // What the sender prints there says nothing about the way.
        if (one.sender) continue;
        if (one.jitter_ms) collector.add(table_, name + " jitter", "ms", one.jitter_ms);
        if (one.lost_percent)
          collector.add(table_, name + " lost", "%", one.lost_percent).metric.better =
              Better::lower;
      }
      collector.table(table_).context.set(
          "settings", fmt::format("{}, {} streams, {} s{}", datagrams_ ? "UDP" : "TCP",
                                  std::max<size_t>(streams_.size(), 1),
                                  fixed(closing_.front().seconds, 0), reverse_ ? ", reverse" : ""));
    } else if (!closing_.empty()) {
      collector.find("F205 row-cut", "iperf3: several streams without their sum",
                     "the total of the streams is not in the text");
    }
    closing_.clear();
    streams_.clear();
    begun_ = false;
  }

  std::vector<Closing> closing_;
  std::set<std::string> streams_;
  size_t table_ = 0;
  uint64_t last_ = 0;
  bool begun_ = false, datagrams_ = false, reverse_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<Iperf3Reader>();
}

}  // namespace

extern const Format reader_iperf3_text{"iperf3-text", "iperf3's text", make};

}  // namespace lodestone::reader_iperf3_text
