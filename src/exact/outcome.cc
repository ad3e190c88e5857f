// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/outcome.h"

#include <algorithm>

#include "exact/code_hash.h"
#include "exact/function_names.h"
#include "exact/plugin/decode.h"
#include "exact/tracking_plan.h"

namespace lodestone::exact {

namespace {

class Attributor {
 public:
  Attributor(const Counts& counts, const Arm& arm, const SymbolMap& guest)
      : counts_(counts), kernel_(*arm.symbols), user_(guest), arm_(arm), guest_(guest) {}

  void functions(const Path& path, Functions& kernel, Functions& user) const {
    auto ordered = path.executed;
    std::sort(ordered.begin(), ordered.end(), [this](const auto& a, const auto& b) {
      return counts_.instructions[a.first].address < counts_.instructions[b.first].address;
    });
    const Symbol* current = nullptr;
    FunctionCount* into = nullptr;
    CodeHash kernel_hash(arm_.architecture, *arm_.symbols);
    CodeHash user_hash(arm_.architecture, guest_);
    for (const auto& [slot, times] : ordered) {
      const ExecutedInstruction& instruction = counts_.instructions[slot];
      bool in_kernel = instruction.address >> 63;
      const FunctionNames& namer = in_kernel ? kernel_ : user_;
      const Symbol* symbol = namer.at(instruction.address);
      CodeHash& hash = in_kernel ? kernel_hash : user_hash;
      if (symbol != current || into == nullptr) {
        current = symbol;
        into = &(in_kernel ? kernel : user)[symbol == nullptr ? "(unknown)" : namer.name(*symbol)];
        hash.start_again();
        combine(*into, 0x9e3779b97f4a7c15);
      }
      into->instructions += times;
      if (is_branch(static_cast<Flow>(instruction.flow))) into->branches += times;
      if (symbol != nullptr && symbol->address == instruction.address &&
          symbol->name.find(".cold") == std::string::npos)
        into->calls += times;
      hash.add(instruction.bytes, instruction.address);
      combine(*into, hash.value());
    }
  }

  const FunctionNames& kernel_names() const { return kernel_; }

  void ways(const Path& path, WorkloadOutcome& outcome) const {
    Machine machine = arm_.architecture == Architecture::x86_64 ? Machine::x86_64 : Machine::arm64;
    outcome.sources = sources_of(path, counts_, kernel_);
    outcome.kernel_branches = branches_of(path, counts_, machine, kernel_, true);
    outcome.user_branches = branches_of(path, counts_, machine, user_, false);
  }

  size_t instructions() const { return counts_.instructions.size(); }

  // Executions by the symbol that holds the instruction; the second of the key: the kernel's.
  using Place = std::pair<const Symbol*, bool>;
  std::map<Place, uint64_t> by_symbol(const std::vector<uint64_t>& by_slot) const {
    std::map<Place, uint64_t> sums;
    for (size_t slot = 0; slot < by_slot.size(); ++slot) {
      if (by_slot[slot] == 0) continue;
      const uint64_t address = counts_.instructions[slot].address;
      const bool in_kernel = address >> 63;
      sums[{(in_kernel ? kernel_ : user_).at(address), in_kernel}] += by_slot[slot];
    }
    return sums;
  }
  std::string name_of(const Place& place) const {
    return place.first == nullptr ? "(unknown)"
                                  : (place.second ? kernel_ : user_).name(*place.first);
  }

 private:
  static void combine(FunctionCount& function, uint64_t value) {
    function.code_hash = (function.code_hash ^ value) * 0x100000001b3;
  }

  const Counts& counts_;
  FunctionNames kernel_, user_;
  const Arm& arm_;
  const SymbolMap& guest_;
};

// The sections of each processor come in the order of its task's marks.
std::vector<std::pair<const GuestSection*, const Section*>> joined_sections(
    const GuestReport& report, const Counts& counts, int cpus) {
  std::map<unsigned, std::vector<const Section*>> by_processor;
  for (const Section& section : counts.sections)
    by_processor[section.processor].push_back(&section);
  std::map<unsigned, size_t> next;
  std::vector<std::pair<const GuestSection*, const Section*>> pairs;
  for (const GuestSection& said : report.sections) {
    unsigned processor = said.task % static_cast<unsigned>(cpus);
    size_t& index = next[processor];
    auto& sections = by_processor[processor];
    if (index < sections.size()) pairs.emplace_back(&said, sections[index++]);
  }
  return pairs;
}

void add_section(WorkloadOutcome& outcome, const GuestSection& said, const Section& section,
                 std::array<double, cause_count>& foreign, double& counted) {
  outcome.operations += section.operations;
  counted += static_cast<double>(said.counted);
  for (const OperationRun& run : section.runs) {
    for (size_t q = 0; q < quantities; ++q)
      outcome.counts[q].add(said.phase, run.own[q], run.times);
    for (size_t c = 1; c < cause_count; ++c)
      foreign[c] += static_cast<double>(run.foreign[c]) * static_cast<double>(run.times);
  }
}

void choose_path(WorkloadOutcome& outcome, const std::vector<const Section*>& sections,
                 const Attributor& attributor) {
  auto kernel = outcome.counts[0].mode();
  auto user = outcome.counts[1].mode();
  outcome.usual = kernel.has_value() && user.has_value();
  const Path* chosen = nullptr;
  for (const Section* section : sections) {
    for (const Path& path : section->paths) {
      if (outcome.usual) {
        if (path.kernel != *kernel || path.user != *user) continue;
        if (chosen == nullptr) chosen = &path;
        outcome.path_seen += path.seen;
        outcome.path_different += path.different;
        // Phases that took the same number of instructions by another way are different, too.
        if (path.executed != chosen->executed) outcome.path_different += path.seen - path.different;
      } else if (chosen == nullptr || path.kernel < chosen->kernel ||
                 (path.kernel == chosen->kernel && path.user < chosen->user)) {
        chosen = &path;
      }
    }
  }
  if (chosen == nullptr) return;
  outcome.has_path = true;
  outcome.path_kernel = chosen->kernel;
  outcome.path_user = chosen->user;
  if (!outcome.usual) {
    outcome.path_seen = chosen->seen;
    outcome.path_different = chosen->different;
  }
  attributor.functions(*chosen, outcome.kernel, outcome.user);
  attributor.ways(*chosen, outcome);
}

constexpr double steady_share = 0.9;
constexpr uint64_t fewest_looked_at = 3;

// A function is steady where each of its pieces is, at one value in all sections.
void add_spreads(WorkloadOutcome& outcome, const std::vector<const Section*>& sections,
                 const FunctionNames& names, const std::vector<const Symbol*>& symbols) {
  struct Piece {
    std::vector<std::pair<uint64_t, double>> usual;  // a section: value, share
    std::vector<uint64_t> common;
  };
  std::map<uint32_t, Piece> pieces;
  bool enough = !sections.empty();
  for (const Section* section : sections) {
    enough = enough && section->looked_at >= fewest_looked_at;
    for (const SymbolSpread& spread : section->spreads) {
      if (spread.values.empty()) continue;
      for (const auto& [value, times] : spread.values)
        if (value != 0) pieces[spread.symbol].common.push_back(value);
      pieces[spread.symbol].usual.emplace_back(
          spread.values[0].first,
          static_cast<double>(spread.values[0].second) / static_cast<double>(section->looked_at));
    }
  }
  for (const auto& [index, piece] : pieces) {
    if (index >= symbols.size()) continue;
    FunctionSpread& spread =
        outcome.spreads.try_emplace(names.name(*symbols[index]), FunctionSpread{enough, 0, {}})
            .first->second;
    // In sections that do not name it, it was never executed.
    uint64_t value = piece.usual.size() < sections.size() ? 0 : piece.usual[0].first;
    for (const auto& [usual, share] : piece.usual)
      spread.steady = spread.steady && usual == value && share >= steady_share;
    spread.usual += value;
    spread.common.insert(spread.common.end(), piece.common.begin(), piece.common.end());
  }
}

void sum_beyond(WorkloadOutcome& outcome, const std::vector<const Section*>& sections,
                const Attributor& attributor) {
  // By instruction first: every section has tens of thousands, and names take time.
  std::vector<uint64_t> by_slot(attributor.instructions());
  for (const Section* section : sections)
    for (const auto& [slot, times] : section->executed[0]) by_slot[slot] += times;
  std::map<std::string, double> sums;
  for (const auto& [symbol, times] : attributor.by_symbol(by_slot))
    sums[attributor.name_of(symbol)] += static_cast<double>(times);
  for (const auto& [name, sum] : sums) {
    auto found = outcome.kernel.find(name);
    if (found == outcome.kernel.end() && outcome.user.contains(name)) continue;
    double usual =
        found == outcome.kernel.end() ? 0 : static_cast<double>(found->second.instructions);
    double more = sum / static_cast<double>(outcome.operations) - usual;
    if (more > 0.0005) outcome.beyond[name] = more;
  }
}

}  // namespace

double WorkloadOutcome::headline(size_t quantity) const {
  const Distribution& distribution = counts[quantity];
  return static_cast<double>(distribution.mode().value_or(distribution.minimum())) / counted;
}

Result<std::vector<WorkloadOutcome>> outcomes_of(const GuestReport& report, const Counts& counts,
                                                 const BootOptions& options, const Arm& arm,
                                                 const SymbolMap& guest_symbols) {
  auto pairs = joined_sections(report, counts, options.cpus);
  if (pairs.size() != report.sections.size() || pairs.size() != counts.sections.size())
    return fail(ErrorCode::failed, "the guest and the plugin disagree about what was run",
                std::to_string(report.sections.size()) + " sections were reported and " +
                    std::to_string(counts.sections.size()) + " counted");
  for (const auto& [said, section] : pairs)
    if (said->operations != section->operations)
      return fail(ErrorCode::failed, "the guest and the plugin disagree about what was run",
                  "another number of operations was counted than run in " + said->workload);
  Attributor attributor(counts, arm, guest_symbols);
  auto code = std::make_shared<const CodeMap>(counts, arm, attributor.kernel_names());
  std::vector<const Symbol*> symbols = plan_symbols(*arm.symbols);
  std::vector<WorkloadOutcome> outcomes;
  for (const GuestJob& job : options.jobs) {
    WorkloadOutcome outcome;
    outcome.workload = job.workload;
    outcome.parameters = job.parameters;
    outcome.tasks = options.tasks;
    if (auto found = report.skipped.find(job.workload); found != report.skipped.end())
      outcome.skipped = found->second.empty() ? "no reason given" : found->second;
    if (auto found = report.failed.find(job.workload); found != report.failed.end())
      outcome.failed = found->second.empty() ? "no reason given" : found->second;
    std::vector<const Section*> sections;
    std::array<double, cause_count> foreign{};
    double counted = 0;
    for (const auto& [said, section] : pairs) {
      if (said->workload != job.workload) continue;
      sections.push_back(section);
      add_section(outcome, *said, *section, foreign, counted);
    }
    if (outcome.operations > 0) {
      auto operations = static_cast<double>(outcome.operations);
      outcome.counted = counted > 0 ? counted / operations : 1;
      for (size_t c = 1; c < cause_count; ++c) outcome.foreign[c] = foreign[c] / operations;
      choose_path(outcome, sections, attributor);
      sum_beyond(outcome, sections, attributor);
      add_spreads(outcome, sections, attributor.kernel_names(), symbols);
      outcome.code = code;
    }
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

}  // namespace lodestone::exact
