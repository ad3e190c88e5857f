// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/result.h"

#include <cerrno>
#include <system_error>

namespace lodestone {

tl::unexpected<Error> fail_errno(std::string what, int error_number, std::string hint) {
  ErrorCode code = ErrorCode::io;
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      code = ErrorCode::not_found;
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      code = ErrorCode::permission;
      break;
    case ENOSPC:
    case EDQUOT:
      code = ErrorCode::no_space;
      break;
    case ENOSYS:
    case EOPNOTSUPP:
      code = ErrorCode::unsupported;
      break;
    default:
      break;
  }
  return fail(code, std::move(what), std::generic_category().message(error_number),
              std::move(hint));
}

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::unreadable:
    case ErrorCode::not_found:
      return 2;
    case ErrorCode::not_comparable:
      return 5;
    case ErrorCode::interrupted:
      return 130;
    default:
      return 3;
  }
}

std::string describe(const Error& error) {
  std::string text = "error: " + error.what + "\n";
  if (!error.why.empty()) text += "  why: " + error.why + "\n";
  if (!error.hint.empty()) text += "  try: " + error.hint + "\n";
  return text;
}

}  // namespace lodestone
