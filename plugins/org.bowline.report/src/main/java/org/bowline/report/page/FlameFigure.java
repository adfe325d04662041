/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

/** Stacks with times as bars below each other: a bar is as wide as the time of its frame, and what is below it is a part of it. */
final class FlameFigure {
    private static final int MOST_LEVELS = 24;
    private static final double WIDTH = 1000;
    private static final double LEVEL = 20;
    private static final double LEAST_WIDTH = 1;
    private static final double LETTER = 7.2;
    private static final int LEAST_LETTERS = 3;
    private static final double LEAST_CHANGE = 0.005;
    private static final double STRONG_CHANGE = 0.05;
    /** How bars that are compared look. */
    static final String STYLE = ".flame .more,.flame .less,.flame .same{stroke:var(--card);stroke-width:1;fill-opacity:.3}"
            + ".flame .more{fill:var(--crit)}.flame .much{fill-opacity:.6}.flame .less{fill:var(--accent)}.flame .same{fill:var(--faint)}";

    private final Map<String, FlameFigure> parts = new LinkedHashMap<>();
    private long nanos;
    private long before;

    private FlameFigure() {}

    /** What {@link Stack#before} is if there is nothing to compare with. */
    private static final long NOT_COMPARED = -1;

    /**
     * A stack.
     *
     * @param frames outermost first
     * @param nanos its time
     * @param before the time that it is compared with; below 0 for none
     */
    record Stack(List<String> frames, long nanos, long before) {
        /** One that is not compared. */
        Stack(List<String> frames, long nanos) {
            this(frames, nanos, NOT_COMPARED);
        }
    }

    /** A figure of some stacks; empty if they have no time. */
    static Markup of(String name, List<Stack> stacks) {
        return of(name, "typically", stacks);
    }

    /** The same, with a word before the time that is compared with. */
    static Markup of(String name, String compared, List<Stack> stacks) {
        FlameFigure root = new FlameFigure();
        for (Stack stack : stacks) {
            root.nanos += stack.nanos;
            root.before += stack.before;
            FlameFigure at = root;
            for (String frame : stack.frames.subList(0, Math.min(MOST_LEVELS, stack.frames.size()))) {
                at = at.parts.computeIfAbsent(frame, f -> new FlameFigure());
                at.nanos += stack.nanos;
                at.before += stack.before;
            }
        }
        if (root.nanos == 0) {
            return new Markup();
        }
        Markup bars = new Markup();
        // level by level, as the depth of stacks is data: each with its left edge
        List<Placed> level = List.of(new Placed("", root, 0));
        int depth = 0;
        while (!level.isEmpty()) {
            List<Placed> below = new ArrayList<>();
            for (Placed one : level) {
                if (depth > 0) {
                    bars.add("%s", bar(one, compared, root.nanos, LEVEL * (depth - 1)));
                }
                below.addAll(one.parts(root.nanos));
            }
            level = below;
            depth++;
        }
        long cut = stacks.stream().filter(stack -> stack.frames.size() > MOST_LEVELS).count();
        return Markup.of("""
                <figure><figcaption>%s: %s</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="Blocked time of %s by stack">
                <svg class="plot flame" viewBox="0 0 %s %s" role="img" aria-label="Blocked time of %s by stack">%s</svg></div>%s</figure>
                """, Names.shortened(name), TimeFormat.duration(root.nanos), Names.shortened(name), WIDTH, (depth - 1) * LEVEL + 1,
                Names.shortened(name), bars, Markup.when(cut > 0, "<p class=\"note\">%s below level %s in the report off-cpu only.</p>",
                        Words.count(cut, "stack goes on", "stacks go on"), MOST_LEVELS));
    }

    /** A frame and where its bar begins. */
    private record Placed(String name, FlameFigure frame, double x) {
        /** Those within it that are wide enough to be seen, the widest first. */
        List<Placed> parts(long all) {
            List<Placed> placed = new ArrayList<>();
            double left = x;
            for (Map.Entry<String, FlameFigure> part : frame.parts.entrySet().stream()
                    .sorted(Comparator.comparingLong((Map.Entry<String, FlameFigure> one) -> one.getValue().nanos).reversed()).toList()) {
                double width = width(part.getValue(), all);
                if (width >= LEAST_WIDTH) {
                    placed.add(new Placed(part.getKey(), part.getValue(), left));
                }
                left += width;
            }
            return placed;
        }
    }

    private static double width(FlameFigure frame, long all) {
        return WIDTH * ((double) frame.nanos / all);
    }

    /** What grew or shrank by a twentieth of all and more is strong, what did so by less is marked, and what is about the same is plain. */
    private static String style(FlameFigure frame, long all) {
        if (frame.before < 0) {
            return "tag";
        }
        double more = (double) (frame.nanos - frame.before) / all;
        return Math.abs(more) < LEAST_CHANGE ? "same" : (more < 0 ? "less" : "more") + (Math.abs(more) < STRONG_CHANGE ? "" : " much");
    }

    private static Markup bar(Placed one, String compared, long all, double y) {
        double width = width(one.frame, all);
        int letters = (int) (width / LETTER) - 1;
        String words = Names.shortened(one.name) + ": " + TimeFormat.duration(one.frame.nanos) + ", "
                + (one.frame.before < 0 ? Percent.percent((double) one.frame.nanos / all, 1) + " of all"
                        : compared + ' ' + TimeFormat.duration(one.frame.before));
        return Markup.of("<g><title>%s</title><path class=\"%s\" d=\"M%s %sh%sv%sh%sz\"/>%s</g>", words, style(one.frame, all), one.x, y,
                width, LEVEL - 1,
                -width,
                Markup.when(letters >= LEAST_LETTERS, "<text class=\"row\" x=\"%s\" y=\"%s\">%s</text>", one.x + 3, y + 14,
                        Markup.cut(one.name, Math.max(LEAST_LETTERS, letters))));
    }
}
