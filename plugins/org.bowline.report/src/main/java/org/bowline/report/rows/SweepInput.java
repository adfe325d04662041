/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.List;

import org.bowline.core.model.Caveat;

/**
 * Everything that a page of a sweep shows.
 *
 * @param version of Bowline
 * @param base the build that the others are compared with
 * @param fallen below its own peak by more than this share a build has fallen
 * @param rows a row per load, build and number of clients
 * @param moved where a change moved the saturation point
 * @param recorded what recordings of runs tell of the levels
 * @param caveats why something is not compared, or may not be fair
 */
public record SweepInput(String version, String base, double fallen, List<SweepRow> rows, List<Moved> moved, Recorded recorded,
        List<Caveat> caveats) {
    /**
     * Builds of which those that do more with few clients do less with many.
     *
     * @param load under which load; empty if there is but one
     * @param text a sentence
     */
    public record Moved(String load, String text) {}

    /**
     * Why a build has fallen, as far as recordings tell.
     *
     * @param load under which load; empty if there is but one
     * @param text a sentence
     */
    public record Fall(String load, String text) {}

    /**
     * What recordings tell of the levels.
     *
     * @param times where the time of a unit of work goes, by load, build and clients
     * @param knots likewise, the heaviest first
     * @param falls why builds have fallen, or that it is not known
     * @param unread how many recordings were not read, as they do not tell why a build has fallen
     */
    public record Recorded(List<SweepTimeRow> times, List<SweepKnotRow> knots, List<Fall> falls, int unread) {
        /** Nothing. */
        public static final Recorded NONE = new Recorded(List.of(), List.of(), List.of(), 0);

        /** Copies the lists. */
        public Recorded {
            times = List.copyOf(times);
            knots = List.copyOf(knots);
            falls = List.copyOf(falls);
        }
    }

    /** Copies the lists. */
    public SweepInput {
        moved = List.copyOf(moved);
        rows = List.copyOf(rows);
        caveats = List.copyOf(caveats);
    }

    /** The loads, in the order of the rows. */
    public List<String> loads() {
        return rows.stream().map(SweepRow::load).distinct().toList();
    }

    /** The rows of a load. */
    public List<SweepRow> of(String load) {
        return rows.stream().filter(row -> row.load().equals(load)).toList();
    }
}
