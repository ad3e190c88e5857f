// SPDX-License-Identifier: GPL-2.0-or-later
// netperf's classic tables: five figures (sizes, time, throughput) for streams, six (.. rate per
// second) for request/response, and omni's NAME=VALUE lines and lists of names and values parted by
// commas.
#include <algorithm>

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
      names_.clear();
      unit_.clear();
      received_.reset();
      omni_.reset();
      return true;
    }
    if ((test_.empty() && !received_ && !omni_) || line.number > begun_ + 15) return false;
    if (const size_t equals = text.find('='); equals != std::string_view::npos && equals > 0 &&
                                              equals < 40 && text[0] >= 'A' && text[0] <= 'Z' &&
                                              text.find(' ') == std::string_view::npos) {
      const std::string_view name = text.substr(0, equals);
      const std::string_view text_value = text.substr(equals + 1);
      if (name == "THROUGHPUT_UNITS") {
        // Before or behind the figure, as the list of wanted outputs says.
        unit_ = std::string(text_value);
        if (omni_) collector.table(*omni_).rows.back().metric.unit = unit_;
      }
      if (auto value = parse_number(text_value, NumberStyle::point);
          value && name == "THROUGHPUT" && !test_.empty()) {
        put("Throughput", unit_, *value, collector);
        omni_ = collector.tables() - 1;
      }
      return true;
    }
    if (!test_.empty() && text.find(',') != std::string_view::npos)
      if (comma_line(split(text, ','), collector)) return true;
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
      collector.add(*received_, "UDP STREAM: Received throughput", unit_, numbers.back());
      ReadingRow& row = collector.table(*received_).rows.back();
      row.metric.better = Better::higher;
      row.metric.kind = Kind::rate;
      received_.reset();
      return true;
    }
    if (test_.empty()) return false;
    // A row that lacks a column was cut.
    const size_t columns = heading_.find("Errors") != std::string::npos ? 6 : 5;
    if (stream && numbers.size() >= columns && numbers.size() <= 9) {
      const bool datagrams = test_ == "UDP STREAM" && numbers.size() == 6;
      unit_ = unit_of_heading();
      // UDP streams print messages and errors before the throughput.
      put("Throughput", unit_, numbers[columns - 1], collector);
      // The sizes of sockets are the kernel's business; those of the messages are the test's.
      const size_t message = datagrams ? 1 : 2;
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
  // "Throughput,Throughput Units,Mean Latency Microseconds", and below it the values.
  bool comma_line(const std::vector<std::string_view>& fields, Collector& collector) {
    const auto at = [&](std::string_view name) {
      return std::find(names_.begin(), names_.end(), name) - names_.begin();
    };
    if (names_.empty()) {
      names_.assign(fields.begin(), fields.end());
      for (std::string& name : names_) name = std::string(trim(name));
      if (at("Throughput") < std::ssize(names_)) return true;
      names_.clear();
      return false;
    }
    if (fields.size() != names_.size()) return false;
    const auto throughput =
        parse_number(trim(fields[static_cast<size_t>(at("Throughput"))]), NumberStyle::point);
    if (!throughput) return false;
    const auto units = at("Throughput Units");
    const std::string test = test_;
    put("Throughput",
        units < std::ssize(names_) ? std::string(trim(fields[static_cast<size_t>(units)])) : "",
        *throughput, collector);
    for (size_t i = 0; i < fields.size(); ++i) {
      constexpr std::string_view time = " Latency Microseconds";
      const auto value = parse_number(trim(fields[i]), NumberStyle::point);
      if (!value || !names_[i].ends_with(time) || names_[i].starts_with("Stddev")) continue;
      ReadingRow& row =
          collector.add(collector.tables() - 1,
                        test + ": " + names_[i].substr(0, names_[i].size() - 13), "us", *value);
      row.metric.better = Better::lower;
      row.metric.kind = Kind::time;
    }
    names_.clear();
    return true;
  }

  // "10^6bits/sec", with -c "10^6bits/s", with -f "MBytes/sec".
  std::string unit_of_heading() const {
    for (std::string_view word : words(heading_))
      if (word.ends_with("bits/sec") || word.ends_with("Bytes/sec"))
        return std::string(word.substr(0, word.size() - 2));
      else if (word.ends_with("bits/s") || word.ends_with("Bytes/s"))
        return std::string(word);
    return {};
  }

  void put(const std::string& title, const std::string& unit, double value, Collector& collector) {
    const size_t table = collector.open("netperf", label_.empty() ? test_ : label_);
    collector.table(table).context.set("test", test_);
    ReadingRow& row = collector.add(table, test_ + ": " + title, unit, value);
    row.metric.better = Better::higher;
    row.metric.kind = Kind::rate;
    if (title == "Throughput") test_.clear();
  }

  std::string test_, heading_, unit_, label_;
  std::vector<std::string> names_;  // of omni's list
  std::optional<size_t> received_, omni_;
  uint64_t begun_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<NetperfReader>();
}

}  // namespace

extern const Format reader_netperf{"netperf", "netperf's tables", make};

}  // namespace lodestone::reader_netperf
