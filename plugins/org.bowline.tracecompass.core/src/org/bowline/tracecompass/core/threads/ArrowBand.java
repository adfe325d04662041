/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;

import org.bowline.core.sampling.ArrowBands;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;

/**
 * Arrows from one row to another that are too many to be told apart: as an arrow the first of them, of a style that is as opaque as they are dense; and beyond that how many they are, and until when they begin.
 */
public final class ArrowBand extends TimeGraphArrow {
    /** Pixels; arrows of one pair of rows that begin within so many cannot be told apart: the head of an arrow is as wide. */
    public static final int CELL_PIXELS = 10;
    /** By density; packets there and back are drawn over each other, and the states below still have to be seen. */
    private static final float[] OPACITY = {1.0f, 0.1f, 0.18f, 0.3f};

    private final long arrows;
    private final long lastNanos;

    private ArrowBand(long source, long destination, long fromNanos, long nanos, OutputElementStyle style, long arrows, long lastNanos) {
        super(source, destination, fromNanos, nanos, style);
        this.arrows = arrows;
        this.lastNanos = lastNanos;
    }

    /** Arrows and bands as answers have them; the kinds of the bands are the numbers of the styles. */
    public static List<ITimeGraphArrow> of(Timeline timeline, ArrowBands bands, StateStyle... styles) {
        List<ITimeGraphArrow> arrows = new ArrayList<>(bands.count());
        for (int i = 0; i < bands.count(); i++) {
            long source = EntryIds.ofThread(timeline, bands.fromThread(i));
            long destination = EntryIds.ofThread(timeline, bands.toThread(i));
            StateStyle style = styles[bands.kind(i)];
            long nanos = bands.toNanos(i) - bands.fromNanos(i);
            arrows.add(bands.density(i) == 0 ? new TimeGraphArrow(source, destination, bands.fromNanos(i), nanos, style.style())
                    : new ArrowBand(source, destination, bands.fromNanos(i), nanos,
                            new OutputElementStyle(style.key(), Map.of(StyleProperties.OPACITY, OPACITY[bands.density(i)],
                                    StyleProperties.WIDTH, CELL_PIXELS)),
                            bands.arrows(i), bands.lastNanos(i)));
        }
        return arrows;
    }

    /** The number of parts of a picture within which arrows cannot be told apart, by that of its pixels. */
    public static int cells(int pixels) {
        return Math.max(1, pixels / CELL_PIXELS);
    }

    /** Tells in a tooltip how many arrows there are. */
    public void tell(Map<String, String> tip) {
        tip.put(Messages.tipArrows,
                NLS.bind(Messages.arrowsWithin, Long.toString(arrows), TimeFormat.duration(lastNanos - getStartTime())));
    }

    /** How many arrows there are, at least two. */
    public long arrows() {
        return arrows;
    }

    /** When the last of them begins. */
    public long lastNanos() {
        return lastNanos;
    }

    /** How opaque it is, 0 … 1. */
    public float opacity() {
        return Objects.requireNonNull(getStyle()).getStyleValues().get(StyleProperties.OPACITY) instanceof Float opacity ? opacity : 1;
    }
}
