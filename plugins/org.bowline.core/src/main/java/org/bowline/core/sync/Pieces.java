/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;

/**
 * Where the relation of two clocks changes: a step, or a new rate. One line fits as many messages as possible, then the next line begins; that gives the least number
 * of lines, and each change as late as it can be. The same from the end gives each change as early as it can be. If the truth has no more pieces than needed, each change lies
 * between, and the messages outside certainly belong to their piece.
 *
 * <p>A lone message that contradicts its neighbours on both sides (a wrong match) is left out: that takes two pieces away.
 */
final class Pieces {
    private static final int MOST_OUTLIERS = 16;
    private static final int CANDIDATES = 4;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final PairMessages messages;
    private final BooleanSupplier cancelled;
    private final BitSet outliers = new BitSet();
    /** First message of each piece, at the latest; the first is 0. */
    private int[] latest;
    /** First message of each piece, at the earliest. */
    private final int[] earliest;
    /** The lines that fit all messages but the outliers; null if it takes several pieces. */
    private @Nullable FeasibleLines ofAll;

    Pieces(PairMessages messages, BooleanSupplier cancelled) {
        this.messages = messages;
        this.cancelled = cancelled;
        latest = forward();
        while (latest.length > 1 && outliers.cardinality() < MOST_OUTLIERS && dropOutlier()) {
            // once more
        }
        earliest = latest.length == 1 ? latest : backward();
    }

    /** Each outlier costs passes over all messages. */
    private void poll(int message) {
        if ((message & POLL_MASK) == 0 && cancelled.getAsBoolean()) {
            throw new CancelledException();
        }
    }

    private int[] forward() {
        int[] starts = new int[4];
        int count = 1;
        FeasibleLines lines = new FeasibleLines();
        for (int i = 0; i < messages.size(); i++) {
            poll(i);
            if (!outliers.get(i) && !lines.add(messages.isUpper(i), messages.x(i), messages.y(i))) {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, 2 * count);
                }
                starts[count++] = i;
                lines = new FeasibleLines();
                lines.add(messages.isUpper(i), messages.x(i), messages.y(i));
            }
        }
        ofAll = count == 1 ? lines : null;
        return Arrays.copyOf(starts, count);
    }

    private int[] backward() {
        int[] starts = new int[latest.length];
        int piece = latest.length - 1;
        FeasibleLines lines = new FeasibleLines();
        for (int i = messages.size() - 1; i >= 0; i--) {
            poll(i);
            // From the end of time, later becomes earlier and above becomes below.
            if (!outliers.get(i) && !lines.add(!messages.isUpper(i), -messages.x(i), -messages.y(i))) {
                starts[piece--] = i + 1;
                lines = new FeasibleLines();
                lines.add(!messages.isUpper(i), -messages.x(i), -messages.y(i));
            }
        }
        return starts;
    }

    private boolean dropOutlier() {
        int[] before = latest;
        int[] early = backward();
        for (int piece = 1; piece < Math.min(before.length, CANDIDATES); piece++) {
            for (int candidate : new int[] {before[piece], early[piece] - 1}) {
                outliers.set(candidate);
                latest = forward();
                if (latest.length <= Math.max(1, before.length - 2)) {
                    return true;
                }
                outliers.clear(candidate);
            }
        }
        latest = before;
        return false;
    }

    /** Number of pieces. */
    int count() {
        return latest.length;
    }

    /** Number of messages left out. */
    int outliers() {
        return outliers.cardinality();
    }

    /** The messages left out. */
    BitSet outlierSet() {
        return (BitSet) outliers.clone();
    }

    /** First message that certainly belongs to a piece. */
    int coreFrom(int piece) {
        return latest[piece];
    }

    /** After the last message that certainly belongs to a piece. */
    int coreTo(int piece) {
        return piece + 1 < earliest.length ? earliest[piece + 1] : messages.size();
    }

    /** After the last message that fits a piece. */
    int end(int piece) {
        return piece + 1 < latest.length ? latest[piece + 1] : messages.size();
    }

    /** The lines that fit the messages from one to another. */
    FeasibleLines lines(int from, int to) {
        FeasibleLines all = ofAll;
        if (all != null && count() == 1 && from == 0 && to == messages.size()) {
            return all;
        }
        FeasibleLines lines = new FeasibleLines();
        for (int i = from; i < to; i++) {
            poll(i);
            if (!outliers.get(i)) {
                lines.add(messages.isUpper(i), messages.x(i), messages.y(i));
            }
        }
        return lines;
    }
}
