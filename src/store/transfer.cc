// SPDX-License-Identifier: GPL-2.0-or-later
#include "store/transfer.h"

#include <map>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace lodestone {
namespace {

std::string text_of(const Json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// A whole text that is one lodestone.run/1 document, over several lines.
Result<std::vector<ImportedRun>> parse_single(std::string_view text) {
  LODESTONE_ASSIGN(const Json document, parse_json(text));
  LODESTONE_ASSIGN(Run run, run_from_json(document));
  std::vector<ImportedRun> runs;
  const std::string finished = run.started;
  runs.push_back({std::move(run), "finished", finished, true});
  return runs;
}

class Reader {
 public:
  explicit Reader(std::vector<std::string>& problems) : problems_(problems) {}

  void line(std::string_view text, size_t number) {
    const auto document = parse_json(text);
    if (!document || !document->is_object())
      return problem(number, "it is not a JSON object, or was cut");
    if (const auto run = document->find("run"); run != document->end() && run->is_object())
      return head(*document, number);
    if (text_of(*document, "schema") == "lodestone.run/1") return whole(*document, number);
    if (const auto pass = document->find("pass"); pass != document->end())
      return this->pass(*document, number);
    if (document->contains("end")) {
      if (ImportedRun* run = find(text_of(*document, "end"), number)) {
        run->complete = true;
        const size_t expected = document->value("passes", run->run.passes.size());
        if (expected != run->run.passes.size())
          problem(number, "run " + run->run.id + " has " + std::to_string(run->run.passes.size()) +
                              " of " + std::to_string(expected) + " passes");
      }
      return;
    }
    problem(number, "it is neither a run nor a pass");
  }

  std::vector<ImportedRun> take() {
    for (const ImportedRun& run : runs_)
      if (!run.complete)
        problems_.push_back("the document ends before run " + run.run.id +
                            " does: kept what is there");
    return std::move(runs_);
  }

 private:
  void problem(size_t line, const std::string& why) {
    problems_.push_back("line " + std::to_string(line) + ": " + why);
  }

  ImportedRun* find(const std::string& id, size_t line) {
    const auto found = places_.find(id);
    if (found != places_.end()) return &runs_[found->second];
    problem(line, "it belongs to run '" + id + "', which the document does not have");
    return nullptr;
  }

  void add(ImportedRun run) {
    places_[run.run.id] = runs_.size();
    runs_.push_back(std::move(run));
  }

  void head(const Json& document, size_t number) {
    auto run = run_from_json(document["run"]);
    if (!run) return problem(number, run.error().why.empty() ? run.error().what : run.error().why);
    add({std::move(*run), text_of(document, "state"), text_of(document, "finished"), false});
  }

  void whole(const Json& document, size_t number) {
    auto run = run_from_json(document);
    if (!run) return problem(number, run.error().why.empty() ? run.error().what : run.error().why);
    const std::string finished = run->started;
    add({std::move(*run), "finished", finished, true});
  }

  void pass(const Json& document, size_t number) {
    auto pass = pass_from_json(document["pass"]);
    if (!pass) return problem(number, pass.error().why);
    if (ImportedRun* run = find(text_of(document, "of"), number))
      run->run.passes.push_back(std::move(*pass));
  }

  std::vector<std::string>& problems_;
  std::vector<ImportedRun> runs_;
  std::map<std::string, size_t> places_;
};

}  // namespace

std::string export_head(const Run& run, std::string_view state, std::string_view finished) {
  Json document{{"schema", "lodestone.export/1"}, {"state", state}};
  document["finished"] = finished.empty() ? Json(nullptr) : Json(finished);
  document["run"] = to_json(run);
  return to_line(document);
}

std::string export_pass(const std::string& id, const Pass& pass) {
  return to_line({{"of", id}, {"pass", to_json(pass)}});
}

std::string export_end(const std::string& id, size_t passes) {
  return to_line({{"end", id}, {"passes", passes}});
}

Result<std::vector<ImportedRun>> parse_export(std::string_view text,
                                              std::vector<std::string>& problems) {
  const std::string_view first = trim(text.substr(0, text.find('\n')));
  if (first == "{") return parse_single(text);
  Reader reader(problems);
  size_t number = 0;
  for (size_t start = 0; start < text.size();) {
    size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    ++number;
    const std::string_view line = trim(text.substr(start, end - start));
    if (!line.empty()) reader.line(line, number);
    start = end + 1;
  }
  auto runs = reader.take();
  if (runs.empty())
    return fail(ErrorCode::unreadable, "the text holds no exported run",
                problems.empty() ? "it is empty" : problems.front(),
                "import reads what 'lodestone store export' or 'lodestone run --json' wrote");
  return runs;
}

}  // namespace lodestone
