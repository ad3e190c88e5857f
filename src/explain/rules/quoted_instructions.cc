// SPDX-License-Identifier: GPL-2.0-or-later
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "explain/rule.h"

namespace lodestone::explain::rule_quoted_instructions {
namespace {

// A load "mov 0x14(%rax),%edi" in a text.
struct Load {
  int64_t offset = 0;
  std::string base_register, target;
};

std::optional<int64_t> number_of(std::string_view text) {
  bool negative = text.starts_with("-");
  if (negative) text.remove_prefix(1);
  int radix = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    radix = 16;
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return negative ? -value : value;
}

std::optional<Load> load_in(std::string_view operation, std::string_view operands) {
  if (!operation.starts_with("mov")) return std::nullopt;
  const size_t open = operands.find("(%"), close = operands.find("),%");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return std::nullopt;
  const auto offset = open == 0 ? std::optional<int64_t>(0) : number_of(operands.substr(0, open));
  if (!offset) return std::nullopt;
  return Load{*offset, std::string(operands.substr(open + 2, close - open - 2)),
              std::string(operands.substr(close + 3))};
}

// The registers of the first argument (System V ABI, x86-64).
bool first_argument(std::string_view name) {
  return name == "edi" || name == "rdi";
}

// node_cpu() of kernel/locking/osq_lock.c, node->cpu - 1, which osq_lock() passes to
// vcpu_is_preempted(). struct optimistic_spin_node: next at 0, prev at 8, locked at 0x10, cpu at
// 0x14.
constexpr int64_t node_cpu_offset = 0x14;

void apply(const Analysis& a, Explanation& e) {
  if (!a.request.document.given) return;
  const std::string& text = a.request.document.text;
  const std::vector<std::string_view> tokens = words(text);
  for (size_t i = 0; i + 3 < tokens.size(); ++i) {
    const std::optional<Load> load = load_in(tokens[i], tokens[i + 1]);
    if (!load || load->offset != node_cpu_offset || !first_argument(load->target)) continue;
    const bool subtracts =
        tokens[i + 2].starts_with("sub") && tokens[i + 3] == fmt::format("$0x1,%{}", load->target);
    const bool decrements = tokens[i + 2].starts_with("dec") && tokens[i + 3] == "%" + load->target;
    if (!subtracts && !decrements) continue;
    if (text.find("vcpu_is_preempted") == std::string::npos &&
        text.find("osq_lock") == std::string::npos)
      continue;
    Claim claim;
    claim.verdict = VerdictClass::hot_code;
    claim.certainty = 0.3;  // the document says so; no image was seen
    claim.sentence = fmt::format(
        "the quoted instructions load node->cpu and subtract one: the argument of "
        "vcpu_is_preempted() in osq_lock(); the document says that the patch skips them");
    claim.evidence.push_back(
        fmt::format("`{} {}`: four bytes at {:#x} of the object in %{}; in struct "
                    "optimistic_spin_node that is cpu",
                    tokens[i], tokens[i + 1], load->offset, load->base_register));
    claim.evidence.push_back(fmt::format(
        "`{} {}`: node_cpu() stores cpu numbers plus one; %{} is the first argument of a call",
        tokens[i + 2], tokens[i + 3], load->target));
    claim.evidence.push_back(
        "the node is the predecessor's: the load fetches a line that its owner and its neighbours "
        "write (locked stands at 0x10 of the same line), on every turn of the spin loop");
    claim.evidence.push_back("without images nothing here was checked against the code");
    claim.experiments.push_back(
        {"measure the lock with and without that load on this machine", "lodestone lab osq"});
    claim.experiments.push_back(
        {"compare the two kernels' code: osq_lock must differ by these two instructions",
         "lodestone explain BASE/vmlinux NEW/vmlinux --workload unixbench/fstime"});
    e.claim(std::move(claim));
    return;
  }
}

}  // namespace

extern const Rule rule_quoted_instructions{
    "quoted-instructions", "instructions quoted in a document are a known source expression",
    apply};

}  // namespace lodestone::explain::rule_quoted_instructions
