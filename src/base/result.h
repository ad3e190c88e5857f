// SPDX-License-Identifier: GPL-2.0-or-later
// Result<T>: a value or an Error that a person can act on. Nothing in lodestone throws across a
// function boundary; exceptions of libraries are caught where the library was called.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace lodestone {

// What went wrong, by who can mend it. exit_code() maps it to the promised exit codes.
enum class ErrorCode {
  usage,           // the command line or a configuration is wrong
  unreadable,      // an input cannot be read or understood
  not_found,       // a label, file, workload or program does not exist
  unsupported,     // not possible on this machine or kernel
  permission,      // needs a privilege
  no_space,        // a disk is full
  io,              // any other failure of the system
  failed,          // a measurement or a program failed
  not_comparable,  // the sides cannot be compared
  interrupted,     // a signal asked to stop
};

// Three lines: what happened, why, and what to do. `why` and `hint` may be empty.
struct Error {
  ErrorCode code = ErrorCode::failed;
  std::string what;
  std::string why;
  std::string hint;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string why = {},
                                  std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(what), std::move(why), std::move(hint)});
}

// An error from errno: `why` is the system's own text.
tl::unexpected<Error> fail_errno(std::string what, int error_number, std::string hint = {});

// 2 usage and unreadable input, 3 failed measurements, 5 not comparable, 130 interrupted.
int exit_code(ErrorCode code);

// "error: WHAT\n  why: WHY\n  try: HINT\n", lines without text left out.
std::string describe(const Error& error);

}  // namespace lodestone

// Leaves the calling function with the error of a Result, or yields nothing.
#define LODESTONE_TRY(expression)                                            \
  do {                                                                       \
    if (auto lodestone_result = (expression); !lodestone_result)             \
      return ::tl::unexpected<::lodestone::Error>(lodestone_result.error()); \
  } while (false)

// LODESTONE_ASSIGN(auto x, expression): x = value of the expression, or return its error.
#define LODESTONE_JOIN2(a, b) a##b
#define LODESTONE_JOIN(a, b) LODESTONE_JOIN2(a, b)
#define LODESTONE_ASSIGN(target, expression) \
  LODESTONE_ASSIGN_AS(LODESTONE_JOIN(lodestone_result_, __LINE__), target, expression)
#define LODESTONE_ASSIGN_AS(name, target, expression)                              \
  auto name = (expression);                                                        \
  if (!name) return ::tl::unexpected<::lodestone::Error>(std::move(name).error()); \
  target = *std::move(name)
