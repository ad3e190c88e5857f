// SPDX-License-Identifier: GPL-2.0-or-later
// iperf3 -J: the sums of one transfer. Its intervals are seconds of that transfer, not repetitions.
#include <fmt/format.h>

#include "formats/json_view.h"
#include "formats/reader.h"

namespace lodestone::reader_iperf3 {
namespace {

bool read(std::string_view bytes, bool forced, Collector& collector) {
  if (!forced && !(mentions(bytes, "\"start\"") && mentions(bytes, "\"intervals\"") &&
                   (mentions(bytes, "\"bits_per_second\"") || mentions(bytes, "\"error\""))))
    return false;
  const auto document = JsonDocument::parse(bytes, true);
  if (!document) return false;
  const JsonView end = document->root()["end"];
  if (const auto error = document->root()["error"].text())
    collector.find("F229 failed-runs", "iperf3 reports: " + std::string(*error));
  const size_t table = collector.open("iperf3");
  if (const JsonView start = document->root()["start"]["test_start"]) {
    const auto number = [&](const char* name) {
      return static_cast<long long>(start[name].number().value_or(0));
    };
    const std::string protocol = start["protocol"].string("TCP");
    std::string settings = fmt::format("{}, {} streams, {} s{}", protocol, number("num_streams"),
                                       number("duration"), number("reverse") ? ", reverse" : "");
    // The usual block of a stream is not worth a word; iperf3's text has none.
    if (const long long block = number("blksize"); block && (protocol != "TCP" || block != 131072))
      settings += fmt::format(", blocks of {} bytes", block);
    collector.table(table).context.set("settings", std::move(settings));
  }
  const auto add = [&](JsonView sum, const std::string& name) {
    if (auto rate = sum["bits_per_second"].number()) collector.add(table, name, "bits/s", rate);
    if (auto count = sum["retransmits"].number()) {
      ReadingRow& row = collector.add(table, name + " retransmits", "", count);
      row.metric.better = Better::lower;
    }
    if (auto jitter = sum["jitter_ms"].number())
      collector.add(table, name + " jitter", "ms", jitter);
    if (auto lost = sum["lost_percent"].number()) {
      ReadingRow& row = collector.add(table, name + " lost", "%", lost);
      row.metric.better = Better::lower;
    }
  };
  add(end["sum_sent"], "sent");
  add(end["sum_received"], "received");
  if (!end["sum_sent"]) add(end["sum"], "sum");
  const JsonView load = end["cpu_utilization_percent"];
  if (auto host = load["host_total"].number()) collector.add(table, "host cpu", "%", host);
  if (auto remote = load["remote_total"].number()) collector.add(table, "remote cpu", "%", remote);
  return !collector.table(table).rows.empty();
}

}  // namespace

extern const Format reader_iperf3{"iperf3", "iperf3 -J", nullptr, read};

}  // namespace lodestone::reader_iperf3
