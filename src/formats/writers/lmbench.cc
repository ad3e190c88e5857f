// SPDX-License-Identifier: GPL-2.0-or-later
// The summary layout that kernel people know from lmbench 3, for equivalent work measured by
// lodestone. That program's licence keeps its name for its own numbers, so its banner is replaced
// by a line that says what these are.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "formats/writer.h"

namespace lodestone::writer_lmbench {
namespace {

// A cell: metric of a workload, under parameters "name=value name=value" (a default is written out,
// and matches a result that leaves it out). "size=*" takes the largest size that was run.
struct Cell {
  int width;
  const char* workload;
  const char* quantity;    // metric WORKLOAD.quantity
  const char* parameters;  // "" for none
  double scale = 1;        // to the unit of the section
};

struct Section {
  const char* heading;  // up to the line before the dashes
  const char* dashes;
  std::vector<Cell> cells;
};

const std::vector<Section>& sections() {
  static const std::vector<Section> all{
      {"Processor, Processes - times in microseconds - smaller is better\n"
       "------------------------------------------------------------------------------\n"
       "Host                 OS  Mhz null null      open slct sig  sig  fork exec sh  \n"
       "                             call  I/O stat clos TCP  inst hndl proc proc proc\n",
       "--------- ------------- ---- ---- ---- ---- ---- ---- ---- ---- ---- ---- ----\n",
       {{4, "", "", ""},
        {4, "lat/null", "time", ""},
        {4, "lat/read+lat/write", "time", ""},
        {4, "lat/stat", "time", ""},
        {4, "lat/open", "time", ""},
        {4, "lat/select", "time", "fds=100 kind=tcp"},
        {4, "lat/sig_install", "time", ""},
        {4, "lat/sig_catch", "handler_time", ""},
        {4, "lat/fork", "time", ""},
        {4, "lat/exec", "time", ""},
        {4, "lat/shell", "time", ""}}},
      {"Basic integer operations - times in nanoseconds - smaller is better\n"
       "-------------------------------------------------------------------\n"
       "Host                 OS  intgr intgr  intgr  intgr  intgr  \n"
       "                          bit   add    mul    div    mod   \n",
       "--------- ------------- ------ ------ ------ ------ ------ \n",
       {{6, "lat/ops", "time", "op=int_bit"},
        {6, "lat/ops", "time", "op=int_add"},
        {6, "lat/ops", "time", "op=int_mul"},
        {6, "lat/ops", "time", "op=int_div"},
        {6, "lat/ops", "time", "op=int_mod"}}},
      {"Basic uint64 operations - times in nanoseconds - smaller is better\n"
       "------------------------------------------------------------------\n"
       "Host                 OS int64  int64  int64  int64  int64  \n"
       "                         bit    add    mul    div    mod   \n",
       "--------- ------------- ------ ------ ------ ------ ------ \n",
       {{6, "lat/ops", "time", "op=int64_bit"},
        {6, "lat/ops", "time", "op=int64_add"},
        {6, "lat/ops", "time", "op=int64_mul"},
        {6, "lat/ops", "time", "op=int64_div"},
        {6, "lat/ops", "time", "op=int64_mod"}}},
      {"Basic float operations - times in nanoseconds - smaller is better\n"
       "-----------------------------------------------------------------\n"
       "Host                 OS  float  float  float  float\n"
       "                         add    mul    div    bogo\n",
       "--------- ------------- ------ ------ ------ ------ \n",
       {{6, "lat/ops", "time", "op=float_add"},
        {6, "lat/ops", "time", "op=float_mul"},
        {6, "lat/ops", "time", "op=float_div"},
        {6, "", "", ""}}},
      {"Basic double operations - times in nanoseconds - smaller is better\n"
       "------------------------------------------------------------------\n"
       "Host                 OS  double double double double\n"
       "                         add    mul    div    bogo\n",
       "--------- ------------- ------ ------ ------ ------ \n",
       {{6, "lat/ops", "time", "op=double_add"},
        {6, "lat/ops", "time", "op=double_mul"},
        {6, "lat/ops", "time", "op=double_div"},
        {6, "", "", ""}}},
      {"Context switching - times in microseconds - smaller is better\n"
       "-------------------------------------------------------------------------\n"
       "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"
       "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n",
       "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n",
       {{6, "lat/ctx", "switch_time", "processes=2 size=0"},
        {6, "lat/ctx", "switch_time", "processes=2 size=16k"},
        {6, "lat/ctx", "switch_time", "processes=2 size=64k"},
        {6, "lat/ctx", "switch_time", "processes=8 size=16k"},
        {6, "lat/ctx", "switch_time", "processes=8 size=64k"},
        {7, "lat/ctx", "switch_time", "processes=16 size=16k"},
        {7, "lat/ctx", "switch_time", "processes=16 size=64k"}}},
      {"*Local* Communication latencies in microseconds - smaller is better\n"
       "---------------------------------------------------------------------\n"
       "Host                 OS 2p/0K  Pipe AF     UDP  RPC/   TCP  RPC/ TCP\n"
       "                        ctxsw       UNIX         UDP         TCP conn\n",
       "--------- ------------- ----- ----- ---- ----- ----- ----- ----- ----\n",
       {{5, "lat/ctx", "switch_time", "processes=2 size=0"},
        {5, "lat/pipe", "time", ""},
        {4, "lat/unix", "time", ""},
        {5, "lat/udp", "time", ""},
        {5, "", "", ""},
        {5, "lat/tcp", "time", ""},
        {5, "", "", ""},
        {4, "lat/connect", "time", ""}}},
      {"File & VM system latencies in microseconds - smaller is better\n"
       "-------------------------------------------------------------------------------\n"
       "Host                 OS   0K File      10K File     Mmap    Prot   Page   100fd\n"
       "                        Create Delete Create Delete Latency Fault  Fault  selct\n",
       "--------- ------------- ------ ------ ------ ------ ------- ----- ------- -----\n",
       {{6, "lat/fs", "create_time", "size=0"},
        {6, "lat/fs", "delete_time", "size=0"},
        {6, "lat/fs", "create_time", "size=10k"},
        {6, "lat/fs", "delete_time", "size=10k"},
        {7, "lat/mmap", "time", "random=0 size=*", 1e-3},
        {5, "lat/sig_prot", "fault_time", ""},
        {7, "lat/pagefault", "page_time", "around=1", 1e-3},
        {5, "lat/select", "time", "fds=100 kind=file"}}},
      {"*Local* Communication bandwidths in MB/s - bigger is better\n"
       "-----------------------------------------------------------------------------\n"
       "Host                OS  Pipe AF    TCP  File   Mmap  Bcopy  Bcopy  Mem   Mem\n"
       "                             UNIX      reread reread (libc) (hand) read write\n",
       "--------- ------------- ---- ---- ---- ------ ------ ------ ------ ---- -----\n",
       {{4, "bw/pipe", "rate", ""},
        {4, "bw/unix", "rate", ""},
        {4, "bw/tcp", "rate", "message=64k"},
        {6, "bw/file_rd", "rate", "open2close=0 size=*"},
        {6, "bw/mmap_rd", "rate", "open2close=0 size=*"},
        {6, "bw/mem_bcopy", "rate", "size=*"},
        {6, "bw/mem_fcp", "rate", "size=*"},
        {4, "bw/mem_rd", "rate", "size=*"},
        {5, "bw/mem_wr", "rate", "size=*"}}},
      {"Memory latencies in nanoseconds - smaller is better\n"
       "    (WARNING - may not be correct, check graphs)\n"
       "------------------------------------------------------------------------------\n"
       "Host                 OS   Mhz   L1 $   L2 $    Main mem    Rand mem    Guesses\n",
       "--------- -------------   ---   ----   ----    --------    --------    -------\n",
       {{5, "", "", ""},
        {6, "lat/mem_rd", "time", "order=forward size=1k stride=128"},
        {6, "lat/mem_rd", "time", "order=forward size=128k stride=128"},
        {11, "lat/mem_rd", "time", "order=forward stride=128 size=*"},
        {11, "lat/mem_rd", "time", "order=random size=*"}}},
  };
  return all;
}

// What a result has that leaves a parameter out.
std::string_view default_of(std::string_view workload, std::string_view name) {
  if (workload == "lat/select") return name == "fds" ? "200" : "file";
  if (name == "processes") return "2";
  if (name == "order") return "random";
  if (name == "around") return "1";
  if (name == "op") return "int_add";
  if (name == "stride") return "64";
  if (name == "message") return "64k";
  if (name == "size") return workload == "lat/ctx" || workload == "lat/fs" ? "0" : "64m";
  return "0";
}

std::string value_of(const WorkloadResult& result, std::string_view name) {
  const auto given = result.parameters.find(std::string(name));
  return given != result.parameters.end() ? given->second
                                          : std::string(default_of(result.id, name));
}

bool same(const std::string& a, std::string_view b) {
  const auto x = parse_size(a), y = parse_size(b);
  return x && y ? *x == *y : a == b;
}

std::optional<double> find(const Run& run, std::string_view workload, const Cell& cell) {
  std::optional<double> found;
  double largest = -1;
  for (const WorkloadResult& result : run.workloads) {
    // Several columns are meaningless for more than one copy; the original blanks them.
    if (result.id != workload || result.copies != 1) continue;
    bool fits = true, any_size = false;
    for (std::string_view wanted : words(cell.parameters)) {
      const size_t equals = wanted.find('=');
      const std::string_view name = wanted.substr(0, equals), value = wanted.substr(equals + 1);
      if (value == "*")
        any_size = true;
      else
        fits &= same(value_of(result, name), value);
    }
    const double size =
        any_size ? static_cast<double>(parse_size(value_of(result, "size")).value_or(0)) : 0;
    if (!fits || size <= largest) continue;
    for (const Measurement& measurement : result.metrics)
      if (measurement.metric.id == std::string(workload) + "." + cell.quantity &&
          measurement.center) {
        found = *measurement.center * cell.scale;
        largest = size;
      }
  }
  return found;
}

// The original's digits: fixed below 10, one decimal cut to the cell from there, then K and M.
std::string shown(std::optional<double> value, int width) {
  if (!value || !std::isfinite(*value)) return "";
  const auto room = static_cast<size_t>(width);
  if (*value < 10) return fixed(*value, width - 2).substr(0, room);
  std::string suffix;
  double left = *value;
  if (left >= 1e7)
    suffix = "M", left /= 1e6;
  else if (left >= 1e4)
    suffix = "K", left /= 1e3;
  return fixed(left, 1).substr(0, room - suffix.size()) + suffix;
}

Result<std::string> write(const Run& run) {
  std::string text =
      "Equivalent work measured by lodestone, in the summary layout of lmbench 3.\n"
      "These are not results of lmbench: the work is the same in kind and unit, the code is not.\n";
  const std::string host = run.context.get("machine").value_or("unknown").substr(0, 9);
  const std::string system = ("Linux " + run.context.get("kernel").value_or("")).substr(0, 13);
  bool any = false;
  for (const Section& section : sections()) {
    std::string row = fmt::format("{:>9} {:>13}", host, system);
    bool filled = false;
    for (const Cell& cell : section.cells) {
      std::optional<double> value;
      const std::string_view workload = cell.workload;
      if (const size_t plus = workload.find('+'); plus != std::string_view::npos) {
        const auto a = find(run, workload.substr(0, plus), cell);
        const auto b = find(run, workload.substr(plus + 1), cell);
        if (a && b) value = (*a + *b) / 2;
      } else if (!workload.empty()) {
        value = find(run, workload, cell);
      }
      filled |= value.has_value();
      row += fmt::format(" {:>{}}", shown(value, std::min(cell.width, 7)), cell.width);
    }
    if (!filled) continue;
    any = true;
    row.resize(row.find_last_not_of(' ') + 1);
    text += fmt::format("\n{}{}{}\n", section.heading, section.dashes, row);
  }
  if (!any)
    return fail(ErrorCode::unsupported, "the run holds nothing that this summary shows",
                "it shows the workloads lat/* and bw/* with one copy",
                "lodestone run lat bw --copies 1 --format lmbench");
  return text;
}

}  // namespace

extern const Writer writer_lmbench{
    "lmbench", "the summary tables of lmbench 3, for equivalent work measured here",
    one_by_one<write>};

}  // namespace lodestone::writer_lmbench
