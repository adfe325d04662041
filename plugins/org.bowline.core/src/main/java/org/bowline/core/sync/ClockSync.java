/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Puts several hosts on one clock by the packets they exchanged.
 *
 * <p>Steps: the {@link CoarseOffsets coarse step} finds in which order to read; the {@link PacketMatcher} pairs packets; each pair of hosts gets its {@link PairRelation}; the
 * {@link SyncGraph} says over which hosts each clock is carried to the reference; the transforms are multiplied exactly, and the bounds carried along; last, receives
 * with several possible sends take the latest one before them.
 */
public final class ClockSync {
    private ClockSync() {}

    /**
     * How to synchronise.
     *
     * @param referenceHost index of the host whose clock is left as it is; {@link #ANY} for the one that is best in the middle
     * @param coarse whether a coarse step keeps the tables of unmatched packets small; the result is the same
     * @param driftLimitPpm how far the rates of two clocks may be apart, in parts per million, where messages alone do not bound them closer
     * @param coarseSlopePpm to how many parts per million the coarse step is to know the slope between two clocks before it stops; 0: the first exchange both ways is enough. The result is the same
     * @param leftOut whether there are traces that could not be read: words of caveats alone depend on it
     * @param timeless hosts whose events have no times that can be told, so that their packets are left out and their clocks are not known
     */
    public record Options(int referenceHost, boolean coarse, int driftLimitPpm, int coarseSlopePpm, boolean leftOut,
            Set<Integer> timeless) {
        /** Let the sync graph choose the reference. */
        public static final int ANY = -1;
        /** What the kernel's clock discipline can correct at most. */
        public static final int DEFAULT_DRIFT_LIMIT_PPM = 500;
        /** Best reference, with the coarse step. */
        public static final Options DEFAULT = new Options(ANY, true);

        /** Checks the limits: of the drift above 0, below a tenth; of the slope below all of it. */
        public Options {
            if (driftLimitPpm < 1 || driftLimitPpm > 100_000) {
                throw new IllegalArgumentException("drift limit of " + driftLimitPpm + " ppm is not between 1 and 100000");
            }
            if (coarseSlopePpm < 0 || coarseSlopePpm >= 1_000_000) {
                throw new IllegalArgumentException("slope error of " + coarseSlopePpm + " ppm is not between 0 and 999999");
            }
            timeless = Set.copyOf(timeless);
        }

        /** With the usual drift limit. */
        public Options(int referenceHost, boolean coarse) {
            this(referenceHost, coarse, DEFAULT_DRIFT_LIMIT_PPM, 0, false, Set.of());
        }

        /** With another reference host. */
        public Options withReference(int host) {
            return new Options(host, coarse, driftLimitPpm, coarseSlopePpm, leftOut, timeless);
        }

        /** With or without the coarse step. */
        public Options withCoarse(boolean on) {
            return new Options(referenceHost, on, driftLimitPpm, coarseSlopePpm, leftOut, timeless);
        }

        /** With another stop rule of the coarse step. */
        public Options withCoarseSlope(int ppm) {
            return new Options(referenceHost, coarse, driftLimitPpm, ppm, leftOut, timeless);
        }

        /** With or without traces that could not be read. */
        public Options withLeftOut(boolean any) {
            return new Options(referenceHost, coarse, driftLimitPpm, coarseSlopePpm, any, timeless);
        }

        /** With hosts whose clocks tell no time. */
        public Options withTimeless(Set<Integer> some) {
            return new Options(referenceHost, coarse, driftLimitPpm, coarseSlopePpm, leftOut, some);
        }
    }

    /**
     * Synchronises. Linear in the packets, but for sorting each pair's messages.
     *
     * @param logs the packets of each host
     * @param hostNames their names, for ties and messages
     * @param traceStart begin of each host's trace, host time, ns
     * @param traceEnd end of each host's trace, host time, ns
     * @param options how
     * @param cancelled asked every 2^16 packets or sooner
     * @throws org.bowline.core.progress.CancelledException if cancelled
     * @throws IllegalArgumentException if the arrays differ in length, a trace ends before it begins, or there is no such reference host
     */
    public static SyncResult run(List<PacketLog> logs, String[] hostNames, long[] traceStart, long[] traceEnd, Options options,
            BooleanSupplier cancelled) {
        return run(logs, hostNames, traceStart, traceEnd, options, cancelled, () -> {}, new boolean[logs.size()]);
    }

    /**
     * The same.
     *
     * @param matched called as soon as all packets are matched: from then on, this does not ask what tells packets of a connection from each other, so it can be {@linkplain PacketLog#letGoKeys let go}
     * @param wholePackets by host, whether all of its packets were recorded: then that none is of another host says that they exchanged none, and not only that none is known
     */
    public static SyncResult run(List<PacketLog> logs, String[] hostNames, long[] traceStart, long[] traceEnd, Options options,
            BooleanSupplier cancelled, Runnable matched, boolean[] wholePackets) {
        int hosts = logs.size();
        if (hosts == 0 || hostNames.length != hosts || traceStart.length != hosts || traceEnd.length != hosts
                || wholePackets.length != hosts) {
            throw new IllegalArgumentException(hosts + " logs need as many names, starts and ends, and at least one");
        }
        if (options.referenceHost() != Options.ANY && (options.referenceHost() < 0 || options.referenceHost() >= hosts)) {
            throw new IllegalArgumentException(
                    "there is no reference host " + options.referenceHost() + ": the " + hosts + " hosts are numbered from 0");
        }
        for (int host = 0; host < hosts; host++) {
            if (traceEnd[host] < traceStart[host]) {
                throw new IllegalArgumentException("trace of " + hostNames[host] + " ends at " + traceEnd[host]
                        + " ns, before it begins at " + traceStart[host] + " ns");
            }
        }
        return new SyncRun(logs, hostNames.clone(), traceStart.clone(), traceEnd.clone(), options, cancelled, matched, wholePackets.clone())
                .run();
    }
}
