/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import org.bowline.core.interval.Throughput;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

/** How many intervals of a label end over time: a bar for each slice of the range; of all labels along the same time. */
final class ThroughputFigure {
    private static final double WIDTH = 340;
    private static final double HEIGHT = 112;
    private static final double LEFT = 44;
    private static final double RIGHT = 332;
    private static final double TOP = 10;
    private static final double BOTTOM = 84;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Throughput of;
    private final double range;

    ThroughputFigure(Throughput of) {
        this.of = of;
        range = (double) of.beginNanos(of.slices()) - of.beginNanos(0);
    }

    private double x(double nanos) {
        return LEFT + (RIGHT - LEFT) * nanos / range;
    }

    Markup of(String label, String name, String id) {
        double most = Math.max(Double.MIN_NORMAL, of.mostPerSecond(label));
        Markup bars = new Markup();
        for (int slice = 0; slice < of.slices(); slice++) {
            if (of.count(label, slice) > 0) {
                double x = x((double) of.beginNanos(slice) - of.beginNanos(0));
                double width = x((double) of.beginNanos(slice + 1) - of.beginNanos(0)) - x;
                double height = (BOTTOM - TOP) * of.perSecond(label, slice) / most;
                bars.add("""
                        <rect class="bar" x="%s" y="%s" width="%s" height="%s"><title>%s per second from %s to %s: %s</title></rect>""",
                        x, BOTTOM - height, Math.max(0.5, width - 0.5), height, Words.number(of.perSecond(label, slice)),
                        TimeFormat.timeOfDay(of.beginNanos(slice)), TimeFormat.timeOfDay(of.beginNanos(slice + 1)),
                        Words.count(of.count(label, slice), "interval"));
            }
        }
        double seconds = range / NANOS_PER_SECOND;
        double step = Ticks.anyStep(seconds, 4);
        Markup ticks = new Markup();
        for (int tick = 0; tick * step <= seconds; tick++) {
            double x = x(tick * step * NANOS_PER_SECOND);
            ticks.add("""
                    <path class="grid" d="M%s %sv4"/>
                    <text x="%s" y="%s" text-anchor="middle">%s</text>""", x, BOTTOM, Math.min(x, RIGHT - 14), BOTTOM + 18,
                    Ticks.duration(tick * step * NANOS_PER_SECOND));
        }
        return Markup.of("""
                <figure class="card"><figcaption><b>%s</b> %s</figcaption>
                <svg class="plot histogram" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Intervals of %s that end in a second, over time: %s per second at most</title>
                <path class="grid" d="M%s %sH%s"/>
                <text x="%s" y="%s" text-anchor="end">%s/s</text>
                <text x="%s" y="%s" text-anchor="end">0</text>
                %s
                <path class="zero" d="M%s %sH%s"/>
                %s
                </svg></figure>
                """, name, Words.number(of.count(label) / seconds) + " per second", WIDTH, HEIGHT, id, id, name, Words.number(most),
                LEFT, TOP, RIGHT, LEFT - 5, TOP + 4, Words.number(most), LEFT - 5, BOTTOM + 3, bars, LEFT, BOTTOM, RIGHT, ticks);
    }
}
