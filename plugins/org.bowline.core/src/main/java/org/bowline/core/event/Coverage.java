/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.BitSet;

/** What is known of a host's processors before its events are read, and found meanwhile. */
public final class Coverage {
    private final StreamLosses losses;
    private final SeenProcessors seen = new SeenProcessors();
    /** Those of which nothing was recorded for some time. */
    final BitSet partly;

    /** @param losses when nothing was recorded of some processors while others were; told among the facts */
    public Coverage(StreamLosses losses) {
        this(losses, losses.processors());
    }

    private Coverage(StreamLosses losses, BitSet partly) {
        this.losses = losses;
        this.partly = partly;
    }

    /** As far as is known, there is everything. */
    static Coverage whole() {
        return new Coverage(new StreamLosses());
    }

    /** That of a part of the traces whose facts are told among those of others: losses are told by whoever does that. */
    Coverage ofPart() {
        return new Coverage(new StreamLosses(), partly);
    }

    StreamLosses losses() {
        return losses;
    }

    /** Is filled while the traces are read. */
    public SeenProcessors seen() {
        return seen;
    }
}
