/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Generates traces of several hosts that work together: clients, servers, backends, pools, locks, disks, timers, short processes. For each
 * host a kernel trace {@code HOST/kernel} and, if wanted, a user-space trace {@code HOST/ust} with the clients' requests. Each host has its
 * own clock with offset and drift; {@code truth.json} has the true relation, in the form of the lab's recordings.
 */
public final class KernelTraceGenerator {
    /**
     * What to generate.
     *
     * @param events at least so many, in all traces together; about a hundred more
     * @param hosts number of hosts; with one, the threads talk over its loopback device
     * @param cpus processors of each host
     * @param clients threads on each host that send requests, with as many servers and backends
     * @param seed equal seeds give equal bytes
     * @param userSpace whether to write user-space traces
     * @param index whether to write index files
     * @param packetBytes size of a packet
     * @param lossPerMillion in how many of a million events a run of 1 to 2000 lost events begins; 0 for none
     * @param driftChangeNanos true time from the begin at which the drift changes by 40 ppm on all hosts but the first; 0 for never
     */
    public record Options(long events, int hosts, int cpus, int clients, long seed, boolean userSpace, boolean index, int packetBytes,
            int lossPerMillion,
            long driftChangeNanos) {
        /** The usual: user-space traces and index files, packets of 256 KiB, no losses. */
        public static Options of(long events, int hosts, int cpus, long seed) {
            return new Options(events, hosts, cpus, 3 * cpus, seed, true, true, 256 * 1024, 0, 0);
        }

        /** Checks the ranges. */
        public Options {
            if (events < 1 || hosts < 1 || hosts > 200 || cpus < 1 || cpus > 64 || clients < 1 || (long) clients * hosts > 10_000) {
                throw new IllegalArgumentException(
                        "events, clients >= 1, 1 <= hosts <= 200, 1 <= cpus <= 64, hosts * clients <= 10000 are possible");
            }
        }
    }

    /**
     * What was generated.
     *
     * @param events in all traces
     * @param nanos true time that they cover
     */
    public record Summary(long events, long nanos) {}

    private KernelTraceGenerator() {}

    /** Generates into a directory. */
    public static Summary generate(Options options, Path directory) throws IOException {
        return generate(options, directory, null);
    }

    /** Generates into a directory, and tells the truth about every wait. */
    public static Summary generate(Options options, Path directory, @Nullable WaitListener listener) throws IOException {
        return new Generation(options).run(directory, listener);
    }
}
