// SPDX-License-Identifier: GPL-2.0-or-later
// The fields of one line of CSV, double quotes undone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lodestone {

std::vector<std::string> csv_fields(std::string_view text, char separator = ',');

}  // namespace lodestone
