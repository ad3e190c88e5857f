// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/verdict_class.h"

namespace lodestone::explain {

std::string_view name_of(VerdictClass verdict) {
  switch (verdict) {
    case VerdictClass::identical:
      return "identical";
    case VerdictClass::hot_code:
      return "hot-code";
    case VerdictClass::hot_constants:
      return "hot-constants";
    case VerdictClass::data_layout:
      return "data-layout";
    case VerdictClass::text_layout:
      return "text-layout";
    case VerdictClass::nothing:
      return "nothing-relevant";
    case VerdictClass::environment:
      return "environment";
    case VerdictClass::undecidable:
      break;
  }
  return "undecidable";
}

std::string_view describe(VerdictClass verdict) {
  switch (verdict) {
    case VerdictClass::identical:
      return "the sides are identical";
    case VerdictClass::hot_code:
      return "code changed";
    case VerdictClass::hot_constants:
      return "constants or struct layout changed";
    case VerdictClass::data_layout:
      return "only the layout of data moved";
    case VerdictClass::text_layout:
      return "only the layout of code moved";
    case VerdictClass::nothing:
      return "nothing relevant differs between the images";
    case VerdictClass::environment:
      return "the build or the environment differs";
    case VerdictClass::undecidable:
      break;
  }
  return "undecidable";
}

std::string_view name_of(Strength strength) {
  switch (strength) {
    case Strength::strong:
      return "strong";
    case Strength::moderate:
      return "moderate";
    case Strength::weak:
      return "weak";
    case Strength::none:
      break;
  }
  return "none";
}

Strength strength_of(double certainty) {
  if (certainty >= 0.75) return Strength::strong;
  if (certainty >= 0.5) return Strength::moderate;
  if (certainty >= 0.25) return Strength::weak;
  return Strength::none;
}

}  // namespace lodestone::explain
