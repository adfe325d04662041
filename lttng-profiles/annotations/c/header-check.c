/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* Calls each annotation once, in an order that tests know; compiles without a warning in every C from C99 on, and in C++. */
#include <bowline.h>

int main(void) {
    uint64_t started = bowline_interval_start("GET");
    bowline_interval_begin(UINT64_C(0xfedcba9876543210), "checkout");
    bowline_interval_switch(started);
    bowline_tag_push("engine/storage");
    bowline_tag_push("engine/storage/crc");
    bowline_tag_pop("engine/storage/crc");
    bowline_tag_switch("net/\xc3\xa4");
    bowline_tag_switch(NULL);
    bowline_spin_begin(UINT64_C(0xffffffffffff0001), 4711);
    bowline_spin_end(UINT64_C(0xffffffffffff0001), 256);
    bowline_spin_begin(2, 0);
    bowline_spin_end(2, 0);
    bowline_false_wakeup(3);
    bowline_interval_switch(0);
    bowline_interval_end(UINT64_C(0xfedcba9876543210));
    bowline_interval_end(started);
    bowline_interval_begin(0, "never");
    bowline_interval_begin_sized(0, "never", 1);
    bowline_interval_begin_sized(5, "PUT", 4096);
    bowline_interval_begin_sized(6, "PUT", UINT64_MAX);
    bowline_interval_end(bowline_interval_start_sized("PUT", 0));
    bowline_interval_end(0);
    return (started != 0) != (bowline_recording() != 0); /* 1: an id without a recording, or the reverse */
}
