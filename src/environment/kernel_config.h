// SPDX-License-Identifier: GPL-2.0-or-later
// The configuration of the running kernel.
#pragma once

#include <string>

#include "sys/root.h"

namespace lodestone {

// From /proc/config.gz, /boot/config-RELEASE or /lib/modules/RELEASE/{config,build/.config}; begins
// with a newline; empty if none can be read.
std::string kernel_config(const Root& root);

}  // namespace lodestone
