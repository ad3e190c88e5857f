// SPDX-License-Identifier: GPL-2.0-or-later
// netperf's classic tables: five figures (sizes, time, throughput) for streams, six (.. rate per
// second) for request/response, and omni's NAME=VALUE lines.
#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_netperf {
namespace {

class NetperfReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 300) return false;
    // "MIGRATED TCP STREAM TEST from 0.0.0.0 ..."
    if (const size_t at = text.find(" TEST from "); at != std::string_view::npos && at < 60) {
      test_ = std::string(text.substr(0, at));
      if (test_.starts_with("MIGRATED ")) test_ = test_.substr(9);
      begun_ = line.number;
      label_ = collector.surroundings.label();
      heading_.clear();
      received_.reset();
      return true;
    }
    if ((test_.empty() && !received_) || line.number > begun_ + 15) return false;
    if (const size_t equals = text.find('='); equals != std::string_view::npos && equals > 0 &&
                                              equals < 40 && text[0] >= 'A' && text[0] <= 'Z' &&
                                              text.find(' ') == std::string_view::npos) {
      const std::string_view name = text.substr(0, equals);
      if (name == "THROUGHPUT_UNITS") unit_ = std::string(text.substr(equals + 1));
      if (auto value = parse_number(text.substr(equals + 1), NumberStyle::point);
          value && name == "THROUGHPUT")
        put("Throughput", unit_, *value, collector);
      return true;
    }
    Cursor cursor(text);
    std::vector<double> numbers;
    while (auto number = cursor.take_number(NumberStyle::point)) numbers.push_back(number->value);
    if (!cursor.done()) {
      heading_ += std::string(text) + '\n';
      return text.find("Socket") != std::string_view::npos ||
             text.find("Size") != std::string_view::npos ||
             text.find("bytes") != std::string_view::npos;
    }
    const bool stream = heading_.find("Throughput") != std::string::npos;
    const bool rate = heading_.find("Trans.") != std::string::npos ||
                      heading_.find("per sec") != std::string::npos;
    // What arrived of a UDP stream stands below what was sent: sizes, time, messages, throughput.
    if (received_ && numbers.size() == 4) {
      collector.add(*received_, "UDP STREAM: Received throughput", "10^6bits/s", numbers.back());
      ReadingRow& row = collector.table(*received_).rows.back();
      row.metric.better = Better::higher;
      row.metric.kind = Kind::rate;
      received_.reset();
      return true;
    }
    if (test_.empty()) return false;
    if (stream && numbers.size() >= 4 && numbers.size() <= 9) {
      const bool datagrams = test_ == "UDP STREAM" && numbers.size() == 6 &&
                             heading_.find("10^6bits/sec") != std::string::npos;
      // UDP streams print messages and errors before the throughput; it is the last figure either
      // way.
      put("Throughput", heading_.find("10^6bits/sec") != std::string::npos ? "10^6bits/s" : "",
          numbers.size() == 5 || numbers.size() == 4 || heading_.find("Errors") != std::string::npos
              ? numbers.back()
              : numbers[4],
          collector);
      // The sizes of sockets are the kernel's business; those of the messages are the test's.
      const size_t message = datagrams ? 1 : 2;
      if (numbers.size() >= 5)
        collector.table(collector.tables() - 1)
            .context.set("settings", "messages of " + shortest(numbers[message]) + " bytes");
      if (datagrams) received_ = collector.tables() - 1;
      return true;
    }
    if (rate && numbers.size() >= 6) {
      put("Trans. Rate", "Trans/s", numbers[5], collector);
      collector.table(collector.tables() - 1)
          .context.set("settings", "requests of " + shortest(numbers[2]) + " and answers of " +
                                       shortest(numbers[3]) + " bytes");
      return true;
    }
    return numbers.size() == 2 && rate;  // the remote socket's sizes
  }

 private:
  void put(const std::string& title, const std::string& unit, double value, Collector& collector) {
    const size_t table = collector.open("netperf", label_.empty() ? test_ : label_);
    collector.table(table).context.set("test", test_);
    ReadingRow& row = collector.add(table, test_ + ": " + title, unit, value);
    row.metric.better = Better::higher;
    row.metric.kind = Kind::rate;
    if (title == "Throughput") test_.clear();
  }

  std::string test_, heading_, unit_, label_;
  std::optional<size_t> received_;
  uint64_t begun_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<NetperfReader>();
}

}  // namespace

extern const Format reader_netperf{"netperf", "netperf's tables", make};

}  // namespace lodestone::reader_netperf
