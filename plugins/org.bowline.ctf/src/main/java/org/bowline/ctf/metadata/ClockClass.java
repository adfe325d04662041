/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/**
 * A clock: time since its origin = offsetSeconds + (offsetCycles + cycles) / frequency.
 *
 * @param id name by which streams refer to it
 * @param uuid identity of the clock across traces (LTTng kernel: the boot id), any text; empty if not told
 * @param frequencyHz cycles per second, greater than 0
 * @param offsetSeconds may be negative
 * @param offsetCycles from 0, less than a second's
 * @param absolute the origin is the epoch (1970-01-01T00:00:00Z); LTTng's clocks are read as such even if not declared so
 */
public record ClockClass(String id, String uuid, long frequencyHz, long offsetSeconds, long offsetCycles, long precisionCycles,
        boolean absolute,
        String description) {
    /** The same clock with the epoch as its origin. */
    public ClockClass atEpoch() {
        return new ClockClass(id, uuid, frequencyHz, offsetSeconds, offsetCycles, precisionCycles, true, description);
    }
}
