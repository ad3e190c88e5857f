// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/operand.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/fd.h"
#include "base/text.h"
#include "formats/read.h"
#include "measure/recover.h"
#include "store/store.h"

namespace lodestone {
namespace {

// A run document of our own keeps its levels; every other text goes to the readers.
std::optional<Result<std::vector<Run>>> run_document(const std::string& path) {
  auto head = read_file(path, size_t{4} << 30);
  if (!head || head->find("\"lodestone.run/1\"") == std::string::npos ||
      trim(*head).substr(0, 1) != "{")
    return std::nullopt;
  auto document = parse_json(*head);
  if (!document) return std::nullopt;
  auto run = run_from_json(*document);
  if (!run) return Result<std::vector<Run>>(tl::unexpected<Error>(run.error()));
  return Result<std::vector<Run>>(std::vector<Run>{std::move(*run)});
}

using ByMachine = std::map<std::pair<std::string, std::string>, Operand>;

// By host name and processor; runs of files that were read are no stored runs.
ByMachine by_machine(const Operand& operand) {
  ByMachine machines;
  for (const Run& run : operand.runs) {
    Operand& one = machines[{run.context.get("machine").value_or(""),
                             run.context.get("cpu_model").value_or("")}];
    one.name = operand.name;
    one.runs.push_back(run);
  }
  return machines;
}

}  // namespace

std::vector<std::pair<Operand, Operand>> machine_pairs(const Operand& base, const Operand& new_,
                                                       std::vector<Finding>& findings) {
  std::vector<std::pair<Operand, Operand>> pairs;
  if (base.runs.size() < 2 && new_.runs.size() < 2) return pairs;
  ByMachine first = by_machine(base), second = by_machine(new_);
  if (first.size() < 2 && second.size() < 2) return pairs;
  std::vector<std::string> lonely;
  for (auto& [machine, operand] : first)
    if (const auto other = second.find(machine); other != second.end())
      pairs.emplace_back(std::move(operand), std::move(other->second));
    else
      lonely.push_back(machine.first + " (" + machine.second + ") with " + base.name);
  for (const auto& [machine, operand] : second)
    if (!first.contains(machine))
      lonely.push_back(machine.first + " (" + machine.second + ") with " + new_.name);
  if (!pairs.empty() && !lonely.empty())
    add_finding(
        findings,
        {"F057 machine-one-sided",
         "left out, because the other side was not measured there: " + join(lonely, ", "),
         "two machines differ by more than two kernels do", "measure both sides on each machine"});
  return pairs;
}

Result<Operand> load_operand(const std::string& name, const OperandOptions& options) {
  Operand operand;
  operand.name = name;
  const bool file = name == "-" || name.find('/') != std::string::npos || exists(name);
  std::optional<Error> store_error;
  if (name != "-" && name.find('/') == std::string::npos) {
    auto store = open_store(options.store, Access::read);
    if (store) {
      auto ids = (*store)->resolve(name);
      if (ids && file)
        return fail(
            ErrorCode::usage, "'" + name + "' is both a stored label and a file", "",
            "write ./" + name + " for the file, or rename the label (lodestone store label)");
      if (ids) {
        for (const std::string& id : *ids) {
          LODESTONE_ASSIGN(Run run,
                           (*store)->load_run(id, options.passes ? Store::Passes::always
                                                                 : Store::Passes::if_no_results));
          recover_results(run);
          operand.runs.push_back(std::move(run));
        }
        return operand;
      }
      store_error = ids.error();
    } else {
      store_error = store.error();
    }
  }
  if (!file) {
    Error error{ErrorCode::not_found, "there is neither a file nor a stored run '" + name + "'",
                store_error
                    ? store_error->what + (store_error->why.empty() ? "" : ": " + store_error->why)
                    : "",
                "lodestone store list shows the stored runs"};
    if (store_error && store_error->code != ErrorCode::not_found) error = *store_error;
    return tl::unexpected<Error>(error);
  }
  if (name != "-" && options.from.empty())
    if (auto runs = run_document(name)) {
      if (!*runs) return tl::unexpected<Error>(runs->error());
      operand.runs = std::move(**runs);
      return operand;
    }
  LODESTONE_ASSIGN(operand.reading, read_results(name, {options.from}));
  return operand;
}

std::string list_tables(const Reading& reading) {
  std::string out;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    std::vector<std::string> facts{table.format};
    if (table.copies) facts.push_back(std::to_string(*table.copies) + " copies");
    for (const char* fact : {"machine", "cpu_model", "kernel"})
      if (auto value = table.context.get(fact);
          value && table.label.find(*value) == std::string::npos)
        facts.push_back(*value);
    facts.push_back(std::to_string(table.rows.size()) + " rows");
    if (table.repeat_of) facts.push_back("repeats " + std::to_string(*table.repeat_of + 1));
    out += "  " + std::to_string(i + 1) + ": " +
           (table.label.empty() ? "(no label)" : table.label) + " (" + join(facts, ", ") + ")\n";
  }
  return out;
}

Result<size_t> select_table(const Reading& reading, const std::string& selector) {
  if (auto number = parse_integer(selector)) {
    if (*number >= 1 && static_cast<size_t>(*number) <= reading.tables.size())
      return static_cast<size_t>(*number) - 1;
  } else {
    std::vector<size_t> found;
    for (size_t i = 0; i < reading.tables.size(); ++i)
      if (!reading.tables[i].repeat_of &&
          to_lower(reading.tables[i].label).find(to_lower(selector)) != std::string::npos)
        found.push_back(i);
    if (found.size() == 1) return found[0];
    if (found.size() > 1)
      return fail(ErrorCode::usage, "'" + selector + "' fits several tables",
                  "\n" + list_tables(reading), "choose by number");
  }
  return fail(ErrorCode::usage, "no table fits '" + selector + "'",
              "the text holds\n" + list_tables(reading), "choose one by its number");
}

namespace {

// Metric names that stand in more than one table: those cannot be one side.
bool clashes(const Reading& reading) {
  std::set<std::pair<Name, std::optional<int>>> seen;
  for (const ReadingTable& table : reading.tables)
    if (!table.repeat_of)
      for (const ReadingRow& row : table.rows)
        if (!seen.insert({row.metric.id, table.copies}).second) return true;
  return false;
}

}  // namespace

Result<Side> side_of(const Operand& operand, const std::string& selector) {
  if (!operand.reading) {
    Side side = side_of(operand.runs);
    if (side.label.empty()) side.label = operand.name;
    return side;
  }
  const Reading& reading = *operand.reading;
  std::vector<size_t> chosen;
  if (!selector.empty()) {
    LODESTONE_ASSIGN(const size_t index, select_table(reading, selector));
    chosen.push_back(index);
  } else {
    for (size_t i = 0; i < reading.tables.size(); ++i)
      if (!reading.tables[i].repeat_of) chosen.push_back(i);
    if (chosen.size() > 1 && clashes(reading))
      return fail(ErrorCode::usage, operand.name + " holds several results",
                  "\n" + list_tables(reading),
                  "say which with --base and --new, a number or a part of the label");
  }
  if (chosen.empty())
    return fail(ErrorCode::unreadable, operand.name + " holds no results", "",
                "lodestone read " + operand.name + " shows what was understood of it");
  Side side = side_of(reading.tables[chosen[0]]);
  for (size_t i = 1; i < chosen.size(); ++i) {
    Side more = side_of(reading.tables[chosen[i]]);
    side.measurements.insert(side.measurements.end(), more.measurements.begin(),
                             more.measurements.end());
  }
  if (side.label.empty()) side.label = operand.name == "-" ? "standard input" : operand.name;
  for (const Finding& finding : reading.findings) add_finding(side.findings, finding);
  return side;
}

Result<Side> take_side(Operand& operand, const std::string& selector) {
  if (operand.reading) return side_of(std::as_const(operand), selector);
  Side side = side_of(std::move(operand.runs));
  if (side.label.empty()) side.label = operand.name;
  return side;
}

namespace {

// Table by label. lmbench's overhead differs from run to run and is no part of it. Empty where a
// label stands twice.
std::map<std::string, size_t> by_label(const Reading& reading) {
  std::map<std::string, size_t> tables;
  for (size_t i = 0; i < reading.tables.size(); ++i) {
    const ReadingTable& table = reading.tables[i];
    if (table.repeat_of) continue;
    const std::string label = table.label.substr(0, table.label.find(" ovr="));
    if (!tables.emplace(table.format + " " + label, i).second) return {};
  }
  return tables;
}

}  // namespace

std::vector<std::pair<size_t, size_t>> tables_of_one_label(const Operand& base,
                                                           const Operand& new_) {
  std::vector<std::pair<size_t, size_t>> pairs;
  if (!base.reading || !new_.reading || (!clashes(*base.reading) && !clashes(*new_.reading)))
    return pairs;
  const auto first = by_label(*base.reading), second = by_label(*new_.reading);
  if (first.size() < 2 || first.size() != second.size()) return pairs;
  for (const auto& [label, table] : first) {
    const auto other = second.find(label);
    if (other == second.end()) return {};
    pairs.emplace_back(table, other->second);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace lodestone
