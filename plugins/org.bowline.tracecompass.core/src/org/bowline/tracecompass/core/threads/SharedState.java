/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.sampling.StateShares;
import org.bowline.core.timeline.SegmentSums;
import org.bowline.tracecompass.core.provider.StateStyle;

/**
 * Pixels of a row in which more was done than they can show one after another: as a state, that of most of the time; and beyond that how the time of each pixel is shared out among states, for whoever can draw
 * them above each other.
 */
public final class SharedState extends TimeGraphState {
    private static final StateStyle[] STYLES = IntStream.range(0, SegmentSums.CLASSES)
            .mapToObj(of -> StateStyle.of(SegmentSums.state(of), SegmentSums.cause(of))).toArray(StateStyle[]::new);
    private static final int MOST_TOLD = 4;
    private static final double LEAST_TOLD = 0.005;

    private final StateShares shares;
    private final int first;
    private final int end;

    private SharedState(StateShares shares, int first, int end, StateStyle most) {
        super(shares.edge(first), shares.edge(end) - shares.edge(first), most.ordinal(), null, most.style());
        this.shares = shares;
        this.first = first;
        this.end = end;
    }

    /** Pixels of which all have the most time in one state; there is time in each. */
    static SharedState all(StateShares shares, StateStyle most) {
        return new SharedState(shares, 0, shares.pixels(), most);
    }

    /** The row of several threads: a state for neighbouring pixels of the same most; where no thread lives there is none. */
    static List<ITimeGraphState> row(StateShares shares) {
        List<ITimeGraphState> row = new ArrayList<>();
        for (int from = 0, to; from < shares.pixels(); from = to) {
            StateStyle most = most(shares, from);
            to = from + 1;
            while (to < shares.pixels() && most(shares, to) == most) {
                to++;
            }
            if (most != null) {
                row.add(new SharedState(shares, from, to, most));
            }
        }
        return row;
    }

    private static @Nullable StateStyle most(StateShares shares, int pixel) {
        return shares.lifeNanos(pixel) == 0 ? null : STYLES[shares.most(pixel)];
    }

    /** Number of pixels. */
    public int pixels() {
        return end - first;
    }

    /** Where a pixel begins, from 0 on; where the last one ends for the number of pixels. */
    public long edge(int pixel) {
        return shares.edge(first + pixel);
    }

    /**
     * How much of a pixel's time each state has.
     *
     * @param into by the ordinal of a {@link StateStyle}, from 0 to 1; of a length of {@link StateStyle#STATES}
     */
    public void shares(int pixel, double[] into) {
        Arrays.fill(into, 0);
        double life = shares.lifeNanos(first + pixel);
        for (int of = 0; of < SegmentSums.CLASSES; of++) {
            into[STYLES[of].ordinal()] += shares.nanos(first + pixel, of) / life;
        }
    }

    /** The shares of the pixel that holds a moment, in words, the largest first: {@code Running 60 %, blocked by a timer 40 %}. */
    public String told(long timeNanos) {
        double[] of = new double[StateStyle.STATES];
        int pixel = Math.max(first, Math.min(end - 1, shares.pixelOf(timeNanos)));
        shares(pixel - first, of);
        return IntStream.range(0, of.length).boxed().filter(style -> of[style] >= LEAST_TOLD)
                .sorted(Comparator.comparingDouble((Integer style) -> of[style]).reversed()).limit(MOST_TOLD)
                .map(style -> NLS.bind(Messages.share, StateStyle.of(style).label(), Percent.percentBrief(of[style])))
                .collect(Collectors.joining(", "));
    }
}
