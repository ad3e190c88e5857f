// SPDX-License-Identifier: GPL-2.0-or-later
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "store/pack.h"
#include "store/pack_run.h"

namespace lodestone {
namespace {

constexpr uint64_t pass_form = 1;

// A member added to Window must be packed here, and read only from the form that has it.
static_assert(sizeof(Window) == 40, "pack the new member of Window");

void pack(ByteWriter& out, const std::map<std::string, double>& values) {
  out.unsigned_integer(values.size());
  for (const auto& [name, value] : values) {
    out.text(name);
    out.real(value);
  }
}

std::map<std::string, double> unpack_values(ByteReader& in) {
  std::map<std::string, double> values;
  for (size_t left = in.count(9); left > 0 && in.ok(); --left) {
    std::string name(in.text());
    values.emplace_hint(values.end(), std::move(name), in.real());
  }
  return values;
}

void pack(ByteWriter& out, const std::vector<Window>& windows) {
  out.unsigned_integer(windows.size());
  int64_t before = 0;  // starts rise, so their differences are small
  for (const Window& window : windows) {
    out.integer(window.start_ns - before);
    before = window.start_ns;
    out.integer(window.ticks_ns);
    out.unsigned_integer(window.operations);
    out.integer(window.cpu);
    out.integer(window.involuntary_switches);
    out.integer(window.cpu_ns);
  }
}

std::vector<Window> unpack_windows(ByteReader& in) {
  std::vector<Window> windows(in.count(6));
  int64_t before = 0;
  for (Window& window : windows) {
    window.start_ns = before += in.integer();
    window.ticks_ns = in.integer();
    window.operations = in.unsigned_integer();
    window.cpu = static_cast<int32_t>(in.integer());
    window.involuntary_switches = static_cast<int32_t>(in.integer());
    window.cpu_ns = in.integer();
  }
  return windows;
}

}  // namespace

std::string pack_pass(const Pass& pass) {
  ByteWriter out;
  out.unsigned_integer(pass_form);
  Pass head = pass;
  head.values.clear();
  for (Copy& copy : head.copies) {
    copy.windows.clear();
    copy.values.clear();
  }
  out.text(to_line(to_json(head)));
  pack(out, pass.values);
  out.unsigned_integer(pass.copies.size());
  for (const Copy& copy : pass.copies) {
    pack(out, copy.values);
    pack(out, copy.windows);
  }
  return compress(out.bytes());
}

Result<Pass> unpack_pass(std::string_view packed) {
  LODESTONE_ASSIGN(const std::string bytes, decompress(packed));
  ByteReader in(bytes);
  if (in.unsigned_integer() != pass_form)
    return fail(ErrorCode::unreadable, "a stored pass has an unknown form", "",
                "a newer lodestone may have written it");
  LODESTONE_ASSIGN(const Json head, parse_json(in.text()));
  LODESTONE_ASSIGN(Pass pass, pass_from_json(head));
  pass.values = unpack_values(in);
  const size_t copies = in.count(2);
  if (copies != pass.copies.size())
    return fail(ErrorCode::unreadable, "a stored pass is damaged", "its copies do not match");
  for (Copy& copy : pass.copies) {
    copy.values = unpack_values(in);
    copy.windows = unpack_windows(in);
  }
  if (!in.ok() || !in.at_end())
    return fail(ErrorCode::unreadable, "a stored pass is damaged", "it ends too early or late");
  return pass;
}

std::string pack_header(const Run& run) {
  Run header = run;
  header.workloads.clear();
  header.passes.clear();
  return to_line(to_json(header));
}

}  // namespace lodestone
