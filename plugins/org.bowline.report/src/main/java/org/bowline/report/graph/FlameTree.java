/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;

/**
 * Stacks with times, merged frame by frame from the outermost on, and laid out as a flame graph: a frame is as wide as the time of all stacks that begin like it, and lies within the frame that it was called from; beside each
 * other the widest is first, and what a frame took itself is the rest at its end. Frames are numbered level by level and from left to right; number 0 is the root, which has the time of everything and no name. Immutable.
 *
 * <p>O(frames × log frames); no recursion, as the depth of stacks is data.
 */
public final class FlameTree {
    /** The frame that has all the others. */
    public static final int ROOT = 0;
    /** No frame. */
    public static final int NONE = -1;

    private final String[] names;
    private final int[] kinds;
    private final int[] parents;
    private final long[] starts;
    private final long[] nanos;
    private final long[] own;
    private final long[] before;
    /** The first frame of each level, and the number of all. */
    private final int[] firsts;
    private final int cut;

    private FlameTree(List<Frame> order, List<Integer> levels, int cut) {
        int size = order.size();
        names = new String[size];
        kinds = new int[size];
        parents = new int[size];
        starts = new long[size];
        nanos = new long[size];
        own = new long[size];
        before = new long[size];
        for (int i = 0; i < size; i++) {
            Frame frame = order.get(i);
            frame.number = i;
            names[i] = frame.name;
            kinds[i] = frame.kind;
            parents[i] = frame.parent == frame ? NONE : frame.parent.number;
            starts[i] = frame.start;
            nanos[i] = frame.nanos;
            own[i] = frame.own;
            before[i] = frame.before;
        }
        firsts = levels.stream().mapToInt(Integer::intValue).toArray();
        this.cut = cut;
    }

    /** A frame while the tree is made. */
    public static final class Frame {
        private final String name;
        private final int kind;
        private final Frame parent;
        private final int level;
        private final Map<String, Frame> parts = new LinkedHashMap<>();
        private long own;
        private long nanos;
        private long before;
        private long start;
        private int number;

        private Frame(String name, int kind, @Nullable Frame parent) {
            this.name = name;
            this.kind = kind;
            this.parent = parent == null ? this : parent;
            level = parent == null ? 0 : parent.level + 1;
        }
    }

    /** Merges stacks. Not safe for several threads. */
    public static final class Builder {
        private final int mostLevels;
        private final List<Frame> frames = new ArrayList<>();
        private int cut;

        /**
         * @param mostLevels how many frames of a stack are told apart, at least 1; the time of deeper ones is that of the last
         */
        public Builder(int mostLevels) {
            this.mostLevels = mostLevels;
            frames.add(new Frame("", 0, null));
        }

        /** The root. */
        public Frame root() {
            return frames.get(ROOT);
        }

        /**
         * The frame of a name within another; the other itself if that is as deep as frames are told apart.
         *
         * @param kind what it is, for the caller; of frames with the same name and parent the first one's counts
         */
        public Frame within(Frame parent, String name, int kind) {
            if (parent.level == mostLevels) {
                return parent;
            }
            Frame known = parent.parts.get(name);
            if (known == null) {
                known = new Frame(name, kind, parent);
                parent.parts.put(name, known);
                frames.add(known);
            }
            return known;
        }

        /**
         * Adds time to a frame and all that it is within.
         *
         * @param nanos of the frame itself, not below 0
         * @param before what that is compared with
         * @throws ArithmeticException if the sum of all is more than 63 bits hold
         */
        public void add(Frame frame, long nanos, long before) {
            frame.own = Math.addExact(frame.own, nanos);
            frame.before = Math.addExact(frame.before, before);
        }

        /** A whole stack, outermost first; kinds are 0. */
        public void add(List<String> stack, long nanos, long before) {
            Frame at = root();
            for (String name : stack.subList(0, Math.min(mostLevels, stack.size()))) {
                at = within(at, name, 0);
            }
            cut += stack.size() > mostLevels ? 1 : 0;
            add(at, nanos, before);
        }

        /** Counts a stack that has more frames than are told apart, for who goes frame by frame. */
        public void cut() {
            cut++;
        }

        /** The tree. The builder is of no use afterwards. */
        public FlameTree build() {
            frames.forEach(frame -> frame.nanos = frame.own);
            for (int i = frames.size() - 1; i > 0; i--) { // parents were made first
                Frame frame = frames.get(i);
                frame.parent.nanos = Math.addExact(frame.parent.nanos, frame.nanos);
                frame.parent.before = Math.addExact(frame.parent.before, frame.before);
            }
            List<Frame> order = new ArrayList<>(frames.size());
            List<Integer> levels = new ArrayList<>();
            ArrayDeque<Frame> open = new ArrayDeque<>(List.of(root()));
            while (!open.isEmpty()) {
                Frame frame = open.poll();
                if (frame.level == levels.size()) {
                    levels.add(order.size());
                }
                order.add(frame);
                long at = frame.start;
                for (Frame part : frame.parts.values().stream().sorted(Comparator.comparingLong((Frame one) -> one.nanos).reversed())
                        .toList()) {
                    part.start = at;
                    at += part.nanos;
                    open.add(part);
                }
            }
            levels.add(order.size());
            return new FlameTree(order, levels, cut);
        }
    }

    /** Number of frames, the root included. */
    public int size() {
        return names.length;
    }

    /** Number of levels below the root. */
    public int levels() {
        return firsts.length - 2;
    }

    /** The first frame of a level, from 0, that of the root, to {@link #levels} + 1, which has none: {@link #size}. */
    public int first(int level) {
        return firsts[level];
    }

    /** How many frames a frame is within. */
    public int level(int frame) {
        return Bisection.firstAbove(firsts, 0, firsts.length, frame) - 1;
    }

    /** What it is called; empty for the root. */
    public String name(int frame) {
        return names[frame];
    }

    /** What it is, as the builder was told. */
    public int kind(int frame) {
        return kinds[frame];
    }

    /** What it is within; {@link #NONE} for the root. */
    public int parent(int frame) {
        return parents[frame];
    }

    /** Where its bar begins: ns of those before it. */
    public long startNanos(int frame) {
        return starts[frame];
    }

    /** Its time, with that of the frames within it. */
    public long nanos(int frame) {
        return nanos[frame];
    }

    /** Its time without that of the frames within it. */
    public long ownNanos(int frame) {
        return own[frame];
    }

    /** What its time is compared with. */
    public long beforeNanos(int frame) {
        return before[frame];
    }

    /** How many stacks have more frames than are told apart. */
    public int cutStacks() {
        return cut;
    }

    /** The names from the outermost frame to this one; none for the root. */
    public List<String> path(int frame) {
        ArrayDeque<String> path = new ArrayDeque<>();
        for (int at = frame; at != ROOT; at = parents[at]) {
            path.addFirst(names[at]);
        }
        return List.copyOf(path);
    }

    /** The frame of a level whose bar a moment of the layout is in; {@link #NONE} if there is none. O(log frames). */
    public int at(int level, long layoutNanos) {
        if (level < 0 || level > levels()) {
            return NONE;
        }
        // frames without time begin with their neighbour
        for (int frame = Bisection.firstAbove(starts, firsts[level], firsts[level + 1], layoutNanos) - 1; frame >= firsts[level]; frame--) {
            if (nanos[frame] > 0) {
                return layoutNanos < starts[frame] + nanos[frame] ? frame : NONE;
            }
        }
        return NONE;
    }

    /** The first frame of a level that does not end before a moment of the layout. O(log frames). */
    public int firstFrom(int level, long layoutNanos) {
        return Bisection.first(firsts[level], firsts[level + 1], frame -> starts[frame] + nanos[frame] > layoutNanos);
    }

    /** The time of all frames with such a name; what lies within another such frame counts once. O(frames). */
    public long matching(Predicate<String> name) {
        boolean[] inside = new boolean[names.length];
        long sum = 0;
        for (int frame = 1; frame < names.length; frame++) {
            inside[frame] = inside[parents[frame]];
            if (!inside[frame] && name.test(names[frame])) {
                inside[frame] = true;
                sum += nanos[frame];
            }
        }
        return sum;
    }
}
