/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.ThreadLane;
import org.bowline.core.timeline.Timeline;

/**
 * What each thread told of its tags, by time. Immutable. 12 bytes an event, 20 where events have a number of bytes.
 *
 * <p>A <em>lane</em> is the events of one thread: one of the timeline, or, on a host without a kernel trace, one of which only the id is known.
 */
public final class TagLog {
    /** Nothing was told. */
    public static final TagLog EMPTY = new TagLog(new TagPaths(), List.of(), List.of());

    private final TagPaths paths;
    private final List<Lane> lanes;
    private final List<Caveat> caveats;

    private TagLog(TagPaths paths, List<Lane> lanes, List<Caveat> caveats) {
        this.paths = paths;
        this.lanes = List.copyOf(lanes);
        this.caveats = List.copyOf(caveats);
    }

    /** The paths. */
    public TagPaths paths() {
        return paths;
    }

    /** The threads that told something; of the timeline at most one lane each. */
    public List<Lane> lanes() {
        return lanes;
    }

    /** What is not known of the tags. */
    public List<Caveat> caveats() {
        return caveats;
    }

    /** Whether no thread told anything. */
    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** The events of one thread. */
    public static final class Lane extends ThreadLane {
        /** Of a thread that told nothing. */
        static final Lane NOTHING = new Lane(Timeline.NONE, Timeline.NONE, Timeline.NONE);
        private static final int ENTRY = 1;

        /** While events come: change and path. Then: the path from this event on, and whether it was entered with it. */
        private int[] states = new int[room()];
        private long @Nullable [] bytes;

        private Lane(int host, int thread, int tid) {
            super(host, thread, tid);
        }

        /** The path that the thread is in from the event on; {@link TagPaths#UNTAGGED} before the first. */
        public int path(int event) {
            return event < 0 ? TagPaths.UNTAGGED : states[event] >>> 1;
        }

        /** Whether the thread entered that path with the event, and did not just come back to it. */
        public boolean isEntry(int event) {
            return (states[event] & ENTRY) != 0;
        }

        /** How many bytes the event said that the path works on; 0 if it said nothing. */
        public long bytes(int event) {
            return bytes == null ? 0 : bytes[event];
        }

        /** The path whose bytes these are: what was entered, or what was left. */
        public int pathOfBytes(int event) {
            return isEntry(event) ? path(event) : path(event - 1);
        }

        /** Number of the first event after a moment. O(log events). */
        public int after(long nanos) {
            return firstAfter(nanos);
        }

        /** Adds an event, to be put into its place by {@link #finish}. */
        void add(long time, TagChange change, int path, long count) {
            int event = next(time);
            if (count != 0) {
                if (bytes == null) {
                    bytes = new long[room()];
                }
                bytes[event] = count;
            }
            states[event] = path << 2 | change.ordinal();
        }

        @Override
        protected void grow(int length) {
            states = Arrays.copyOf(states, length);
            bytes = bytes == null ? null : Arrays.copyOf(bytes, length);
        }

        @Override
        protected void reorder(int[] order) {
            states = sorted(states, order);
            bytes = bytes == null ? null : sorted(bytes, order);
        }

        /** From what the events do to what the thread is in. */
        private TagStack finish() {
            sort();
            TagStack stack = new TagStack();
            TagChange[] changes = TagChange.values();
            for (int i = 0; i < size(); i++) {
                TagChange change = changes[states[i] & 3];
                int path = states[i] >>> 2;
                stack.apply(change, path);
                boolean entry = (change == TagChange.PUSH || change == TagChange.SWITCH) && path != TagPaths.UNTAGGED;
                states[i] = stack.present() << 1 | (entry ? ENTRY : 0);
            }
            return stack;
        }
    }

    /** Collects events. */
    public static final class Builder {
        private final TagPaths paths = new TagPaths();
        private final List<Lane> lanes = new ArrayList<>();
        private final List<Caveat> caveats = new ArrayList<>();

        /** The paths. */
        public TagPaths paths() {
            return paths;
        }

        /**
         * A lane.
         *
         * @param host number of the host
         * @param thread of the timeline, once; {@link Timeline#NONE} if it has none
         * @param tid as the events have it
         */
        public int lane(int host, int thread, int tid) {
            lanes.add(new Lane(host, thread, tid));
            return lanes.size() - 1;
        }

        /** A lane that was made. */
        public Lane lane(int lane) {
            return lanes.get(lane);
        }

        /** Number of lanes that were made. */
        public int lanes() {
            return lanes.size();
        }

        /**
         * Adds an event. Those of a lane may come in any order of time; of the same moment the first comes first.
         *
         * @param lane whose
         * @param timeNanos when, reference time
         * @param change what it does
         * @param path of the event; of a pop {@link TagPaths#UNKNOWN} for whatever is the innermost, of a loss as well
         * @param bytes that the path works on, ≥ 0; 0 if that is not told
         */
        public void add(int lane, long timeNanos, TagChange change, int path, long bytes) {
            lanes.get(lane).add(timeNanos, change, path, bytes);
        }

        /** Adds what is not known. */
        public void caveat(Caveat caveat) {
            caveats.add(caveat);
        }

        /** The log; a loss alone is nothing told. */
        public TagLog build(Timeline timeline) {
            if (lanes.isEmpty()) {
                return caveats.isEmpty() ? EMPTY : new TagLog(paths, List.of(), caveats);
            }
            long[] stray = new long[timeline.hostCount()];
            long[] skipped = new long[timeline.hostCount()];
            for (Lane lane : lanes) {
                TagStack stack = lane.finish();
                stray[lane.host()] += stack.strayPops();
                skipped[lane.host()] += stack.skippedPops();
            }
            for (int host = 0; host < stray.length; host++) {
                TagCaveats.pops(timeline.hostName(host), stray[host], skipped[host], caveats);
            }
            return new TagLog(paths, lanes, caveats);
        }
    }
}
