// SPDX-License-Identifier: GPL-2.0-or-later
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "store/pack.h"
#include "store/pack_run.h"

namespace lodestone {
namespace {

constexpr uint64_t results_form = 3;
constexpr uint64_t form_with_pass_seconds = 2;
constexpr uint64_t form_with_interleaved = 3;

// A member added to these must be packed here, and read only from the form that has it.
static_assert(sizeof(Sample) == 24 && sizeof(Metric) == 3 * sizeof(Name) + 8,
              "pack the new member");

constexpr double absent = std::numeric_limits<double>::quiet_NaN();
double number_or_absent(const std::optional<double>& value) {
  return value.value_or(absent);
}
std::optional<double> optional_from(double value) {
  return std::isnan(value) ? std::nullopt : std::optional<double>(value);
}

void pack_interleaved(ByteWriter& names, ByteWriter& numbers, const Interleaved* interleaved) {
  names.unsigned_integer(!interleaved ? 0
                                      : 1 | static_cast<uint64_t>(interleaved->open_ended) << 1 |
                                            static_cast<uint64_t>(interleaved->answers) << 2);
  if (!interleaved) return;
  names.text(interleaved->comparison);
  names.integer(interleaved->most_pairs);
  names.unsigned_integer(interleaved->looks.size());
  for (const int look : interleaved->looks) names.integer(look);
  numbers.real(interleaved->floor);
}

std::shared_ptr<const Interleaved> unpack_interleaved(ByteReader& names, ByteReader& numbers) {
  const uint64_t flags = names.unsigned_integer();
  if (flags == 0) return nullptr;
  Interleaved interleaved;
  interleaved.open_ended = flags >> 1 & 1;
  interleaved.answers = flags >> 2 & 1;
  interleaved.comparison = names.text();
  interleaved.most_pairs = static_cast<int>(names.integer());
  interleaved.looks.resize(names.count(1));
  for (int& look : interleaved.looks) look = static_cast<int>(names.integer());
  interleaved.floor = numbers.real();
  return std::make_shared<const Interleaved>(std::move(interleaved));
}

void pack_measurement(ByteWriter& names, ByteWriter& numbers, const Measurement& m) {
  names.text(m.metric.id);
  names.text(m.metric.title);
  names.text(m.metric.unit);
  names.unsigned_integer(static_cast<uint64_t>(m.metric.better) |
                         static_cast<uint64_t>(m.metric.kind) << 4);
  names.unsigned_integer(static_cast<uint64_t>(m.basis) | static_cast<uint64_t>(m.spread_kind)
                                                              << 4);
  numbers.real(number_or_absent(m.center));
  numbers.real(number_or_absent(m.interval[0]));
  numbers.real(number_or_absent(m.interval[1]));
  numbers.real(number_or_absent(m.spread_percent));
  numbers.unsigned_integer(m.n ? static_cast<uint64_t>(*m.n) + 1 : 0);
  numbers.unsigned_integer(m.samples.size());
  int boot = 0, block = 0, process = 0;  // they rise slowly: differences take a byte each
  for (const Sample& sample : m.samples) {
    numbers.real(sample.value);
    numbers.integer(sample.boot - boot);
    numbers.integer(sample.block - block);
    numbers.integer(sample.process - process);
    boot = sample.boot, block = sample.block, process = sample.process;
  }
  pack_interleaved(names, numbers, m.interleaved.get());
}

void unpack_measurement(ByteReader& names, ByteReader& numbers, uint64_t form, Measurement& m) {
  m.metric.id = names.text();
  m.metric.title = names.text();
  m.metric.unit = names.text();
  const uint64_t direction = names.unsigned_integer();
  m.metric.better = static_cast<Better>(direction & 15);
  m.metric.kind = static_cast<Kind>(direction >> 4 & 15);
  const uint64_t basis = names.unsigned_integer();
  m.basis = static_cast<Basis>(basis & 15);
  m.spread_kind = static_cast<SpreadKind>(basis >> 4 & 15);
  m.center = optional_from(numbers.real());
  m.interval[0] = optional_from(numbers.real());
  m.interval[1] = optional_from(numbers.real());
  m.spread_percent = optional_from(numbers.real());
  if (const uint64_t n = numbers.unsigned_integer()) m.n = static_cast<long long>(n - 1);
  m.samples.resize(numbers.count(11));
  Sample before;
  for (Sample& sample : m.samples) {
    sample.value = numbers.real();
    sample.boot = before.boot + static_cast<int32_t>(numbers.integer());
    sample.block = before.block + static_cast<int32_t>(numbers.integer());
    sample.process = before.process + static_cast<int32_t>(numbers.integer());
    before = sample;
  }
  if (form >= form_with_interleaved) m.interleaved = unpack_interleaved(names, numbers);
}

}  // namespace

std::string pack_results(const std::vector<WorkloadResult>& workloads) {
  ByteWriter names, numbers;
  names.unsigned_integer(workloads.size());
  for (const WorkloadResult& workload : workloads) {
    names.text(workload.id);
    names.integer(workload.copies);
    names.text(workload.mode);
    names.unsigned_integer(workload.parameters.size());
    for (const auto& [key, value] : workload.parameters) {
      names.text(key);
      names.text(value);
    }
    numbers.real(workload.pass_seconds);
    names.unsigned_integer(workload.metrics.size());
    for (const Measurement& measurement : workload.metrics)
      pack_measurement(names, numbers, measurement);
  }
  ByteWriter out;
  out.unsigned_integer(results_form);
  out.text(compress(names.bytes()));
  out.text(numbers.bytes());
  return out.take();
}

Result<std::vector<WorkloadResult>> unpack_results(std::string_view packed) {
  ByteReader in(packed);
  const uint64_t form = in.unsigned_integer();
  if (form < 1 || form > results_form)
    return fail(ErrorCode::unreadable, "stored results have an unknown form", "",
                "a newer lodestone may have written them");
  LODESTONE_ASSIGN(const std::string name_bytes, decompress(in.text()));
  ByteReader names(name_bytes), numbers(in.text());
  std::vector<WorkloadResult> workloads(names.count(5));
  for (WorkloadResult& workload : workloads) {
    workload.id = names.text();
    workload.copies = static_cast<int>(names.integer());
    workload.mode = names.text();
    for (size_t left = names.count(2); left > 0 && names.ok(); --left) {
      std::string key(names.text());
      workload.parameters[std::move(key)] = names.text();
    }
    if (form >= form_with_pass_seconds) workload.pass_seconds = numbers.real();
    workload.metrics.resize(names.count(5));
    for (Measurement& measurement : workload.metrics)
      unpack_measurement(names, numbers, form, measurement);
    if (!names.ok() || !numbers.ok()) break;
  }
  if (!in.ok() || !names.ok() || !names.at_end() || !numbers.ok() || !numbers.at_end())
    return fail(ErrorCode::unreadable, "stored results are damaged", "they end too early or late");
  return workloads;
}

}  // namespace lodestone
