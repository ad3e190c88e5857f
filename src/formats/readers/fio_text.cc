// SPDX-License-Identifier: GPL-2.0-or-later
// fio as it prints for people, version 2 and 3: rate, bandwidth and latencies of each job. Titles
// are those of the JSON reader. Deviations there are those of single requests, no spread of runs.
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_fio_text {
namespace {

// The text behind `key` up to one of the ends; nothing if the key is not there.
std::string_view behind(std::string_view text, std::string_view key, std::string_view ends) {
  const size_t at = text.find(key);
  if (at == text.npos) return {};
  std::string_view rest = trim(text.substr(at + key.size()));
  return rest.substr(0, rest.find_first_of(ends));
}

// "(R) 4096B-4096B, (W) ..." and "4K-4K/4K-4K/4K-4K": the size where there is but one.
std::string one_size(std::string_view text) {
  std::string found;
  size_t i = 0;
  while (i < text.size()) {
    if (!is_digit(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    long long value = parse_integer(text.substr(i, end - i)).value_or(0);
    if (end < text.size() && (text[end] == 'K' || text[end] == 'k')) value *= 1024;
    if (end < text.size() && (text[end] == 'M' || text[end] == 'm')) value *= 1048576;
    if (end + 2 < text.size() && text.substr(end).starts_with("KiB")) end += 2;
    const std::string size = std::to_string(value);
    if (!found.empty() && found != size) return std::string(trim(text));
    found = size;
    i = end + 1;
  }
  return found;
}

class FioReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty() || text.size() > 600) return false;
    if (text.find(": (g=") != text.npos && text.find("rw=") != text.npos) {
      if (table_ || jobs_.empty()) begin(collector);
      announce(text);
      last_ = line.number;
      return true;
    }
    if (const size_t at = text.find(": (groupid="); at != text.npos && at > 0) {
      // A heading since the table began names another run.
      const std::string label = collector.surroundings.label();
      const bool headed =
          table_ && label != label_ && (role_of(label) != Role::none || names_version(label));
      if (headed || (jobs_.empty() && (!table_ || line.number > last_ + 80))) begin(collector);
      last_ = line.number;
      return head(text, at, collector);
    }
    if (jobs_.empty() && job_.empty()) return false;
    if (text.starts_with("fio-") && words(text).size() == 1) {
      version_ = std::string(text);
      return true;
    }
    if (text.starts_with("Starting ") && words(text).size() <= 4) return true;
    if (job_.empty() || line.number > last_ + 80) return false;
    return body(text, collector);
  }

 private:
  void begin(Collector& collector) {
    table_.reset();
    jobs_.clear();
    job_.clear();
    version_.clear();
    label_ = collector.surroundings.label();
  }

  // "randread: (g=0): rw=randread, bs=(R) 4096B-4096B, ..., ioengine=libaio, iodepth=32"
  void announce(std::string_view text) {
    const std::string name(trim(text.substr(0, text.find(": (g="))));
    const size_t bs = text.find("bs="), engine = text.find(", ioengine=");
    const std::string size = bs != text.npos && engine != text.npos && bs < engine
                                 ? one_size(text.substr(bs + 3, engine - bs - 3))
                                 : std::string();
    jobs_[name] = fmt::format("rw={} bs={} ioengine={} iodepth={}", behind(text, "rw=", ", "), size,
                              behind(text, "ioengine=", ", "), behind(text, "iodepth=", ", "));
  }

  // "randread: (groupid=0, jobs=1): err= 0: pid=1234: ..."
  bool head(std::string_view text, size_t at, Collector& collector) {
    job_ = std::string(trim(text.substr(0, at)));
    side_.clear();
    const auto jobs = parse_integer(behind(text, "jobs=", "), "));
    const auto error = parse_integer(behind(text, "err=", ": ("));
    if (!error || *error != 0) {
      collector.find("F229 failed-runs", "job " + job_ + " ended with an error; it is left out");
      failed_ = true;
      return true;
    }
    failed_ = false;
    if (!table_) {
      table_ = collector.open("fio", label_);
      if (!version_.empty()) collector.table(*table_).context.set("fio", version_);
    }
    const auto settings = jobs_.find(job_);
    if (settings == jobs_.end()) return true;
    Context& context = collector.table(*table_).context;
    const std::string earlier = context.get("settings").value_or("");
    context.set("settings",
                fmt::format("{}{}{}: {} numjobs={}", earlier, earlier.empty() ? "" : "; ", job_,
                            settings->second, jobs.value_or(1)));
    return true;
  }

  bool body(std::string_view text, Collector& collector) {
    for (const char* side : {"read", "write", "trim"})
      if (text.starts_with(side) && text.find('=') != text.npos) {
        std::string_view rest = trim(text.substr(std::string_view(side).size()));
        if (!rest.starts_with(":")) continue;
        side_ = side;
        rate(rest, collector);
        return true;
      }
    if (text.starts_with("cpu ") && text.find("usr=") != text.npos) {
      const auto user = parse_percent(behind(text, "usr=", ", "), NumberStyle::point);
      const auto system = parse_percent(behind(text, "sys=", ", "), NumberStyle::point);
      if (!failed_ && user) collector.add(*table_, job_ + " usr_cpu", "%", user->value);
      if (!failed_ && system) collector.add(*table_, job_ + " sys_cpu", "%", system->value);
      side_.clear();
      return true;
    }
    for (const char* kind : {"slat", "clat", "lat"}) {
      const std::string start = std::string(kind) + " (";
      if (text.starts_with(start) && text.find("avg=") != text.npos && !side_.empty()) {
        const std::string unit(behind(text, start, ")"));
        if (auto mean = parse_number(behind(text, "avg=", ", "), NumberStyle::point))
          put(std::string(kind) + " mean", unit, *mean, collector);
        return true;
      }
      if (text.starts_with(std::string(kind) + " percentiles (")) {
        kind_ = kind;
        unit_ = std::string(behind(text, "percentiles (", ")"));
        return true;
      }
    }
    if (text.front() == '|' && !side_.empty() && !kind_.empty())
      return percentiles(text, collector);
    for (const char* other : {"bw ", "iops ", "lat (", "IO depths", "submit ", "complete ",
                              "issued ", "latency ", "issue"})
      if (text.starts_with(other)) return true;
    if (text.starts_with("Run status ")) {
      job_.clear();
      jobs_.clear();
    }
    return false;
  }

  // ": IOPS=102k, BW=399MiB/s (418MB/s)(3989MiB/10001msec)" and
  // ": io=3989.0MB, bw=399.0MB/s, iops=102400, runtime= 10001msec"
  void rate(std::string_view text, Collector& collector) {
    std::string_view iops = behind(text, "IOPS=", ", ");
    if (iops.empty()) iops = behind(text, "iops=", ", ");
    if (const auto value = parse_prefixed(
            iops.ends_with('k') ? to_upper_k(iops) : std::string(iops), NumberStyle::point)) {
      put("iops", "iops", *value, collector, prefixed_rounding(iops));
    }
    std::string_view bandwidth = behind(text, "BW=", " (,");
    if (bandwidth.empty()) bandwidth = behind(text, "bw=", " (,");
    Cursor cursor(bandwidth);
    if (const auto value = cursor.take_number(NumberStyle::point); value && !cursor.done())
      put("bandwidth", std::string(cursor.rest()), value->value, collector);
  }

  static std::string to_upper_k(std::string_view text) {
    std::string out(text);
    out.back() = 'K';
    return out;
  }

  // "| 99.00th=[  400], 99.50th=[  420], 99.90th=[  600], 99.95th=[  700],"
  bool percentiles(std::string_view text, Collector& collector) {
    for (size_t at = 0; (at = text.find("th=[", at)) != text.npos; at += 4) {
      size_t start = at;
      while (start > 0 && (is_digit(text[start - 1]) || text[start - 1] == '.')) --start;
      const size_t close = text.find(']', at);
      const std::string_view which = text.substr(start, at - start);
      if (close == text.npos || (which != "50.00" && which != "99.00" && which != "99.90"))
        continue;
      const auto percent = parse_double(which);
      if (auto value = parse_number(trim(text.substr(at + 4, close - at - 4)), NumberStyle::point))
        put(kind_ + " p" + shortest(*percent), unit_, *value, collector);
    }
    return true;
  }

  void put(const std::string& what, const std::string& unit, double value, Collector& collector,
           std::optional<double> rounding = std::nullopt) {
    if (failed_ || !table_) return;
    ReadingRow& row = collector.add(*table_, job_ + ' ' + side_ + ' ' + what, unit, value);
    row.rounding = rounding;
    if (what == "iops" || what == "bandwidth") {
      row.metric.better = Better::higher;
      row.metric.kind = Kind::rate;
    }
  }

  std::optional<size_t> table_;
  std::map<std::string, std::string> jobs_;  // what was announced of each
  std::string job_, side_, kind_, unit_, version_, label_;
  uint64_t last_ = 0;
  bool failed_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<FioReader>();
}

}  // namespace

extern const Format reader_fio_text{"fio-text", "fio's text, versions 2 and 3", make};

}  // namespace lodestone::reader_fio_text
