/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.stream.IntStream;

import org.bowline.core.figures.Ticks;
import org.bowline.core.interval.Throughput;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

/**
 * How many intervals of a label end over time: a bar for each slice of the range; of all labels along the same time. The last slice ends with the range and is shorter: its bar is as high as if nothing
 * more had ended in a whole one. By its own length it would tower above all others wherever the range ends with the last interval, as it does unless it was chosen.
 */
final class ThroughputFigure {
    private static final double WIDTH = 340;
    private static final double HEIGHT = 112;
    private static final double LEAST_LEFT = 44;
    private static final double BESIDE_AXIS = 5;
    private static final double OF_A_CHARACTER = 7;
    private static final double RIGHT = 332;
    /** More would run into each other. */
    private static final int MOST_TICKS = 6;
    private static final double TOP = 10;
    private static final double BOTTOM = 84;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Throughput of;
    private final double range;
    private final double left;

    ThroughputFigure(Throughput of) {
        this.of = of;
        range = (double) of.beginNanos(of.slices()) - of.beginNanos(0);
        int longest = of.labels().stream().mapToInt(label -> perSecond(mostPerSlice(label)).length()).max().orElse(0);
        left = Math.max(LEAST_LEFT, longest * OF_A_CHARACTER + BESIDE_AXIS);
    }

    private double x(double nanos) {
        return left + (RIGHT - left) * nanos / range;
    }

    private int mostPerSlice(String label) {
        return IntStream.range(0, of.slices()).map(slice -> of.count(label, slice)).max().orElse(0);
    }

    private String perSecond(int perSlice) {
        return Words.number(perSlice * NANOS_PER_SECOND / of.sliceNanos()) + "/s";
    }

    Markup of(String label, String name, String id) {
        int most = Math.max(1, mostPerSlice(label));
        Markup bars = new Markup();
        for (int slice = 0; slice < of.slices(); slice++) {
            if (of.count(label, slice) > 0) {
                double x = x((double) of.beginNanos(slice) - of.beginNanos(0));
                double width = x((double) of.beginNanos(slice + 1) - of.beginNanos(0)) - x;
                double height = (BOTTOM - TOP) * of.count(label, slice) / most;
                bars.add("""
                        <rect class="bar" x="%s" y="%s" width="%s" height="%s"><title>%s from %s to %s: %s</title></rect>""",
                        x, BOTTOM - height, Math.max(0.5, width - 0.5), height, perSecond(of.count(label, slice)),
                        TimeFormat.timeOfDay(of.beginNanos(slice)), TimeFormat.timeOfDay(of.beginNanos(slice + 1)),
                        Words.count(of.count(label, slice), "interval"));
            }
        }
        double seconds = range / NANOS_PER_SECOND;
        double step = Ticks.step(seconds, MOST_TICKS);
        Markup ticks = new Markup();
        for (int tick = 0; tick * step <= seconds; tick++) {
            double x = x(tick * step * NANOS_PER_SECOND);
            ticks.add("""
                    <path class="grid" d="M%s %sv4"/>
                    <text x="%s" y="%s" text-anchor="middle">%s</text>""", x, BOTTOM, Math.min(x, RIGHT - 14), BOTTOM + 18,
                    Ticks.time(tick * step * NANOS_PER_SECOND));
        }
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> %s</figcaption>
                <svg class="plot histogram" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Intervals of %s that end in a second, over time: %s at most</title>
                <path class="grid" d="M%s %sH%s"/>
                <text x="%s" y="%s" text-anchor="end">%s</text>
                <text x="%s" y="%s" text-anchor="end">0</text>
                %s
                <path class="zero" d="M%s %sH%s"/>
                %s
                </svg></figure>
                """, name, Words.number(of.count(label) / seconds) + " per second", WIDTH, HEIGHT, id, id, name, perSecond(most),
                left, TOP, RIGHT, left - BESIDE_AXIS, TOP + 4, perSecond(most), left - BESIDE_AXIS, BOTTOM + 3, bars, left, BOTTOM, RIGHT,
                ticks);
    }
}
