/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.report.rows.SweepInput;
import org.bowline.report.text.SweepTimesText;

/** Figures of a sweep as images of their own, for the desktop: SVG without colours, whose classes say what each shape is and whose, and what stands below them. */
public final class SweepFigures {
    private static final String ID = "picture";

    private SweepFigures() {}

    /**
     * Whose a colour is.
     *
     * @param style the class of the shapes that have it: {@code build0}, {@code build1} and so on
     * @param name a build, or a part of a bar
     */
    public record Key(String style, String name) {}

    /**
     * A figure.
     *
     * @param svg the image
     * @param keys whose its colours are
     * @param note what its marks mean; may be empty
     */
    public record Figure(String svg, List<Key> keys, String note) {
        /** Copies the list. */
        public Figure {
            keys = List.copyOf(keys);
        }
    }

    /** Curves of the builds of a load over the number of clients, with a point for each run and a box plot of a level's runs; or their ratio to the base with its interval. */
    public static Figure curves(SweepInput input, String load, boolean ratio) {
        SweepPlot plot = new SweepPlot(input.of(load), input.base(), ratio);
        return new Figure(plot.picture(ID).toString(), plot.keys(), plot.note());
    }

    /** Where the time of a unit of work goes, a bar for each level that was recorded. */
    public static Figure times(SweepInput input, String load) {
        SweepBars bars = new SweepBars(SweepTimesText.lines(input, load));
        return new Figure(bars.picture(ID).toString(), bars.keys(), "");
    }

    /** Whether {@link #times} has any bar. */
    public static boolean hasTimes(SweepInput input, String load) {
        return new SweepBars(SweepTimesText.lines(input, load)).hasBars();
    }
}
