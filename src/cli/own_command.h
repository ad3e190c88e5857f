// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace lodestone {

// The words of this process, quoted for a shell, for `reproduce`. Empty where /proc does not tell.
std::string own_command();

}  // namespace lodestone
