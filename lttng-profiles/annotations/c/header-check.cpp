/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* Uses each scope of C++ once, in an order that tests know; compiles without a warning from C++11 on. */
#include <bowline.h>

#include <thread>
#include <utility>

int main() {
    bowline::interval request("GET");
    const bool recorded = request.id() != 0;
    {
        bowline::tag storage("engine/storage");
        bowline::tag crc("engine/storage/crc");
        int lock = 0;
        {
            bowline::spin spin(&lock);
            spin.acquired();
        }
        bowline::spin inVain(&lock, 4711);
    }
    std::thread other([](bowline::interval moved) {
        moved.enter();
        moved.end();
        moved.end();
    }, std::move(request));
    other.join();
    bowline::interval given(7, "checkout");
    given = bowline::interval(8, "checkout");
    const bowline::interval sized(9, "PUT", 4096);
    const bowline::interval started("PUT", 17);
    return recorded != (bowline_recording() != 0) || request.id() != 0;
}
