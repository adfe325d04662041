/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.graph.FlameTree;
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

    private FlameFigure() {}

    /** How what runs and what waits look where both are in one picture. */
    static final String STATES = ".flame .runs,.flame .waits{stroke:var(--card);stroke-width:1}.flame .runs{fill:#390;fill-opacity:.55}.flame .waits{fill:#dc143c;fill-opacity:.4}";

    /** What a frame tells beside its name. */
    enum State {
        /** Nothing. */
        NONE("tag"),
        /** That the code around it runs. */
        RUNS("runs"),
        /** That the code around it waits. */
        WAITS("waits");

        private final String style;

        State(String style) {
            this.style = style;
        }
    }

    /** What {@link Stack#before} is if there is nothing to compare with. */
    private static final long NOT_COMPARED = -1;

    /**
     * A stack.
     *
     * @param frames outermost first
     * @param nanos its time
     * @param before the time that it is compared with; below 0 for none
     * @param stateFrame which frame says whether the stack runs or waits; below 0 for none
     * @param state what it says
     */
    record Stack(List<String> frames, long nanos, long before, int stateFrame, State state) {
        /** One of which it is plain whether it runs. */
        Stack(List<String> frames, long nanos, long before) {
            this(frames, nanos, before, -1, State.NONE);
        }

        /** The same, not compared. */
        Stack(List<String> frames, long nanos) {
            this(frames, nanos, NOT_COMPARED);
        }

        private void into(FlameTree.Builder builder) {
            if (stateFrame < 0) {
                builder.add(frames, nanos, before);
                return;
            }
            FlameTree.Frame at = builder.root();
            for (int i = 0; i < frames.size(); i++) {
                at = builder.within(at, frames.get(i), (i == stateFrame ? state : State.NONE).ordinal());
            }
            builder.add(at, nanos, before);
            if (frames.size() > MOST_LEVELS) {
                builder.cut();
            }
        }
    }

    /** A figure of some stacks; empty if they have no time. */
    static Markup of(String name, List<Stack> stacks) {
        return of(name, "typically", stacks);
    }

    /** The same of stacks that wait and stacks that run. */
    static Markup ofBoth(String name, List<Stack> stacks) {
        return of(name, "typically", "Running and blocked time", stacks);
    }

    /** The same, with a word before the time that is compared with. */
    static Markup of(String name, String compared, List<Stack> stacks) {
        return of(name, compared, "Blocked time", stacks);
    }

    private static Markup of(String name, String compared, String time, List<Stack> stacks) {
        FlameTree.Builder builder = new FlameTree.Builder(MOST_LEVELS);
        stacks.forEach(stack -> stack.into(builder));
        FlameTree tree = builder.build();
        if (tree.nanos(FlameTree.ROOT) == 0) {
            return new Markup();
        }
        Markup bars = new Markup();
        int levels = 0;
        for (int frame = tree.first(1); frame < tree.size(); frame++) {
            if (width(tree, frame) >= LEAST_WIDTH) {
                levels = tree.level(frame);
                bars.add("%s", bar(tree, frame, compared, LEVEL * (levels - 1)));
            }
        }
        int cut = tree.cutStacks();
        return Markup.of("""
                <figure><figcaption>%s: %s</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="%s of %s by stack">
                <svg class="plot flame" viewBox="0 0 %s %s" role="img" aria-label="%s of %s by stack">%s</svg></div>%s</figure>
                """, Names.shortened(name), TimeFormat.duration(tree.nanos(FlameTree.ROOT)), time, Names.shortened(name),
                WIDTH, levels * LEVEL + 1, time, Names.shortened(name), bars,
                Markup.when(cut > 0, "<p class=\"note\">%s below level %s in the report off-cpu only.</p>",
                        Words.count(cut, "stack goes on", "stacks go on"), MOST_LEVELS));
    }

    private static double width(FlameTree tree, int frame) {
        return WIDTH * ((double) tree.nanos(frame) / tree.nanos(FlameTree.ROOT));
    }

    /** What grew or shrank by a twentieth of all and more is strong, what did so by less is marked, and what is about the same is plain. */
    private static String style(FlameTree tree, int frame) {
        if (tree.beforeNanos(frame) < 0) {
            return State.values()[tree.kind(frame)].style;
        }
        double more = (double) (tree.nanos(frame) - tree.beforeNanos(frame)) / tree.nanos(FlameTree.ROOT);
        return Math.abs(more) < LEAST_CHANGE ? "same" : (more < 0 ? "less" : "more") + (Math.abs(more) < STRONG_CHANGE ? "" : " much");
    }

    private static Markup bar(FlameTree tree, int frame, String compared, double y) {
        long all = tree.nanos(FlameTree.ROOT);
        double x = WIDTH * ((double) tree.startNanos(frame) / all);
        double width = width(tree, frame);
        int letters = (int) (width / LETTER) - 1;
        String words = Names.shortened(tree.name(frame)) + ": " + TimeFormat.duration(tree.nanos(frame)) + ", "
                + (tree.beforeNanos(frame) < 0 ? Percent.percent((double) tree.nanos(frame) / all, 1) + " of all"
                        : compared + ' ' + TimeFormat.duration(tree.beforeNanos(frame)));
        return Markup.of("<g><title>%s</title><path class=\"%s\" d=\"M%s %sh%sv%sh%sz\"/>%s</g>", words, style(tree, frame), x, y, width,
                LEVEL - 1, -width,
                Markup.when(letters >= LEAST_LETTERS, "<text class=\"row\" x=\"%s\" y=\"%s\">%s</text>", x + 3, y + 14,
                        Markup.cut(tree.name(frame), Math.max(LEAST_LETTERS, letters))));
    }
}
