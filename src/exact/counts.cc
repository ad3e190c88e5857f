// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/counts.h"

#include <charconv>

namespace lodestone::exact {
namespace {

// Blank-separated fields of one line, without copies: these files have a million numbers.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  std::string_view word() {
    size_t start = rest_.find_first_not_of(' ');
    if (start == std::string_view::npos) {
      good_ = false;
      return {};
    }
    rest_.remove_prefix(start);
    std::string_view result = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(result.size());
    return result;
  }
  template <typename T>
  void number(T& value, int base = 10) {
    std::string_view text = word();
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    good_ = good_ && error == std::errc() && end == text.data() + text.size();
  }
  bool good() const { return good_; }
  bool empty() const { return rest_.find_first_not_of(' ') == std::string_view::npos; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

bool unhex(std::string_view text, std::string& bytes) {
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    unsigned byte = 0;
    auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
    if (error != std::errc() || end != text.data() + i + 2) return false;
    bytes += static_cast<char>(byte);
  }
  return text.size() % 2 == 0;
}

tl::unexpected<Error> incomplete(std::string why) {
  return fail(ErrorCode::failed, "the emulator's counts are not complete", std::move(why),
              "see whether the emulator was killed or the disk is full");
}

}  // namespace

Result<Counts> read_counts(std::string_view text) {
  Counts counts;
  Section* section = nullptr;
  Path* path = nullptr;
  std::vector<std::pair<uint32_t, uint64_t>>* executed = nullptr;
  bool ended = false;
  size_t line_number = 0;
  while (!text.empty()) {
    size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return incomplete("its last line is cut");
    std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline + 1);
    ++line_number;
    Fields fields(line);
    if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
      if (path != nullptr) {
        auto& [slot, times] = path->executed.emplace_back();
        fields.number(slot);
        fields.number(times);
      } else if (executed != nullptr) {
        auto& [slot, times] = executed->emplace_back();
        fields.number(slot);
        fields.number(times);
      }
    } else {
      std::string_view kind = fields.word();
      if (kind == "lodestone-counts") {
        if (line != "lodestone-counts 1") return incomplete("it is of another version");
      } else if (kind == "section") {
        unsigned index = 0;
        section = &counts.sections.emplace_back();
        path = nullptr;
        executed = nullptr;
        fields.number(index);
        fields.word();
        fields.number(section->processor);
        fields.word();
        fields.number(section->operations);
      } else if (kind == "run" && section != nullptr) {
        OperationRun& run = section->runs.emplace_back();
        fields.number(run.times);
        for (auto& value : run.own) fields.number(value);
        for (size_t i = 1; i < cause_count; ++i) fields.number(run.foreign[i]);
      } else if (kind == "path" && section != nullptr) {
        path = &section->paths.emplace_back();
        fields.number(path->kernel);
        fields.number(path->user);
        fields.word();
        fields.number(path->seen);
        fields.word();
        fields.number(path->different);
      } else if (kind == "looked" && section != nullptr) {
        fields.number(section->looked_at);
        path = nullptr;
      } else if (kind == "spread" && section != nullptr) {
        SymbolSpread& spread = section->spreads.emplace_back();
        fields.number(spread.symbol);
        while (fields.good() && !fields.empty()) {
          auto& [value, times] = spread.values.emplace_back();
          fields.number(value);
          fields.number(times);
        }
      } else if (kind == "executed" && section != nullptr) {
        size_t cause = 0;
        fields.number(cause);
        if (cause >= cause_count) return incomplete("an unknown cause");
        path = nullptr;
        executed = &section->executed[cause];
      } else if (kind == "access" && section != nullptr) {
        InstructionAccesses& access = section->accesses.emplace_back();
        fields.number(access.instruction);
        fields.number(access.loads);
        fields.number(access.stores);
        fields.number(access.misses);
      } else if (kind == "per_cpu" && section != nullptr) {
        auto& [processor, offset] = section->per_cpu.emplace_back();
        fields.number(processor);
        fields.number(offset, 16);
      } else if (kind == "line" && section != nullptr) {
        DataLine& data = section->lines.emplace_back();
        unsigned stack = 0;
        fields.number(data.address, 16);
        fields.number(stack);
        data.stack = stack != 0;
        fields.number(data.transfers);
        fields.number(data.misses);
        for (int& symbol : data.reading) fields.number(symbol);
        for (int& symbol : data.writing) fields.number(symbol);
      } else if (kind == "granule" && section != nullptr && !section->lines.empty()) {
        DataGranule& granule = section->lines.back().granules.emplace_back();
        fields.number(granule.index);
        fields.number(granule.loads);
        fields.number(granule.stores);
        fields.number(granule.readers, 16);
        fields.number(granule.writers, 16);
      } else if (kind == "section_end") {
        section = nullptr;
        path = nullptr;
        executed = nullptr;
      } else if (kind == "instruction") {
        size_t slot = 0;
        ExecutedInstruction& instruction = counts.instructions.emplace_back();
        fields.number(slot);
        fields.number(instruction.address, 16);
        fields.number(instruction.flow);
        if (!unhex(fields.word(), instruction.bytes)) return incomplete("damaged bytes");
      } else if (kind == "error") {
        return incomplete(std::string(line.substr(6)));
      } else if (kind == "end") {
        ended = true;
      }
    }
    if (!fields.good()) return incomplete("line " + std::to_string(line_number) + " is damaged");
  }
  if (!ended) return incomplete("its end is missing");
  for (const Section& each : counts.sections) {
    for (const Path& taken : each.paths)
      for (const auto& [slot, times] : taken.executed)
        if (slot >= counts.instructions.size()) return incomplete("an instruction is missing");
    for (const InstructionAccesses& access : each.accesses)
      if (access.instruction >= counts.instructions.size())
        return incomplete("an instruction is missing");
    for (const auto& cause : each.executed)
      for (const auto& [slot, times] : cause)
        if (slot >= counts.instructions.size()) return incomplete("an instruction is missing");
  }
  return counts;
}

}  // namespace lodestone::exact
