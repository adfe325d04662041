/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import org.eclipse.swt.SWT;
import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.FlameTree;

/** Where the keys lead from a frame of a flame graph. They reach what is wide enough to be seen, as the mouse does. */
final class FlameWalk {
    /** A step. */
    enum Step {
        /** To the frame around it. */
        OUT,
        /** To the widest frame within it. */
        IN,
        /** To the one before it on its level, whatever both are within. */
        LEFT,
        /** To the one after it on its level, whatever both are within. */
        RIGHT,
        /** To the first of its level. */
        FIRST,
        /** To the last of its level. */
        LAST;

        /** The step of a key; null if it is none. */
        static @Nullable Step of(int keyCode) {
            return switch (keyCode) {
                case SWT.ARROW_UP -> OUT;
                case SWT.ARROW_DOWN -> IN;
                case SWT.ARROW_LEFT -> LEFT;
                case SWT.ARROW_RIGHT -> RIGHT;
                case SWT.HOME -> FIRST;
                case SWT.END -> LAST;
                default -> null;
            };
        }
    }

    private FlameWalk() {}

    /**
     * The frame that a step leads to; the same one if it leads nowhere, and the first frame of all if there was none.
     *
     * @param from {@link FlameTree#NONE} for none
     * @param leastNanos narrower frames are passed over
     */
    static int next(FlameTree tree, int from, Step step, long leastNanos) {
        int level = from == FlameTree.NONE ? 1 : tree.level(from);
        if (level > tree.levels()) {
            return FlameTree.NONE;
        }
        int first = tree.first(level);
        int end = tree.first(level + 1);
        if (from == FlameTree.NONE) {
            return seen(tree, first, end, 1, leastNanos, FlameTree.NONE);
        }
        return switch (step) {
            case OUT -> tree.parent(from) == FlameTree.ROOT ? from : tree.parent(from);
            case IN -> widest(tree, from, leastNanos);
            case LEFT -> seen(tree, from - 1, first - 1, -1, leastNanos, from);
            case RIGHT -> seen(tree, from + 1, end, 1, leastNanos, from);
            case FIRST -> seen(tree, first, end, 1, leastNanos, from);
            case LAST -> seen(tree, end - 1, first - 1, -1, leastNanos, from);
        };
    }

    /** Frames within one are laid out by their time, the widest first. */
    private static int widest(FlameTree tree, int from, long leastNanos) {
        int level = tree.level(from) + 1;
        if (level > tree.levels()) {
            return from;
        }
        int frame = tree.firstFrom(level, tree.startNanos(from));
        return frame < tree.first(level + 1) && tree.parent(frame) == from && tree.nanos(frame) >= leastNanos ? frame : from;
    }

    private static int seen(FlameTree tree, int begin, int end, int step, long leastNanos, int otherwise) {
        for (int frame = begin; frame != end; frame += step) {
            if (tree.nanos(frame) >= Math.max(1, leastNanos)) {
                return frame;
            }
        }
        return otherwise;
    }

    /** Where a window of the layout begins that has as much of a frame in it as it can, and has moved no further than that needs. */
    static long begin(long fromNanos, long toNanos, long startNanos, long nanos) {
        long atItsEnd = startNanos + nanos - (toNanos - fromNanos);
        return Math.max(Math.min(startNanos, atItsEnd), Math.min(fromNanos, Math.max(startNanos, atItsEnd)));
    }
}
