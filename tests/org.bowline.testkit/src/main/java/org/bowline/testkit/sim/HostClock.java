/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

/**
 * A host's clock: runs at a constant rate, or at two if its drift changes once. Monotonic; off the exact line by less than 1 ns.
 *
 * @param offsetNanos of the trace's clock: epoch time of cycle 0
 * @param bootNanos cycles at true time 0
 * @param rate cycles per true ns
 * @param changeNanos true time at which the rate becomes {@code laterRate}; {@link Long#MAX_VALUE} for never
 */
public record HostClock(long offsetNanos, long bootNanos, double rate, long changeNanos, double laterRate) {
    /** Cycles (ns) at a true time of at least 0. */
    public long cycles(long trueNanos) {
        if (trueNanos < changeNanos) {
            return bootNanos + trueNanos + (long) Math.floor(trueNanos * (rate - 1));
        }
        return cyclesAtChange() + trueNanos - changeNanos + (long) Math.floor((trueNanos - changeNanos) * (laterRate - 1));
    }

    /** What the trace says at a true time: ns since the epoch. */
    public long recordedNanos(long trueNanos) {
        return offsetNanos + cycles(trueNanos);
    }

    private long cyclesAtChange() {
        return bootNanos + changeNanos + (long) Math.floor(changeNanos * (rate - 1));
    }

    /** The relation in the form of the lab's truth.json. */
    String toJson(long trueEpochNanos, double ratePpm) {
        StringBuilder b = new StringBuilder();
        b.append(piece(trueEpochNanos, 0, rate));
        b.append(", \"rate_ppm\": ").append(ratePpm);
        b.append(", \"formula\": \"host_ns = ref_host_ns + B*(trace_ns - ref_trace_ns)\"");
        if (changeNanos != Long.MAX_VALUE) {
            b.append(", \"from_trace_ns\": ").append(recordedNanos(changeNanos)).append(", \"later\": {")
                    .append(piece(trueEpochNanos, changeNanos, laterRate))
                    .append('}');
        }
        return b.toString();
    }

    private String piece(long trueEpochNanos, long at, double pieceRate) {
        return "\"trace_clock_offset_ns\": " + offsetNanos + ", \"B\": " + 1 / pieceRate + ", \"ref_trace_ns\": " + recordedNanos(at)
                + ", \"ref_host_ns\": "
                + (trueEpochNanos + at);
    }
}
