// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/ab_options.h"

#include "base/text.h"
#include "measure/matrix.h"
#include "store/store.h"
#include "sys/cpus.h"
#include "workload/plugin.h"

namespace lodestone {

Result<Arms> arms_from(const Arguments& arguments) {
  Arms arms;
  const char* letters[2] = {"a", "b"};
  const char* usual[2] = {"base", "new"};
  for (size_t side = 0; side < 2; ++side) {
    Arm& arm = arms[side];
    const auto name = [&](const char* stem) {
      return std::string("--") + stem + "-" + letters[side];
    };
    arm.label = arguments.value(name("label")).value_or(usual[side]);
    LODESTONE_TRY(check_label(arm.label));
    for (const auto& text : arguments.values(name("set"))) {
      LODESTONE_ASSIGN(auto setting, parse_setting(text));
      for (const Setting& other : arm.settings)
        if (other.path == setting.path)
          return fail(ErrorCode::usage, name("set") + " names a setting twice: " + setting.path,
                      "'" + other.value + "' and '" + setting.value + "'", "give one value");
      arm.settings.push_back(std::move(setting));
    }
    arm.setup = arguments.value(name("setup")).value_or("");
    arm.undo = arguments.value(name("undo")).value_or("");
    if (arm.setup.empty() && !arm.undo.empty())
      return fail(ErrorCode::usage, name("undo") + " needs " + name("setup"), "",
                  "name the command whose effect it takes back");
    arm.environment = arguments.values(name("env"));
    for (const auto& text : arm.environment)
      if (text.find('=') == std::string::npos || text.front() == '=')
        return fail(ErrorCode::usage, name("env") + " takes NAME=VALUE", text);
    if (auto text = arguments.value(name("cpus"))) {
      auto cpus = parse_cpu_list(*text);
      if (!cpus || cpus->empty())
        return fail(ErrorCode::usage, name("cpus") + " takes a list such as 0,2-5", *text);
      arm.cpus = *cpus;
    }
    arm.cgroup = arguments.value(name("cgroup")).value_or("");
  }
  if (!arguments.commands.empty()) {
    if (arguments.commands.size() > 2)
      return fail(ErrorCode::usage,
                  "ab compares two commands, not " + std::to_string(arguments.commands.size()), "",
                  "lodestone ab -- 'COMMAND A' -- 'COMMAND B'");
    // One command: the arms differ by their settings.
    arms[0].command = arguments.commands.front();
    arms[1].command = arguments.commands.back();
  }
  return arms;
}

Result<std::vector<std::unique_ptr<Subject>>> subjects_from(const Arguments& arguments) {
  std::vector<std::unique_ptr<Subject>> subjects;
  LODESTONE_ASSIGN(auto timeout, arguments.duration("--timeout"));
  if (!arguments.commands.empty()) {
    if (!arguments.positional.empty())
      return fail(ErrorCode::usage, "either workloads or commands after --, not both");
    std::vector<OutputMetric> metrics;
    for (const auto& text : arguments.values("--metric")) {
      LODESTONE_ASSIGN(auto metric, parse_output_metric(text));
      metrics.push_back(std::move(metric));
    }
    subjects.push_back(command_subject(std::move(metrics)));
  } else {
    const auto plugins = arguments.values("--plugin");
    if (arguments.positional.empty() && plugins.empty())
      return fail(ErrorCode::usage, "no workload is named", "",
                  "lodestone list shows them; whole commands go after --");
    if (!arguments.values("--metric").empty())
      return fail(ErrorCode::usage, "--metric picks numbers from the output of whole commands", "",
                  "lodestone ab --metric ... -- 'COMMAND A' -- 'COMMAND B'");
    LODESTONE_ASSIGN(auto selected, select_workloads(arguments.positional));
    for (const std::string& file : plugins) {
      LODESTONE_ASSIGN(const Plugin plugin, load_plugin(file));
      selected.push_back({plugin.workload, {}, plugin.program, plugin.program_arguments});
    }
    LODESTONE_ASSIGN(selected, expand_matrix(selected, arguments.values("-P")));
    WorkloadOptions options;
    options.threads = arguments.has("--threads");
    const std::string statistic = arguments.value("--statistic").value_or("median");
    if (statistic == "mean")
      options.statistic = WindowStatistic::mean;
    else if (statistic == "p10")
      options.statistic = WindowStatistic::tenth;
    else if (statistic != "median")
      return fail(ErrorCode::usage, "--statistic is median, mean or p10, not '" + statistic + "'");
    for (const auto& text : split_commas(arguments.value("--copies").value_or("1"))) {
      const auto copies = parse_integer(text);
      if (!copies || *copies < 1 || *copies > 65536)
        return fail(ErrorCode::usage, "--copies takes numbers from 1 on", text);
      options.copies = static_cast<int>(*copies);
      for (const Selected& one : selected) {
        options.parameters = one.parameters;
        options.program = one.program;
        options.program_arguments = one.program_arguments;
        subjects.push_back(workload_subject(*one.workload, options));
      }
    }
  }
  for (auto& subject : subjects) subject->timeout_seconds = timeout.value_or(600);
  return subjects;
}

}  // namespace lodestone
