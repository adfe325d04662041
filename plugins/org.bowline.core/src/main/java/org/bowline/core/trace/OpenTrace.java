/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;

import org.bowline.core.timeline.HostRecorder;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;

/**
 * One CTF trace of an experiment.
 *
 * @param path its directory
 * @param displayPath the same, relative to what the user named; never empty
 * @param domain what it is a trace of
 * @param ctf the trace
 * @param correctionNanos what to add to its times to be on the host's clock: tracers measure the offset of the same clock anew for each
 *            trace, some microseconds apart
 */
public record OpenTrace(Path path, String displayPath, Domain domain, CtfTrace ctf, long correctionNanos) {
    /** What a trace is of. */
    public enum Domain {
        /** The kernel, with its scheduler. */
        KERNEL,
        /** User space. */
        USER,
        /** Anything else. */
        OTHER;

        /** As written in reports: LTTng's own words for its domains. */
        public String label() {
            return this == USER ? "ust" : name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Where it is read: its directory, or where its archive was unpacked for as long as the experiment is open. */
    public Path directory() {
        return ctf.directory();
    }

    /** What it says of itself. */
    public TraceMetadata metadata() {
        return ctf.metadata();
    }

    /** A time of the trace on the clock of its host, moved into the range of possible times. */
    public long onHostClock(long nanos) {
        long limit = HostRecorder.LATEST_NANOS;
        return Math.max(-limit,
                Math.min(limit, Math.max(-limit, Math.min(limit, nanos)) + Math.max(-limit, Math.min(limit, correctionNanos))));
    }
}
