/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import java.io.Serializable;

import org.jspecify.annotations.Nullable;

/**
 * What a result does not know, or had to estimate. Travels with the result into every report and view.
 *
 * @param severity how much it matters
 * @param host the host it is about; empty for all
 * @param kind a stable word for machines, like {@code lost-events}
 * @param count how many (see the kind); −1 when unknown
 * @param fromNanos begin of the affected reference time, ns since the epoch; {@link Long#MIN_VALUE} when it is the whole trace
 * @param toNanos end of the affected reference time; {@link Long#MAX_VALUE} when it is the whole trace
 * @param text a sentence for the user: what, where, what to do
 */
public record Caveat(Severity severity, String host, String kind, long count, long fromNanos, long toNanos, String text)
        implements Serializable {
    /** How much a caveat matters. */
    public enum Severity {
        /** Good to know. */
        INFO,
        /** Some figures are estimates or lower bounds. */
        WARNING,
        /** A result is missing or must not be trusted. */
        ERROR;

        /** As written in reports: lower case. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A caveat about the whole trace of a host (or of all, with an empty host). */
    public static Caveat of(Severity severity, String host, String kind, long count, String text) {
        return new Caveat(severity, host, kind, count, Long.MIN_VALUE, Long.MAX_VALUE, text);
    }

    // Written out here and below: a record's own are made of method handles when they are first called, which a small recording notices (docs/adr/0226).
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Caveat caveat && severity == caveat.severity && count == caveat.count && fromNanos == caveat.fromNanos
                && toNanos == caveat.toNanos && host.equals(caveat.host) && kind.equals(caveat.kind) && text.equals(caveat.text);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * (31 * (31 * (31 * severity.ordinal() + host.hashCode()) + kind.hashCode()) + Long.hashCode(count))
                + Long.hashCode(fromNanos)) + Long.hashCode(toNanos)) + text.hashCode();
    }
}
