# SPDX-License-Identifier: GPL-2.0-or-later
# Build rules that every folder of src/ uses.

# Warnings and flags of the tool's own code. Workload programs do not use them (src/workload/CMakeLists.txt).
add_library(lodestone_flags INTERFACE)
target_compile_options(lodestone_flags INTERFACE -Wall -Wextra -Wpedantic -Werror=return-type -Wno-missing-field-initializers
                       -fno-omit-frame-pointer)
target_compile_definitions(lodestone_flags INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
target_include_directories(lodestone_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(LODESTONE_SANITIZE)
  target_compile_options(lodestone_flags INTERFACE -fsanitize=${LODESTONE_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(lodestone_flags INTERFACE -fsanitize=${LODESTONE_SANITIZE})
endif()
# The coverage that guides libFuzzer: without it in the libraries a fuzzer is blind.
if(LODESTONE_FUZZ)
  target_compile_options(lodestone_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
# Symbols and frame pointers are enough for a stack trace; line tables are in the preset dev.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")

# The headers that cost most, parsed once instead of once a file. Sources still include what they use: the build without
# precompiled headers (preset quick) checks that.
if(LODESTONE_PRECOMPILE)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cc "")
  add_library(lodestone_precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cc)
  target_link_libraries(lodestone_precompiled PRIVATE lodestone_flags fmt::fmt)
  target_precompile_headers(lodestone_precompiled PRIVATE <algorithm> <functional> <map> <memory> <optional> <span>
                            <string> <string_view> <vector> <cmath> <tl/expected.hpp> <fmt/format.h>
                            ${CMAKE_SOURCE_DIR}/cmake/precompiled_json.h)
endif()

# lodestone_library(NAME [ONCE] [PROGRAMS] [DEPENDS lower libraries] [LINK third-party targets] [EXCLUDE regex])
# ONCE: none of its code runs a million times, so that a quicker build is worth more than a little speed.
# PROGRAMS: its tests run workloads' programs, and take longer than those with the label quick.
# All .cc files of the folder and its sub-folders, less main.cc, *_test.cc and *_fuzzer.cc, are one static library;
# all *_test.cc are one test program NAME_test; each *_fuzzer.cc is a fuzzer and a test over its corpus.
function(lodestone_library NAME)
  cmake_parse_arguments(ARG "ONCE;PROGRAMS" "EXCLUDE" "DEPENDS;LINK" ${ARGN})
  file(GLOB_RECURSE ALL CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  list(FILTER ALL EXCLUDE REGEX "/main\\.cc$")
  if(ARG_EXCLUDE)
    list(FILTER ALL EXCLUDE REGEX "${ARG_EXCLUDE}")
  endif()
  set(TESTS ${ALL})
  list(FILTER TESTS INCLUDE REGEX "_test\\.cc$")
  set(FUZZERS ${ALL})
  list(FILTER FUZZERS INCLUDE REGEX "_fuzzer\\.cc$")
  set(SOURCES ${ALL})
  list(FILTER SOURCES EXCLUDE REGEX "(_test|_fuzzer)\\.cc$")
  if(SOURCES)
    add_library(lodestone_${NAME} STATIC ${SOURCES})
    target_link_libraries(lodestone_${NAME} PUBLIC lodestone_flags fmt::fmt)
    if(LODESTONE_PRECOMPILE)
      target_precompile_headers(lodestone_${NAME} REUSE_FROM lodestone_precompiled)
      # Several files to a compilation halve the time of a clean build.
      set_target_properties(lodestone_${NAME} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
    endif()
    if(ARG_ONCE AND CMAKE_BUILD_TYPE STREQUAL "Release")
      target_compile_options(lodestone_${NAME} PRIVATE -O1)
    endif()
  else()
    add_library(lodestone_${NAME} INTERFACE)
    foreach(LOWER ${ARG_DEPENDS})
      target_link_libraries(lodestone_${NAME} INTERFACE lodestone_${LOWER})
    endforeach()
    return()
  endif()
  foreach(LOWER ${ARG_DEPENDS})
    target_link_libraries(lodestone_${NAME} PUBLIC lodestone_${LOWER})
  endforeach()
  target_link_libraries(lodestone_${NAME} PRIVATE ${ARG_LINK})
  if(LODESTONE_TESTS AND TESTS)
    add_executable(${NAME}_test ${TESTS})
    target_link_libraries(${NAME}_test PRIVATE lodestone_${NAME} ${ARG_LINK} GTest::gmock GTest::gtest_main)
    # What is tested is optimised as users run it; the tests themselves are compiled for speed of compiling.
    target_compile_options(${NAME}_test PRIVATE $<$<CONFIG:Release>:-O0>)
    if(LODESTONE_PRECOMPILE)
      if(NOT TARGET lodestone_precompiled_tests)
        add_library(lodestone_precompiled_tests OBJECT ${CMAKE_BINARY_DIR}/precompiled.cc)
        target_link_libraries(lodestone_precompiled_tests PRIVATE lodestone_flags fmt::fmt GTest::gmock GTest::gtest)
        target_compile_options(lodestone_precompiled_tests PRIVATE $<$<CONFIG:Release>:-O0>)
        target_precompile_headers(lodestone_precompiled_tests PRIVATE <gtest/gtest.h> <string> <vector> <optional>)
      endif()
      target_precompile_headers(${NAME}_test REUSE_FROM lodestone_precompiled_tests)
    endif()
    target_compile_definitions(${NAME}_test PRIVATE LODESTONE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                               LODESTONE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    set(LABEL quick)
    if(ARG_PROGRAMS)
      set(LABEL programs)
    endif()
    gtest_discover_tests(${NAME}_test PROPERTIES LABELS ${LABEL} TIMEOUT 120 DISCOVERY_MODE PRE_TEST)
  endif()
  if(LODESTONE_TESTS OR LODESTONE_FUZZ)
    foreach(FUZZER ${FUZZERS})
      lodestone_fuzzer(${NAME} ${FUZZER})
    endforeach()
  endif()
endfunction()

# X_fuzzer.cc defines LLVMFuzzerTestOneInput. Its corpus is tests/fixtures/X/. With LODESTONE_FUZZ it is a libFuzzer
# program; otherwise a program that runs the corpus, cut and altered in fixed ways, as an ordinary test.
function(lodestone_fuzzer LIBRARY FILE)
  get_filename_component(STEM ${FILE} NAME_WE)
  string(REGEX REPLACE "_fuzzer$" "" SUBJECT ${STEM})
  add_executable(${STEM} ${FILE})
  target_link_libraries(${STEM} PRIVATE lodestone_${LIBRARY})
  if(LODESTONE_FUZZ)
    target_compile_options(${STEM} PRIVATE -fsanitize=fuzzer)
    target_link_options(${STEM} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${STEM} PRIVATE ${CMAKE_SOURCE_DIR}/tests/fuzz/replay.cc)
    add_test(NAME ${STEM} COMMAND ${STEM} ${CMAKE_SOURCE_DIR}/tests/fixtures/${SUBJECT})
    set_tests_properties(${STEM} PROPERTIES LABELS quick TIMEOUT 120)
  endif()
endfunction()

# lodestone_table(LIBRARY NAME TYPE HEADER FOLDER PREFIX [NAMESPACE, else lodestone])
# Each FOLDER/X.cc of the calling folder defines `extern const TYPE PREFIX_X` in namespace NAMESPACE::PREFIX_X: members
# share the names of their parts, and several of them are one compilation. The generated file lists them all, in name
# order, as `const std::span<const TYPE* const> NAME`, which HEADER declares. A new member is one new file; a static
# initialiser would be dropped by the linker, this table is not.
function(lodestone_table)
  cmake_parse_arguments(ARG "" "LIBRARY;NAME;TYPE;HEADER;FOLDER;PREFIX;NAMESPACE" "" ${ARGN})
  if(NOT ARG_NAMESPACE)
    set(ARG_NAMESPACE lodestone)
  endif()
  file(GLOB MEMBERS CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}
       ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cc)
  list(FILTER MEMBERS EXCLUDE REGEX "(_test|_fuzzer)\\.cc$")
  list(SORT MEMBERS)
  set(EXTERNS "")
  set(ENTRIES "")
  foreach(MEMBER ${MEMBERS})
    get_filename_component(STEM ${MEMBER} NAME_WE)
    set(NAME ${ARG_PREFIX}_${STEM})
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/${MEMBER} SPACE REGEX "^namespace ${ARG_NAMESPACE}::${NAME} {$")
    if(NOT SPACE)
      message(FATAL_ERROR "${ARG_FOLDER}/${MEMBER} does not open namespace ${ARG_NAMESPACE}::${NAME}")
    endif()
    string(APPEND EXTERNS "namespace ${NAME} {\nextern const ${ARG_TYPE} ${NAME};\n}\n")
    string(APPEND ENTRIES "    &${NAME}::${NAME},\n")
  endforeach()
  if(NOT ENTRIES)
    set(ARRAY "const std::span<const ${ARG_TYPE}* const> ${ARG_NAME};\n")
  else()
    set(ARRAY "static const ${ARG_TYPE}* const entries[] = {\n${ENTRIES}};\nconst std::span<const ${ARG_TYPE}* const> ${ARG_NAME}(entries);\n")
  endif()
  set(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}.cc)
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"// Generated by cmake/Lodestone.cmake from the files in ${ARG_FOLDER}.
#include <span>

#include \"${ARG_HEADER}\"

namespace ${ARG_NAMESPACE} {
${EXTERNS}
${ARRAY}
}  // namespace ${ARG_NAMESPACE}
" @ONLY)
  target_sources(lodestone_${ARG_LIBRARY} PRIVATE ${OUTPUT})
  set_source_files_properties(${OUTPUT} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
