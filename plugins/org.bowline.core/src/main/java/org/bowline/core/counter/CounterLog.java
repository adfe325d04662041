/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

import org.bowline.core.event.Counter;
import org.bowline.core.model.Caveat;
import org.bowline.core.order.Spans;
import org.bowline.core.timeline.Timeline;

/**
 * What the counters of each thread said, by time. Immutable. 12 bytes a reading, and 8 for each of its counters.
 *
 * <p>A counter of a thread only grows, so what it grew by from one reading to the next is what the thread did meanwhile. Where it is smaller than before it was set back, or another thread has the number: that difference is
 * not known. Nothing is known before a thread's first reading and after its last.
 *
 * <p>A reading also knows for which request the thread worked from then on, if programs tell it: by the key of the interval that it began or switched to. Where it is not known for whom a thread works, because it began one
 * interval within another and never switched, {@link #isTold} says so.
 */
public final class CounterLog {
    /** Nobody recorded counters. */
    public static final CounterLog EMPTY = new CounterLog(List.of(), List.of(), new Object2IntOpenHashMap<>(), new CounterWork(0),
            new Spans(), List.of());
    /** For no request. */
    public static final int NO_KEY = -1;

    private final List<CounterLane> lanes;
    private final List<CounterLane> ofFunctions;
    private final Object2IntOpenHashMap<String> keys;
    private final CounterWork work;
    private final Spans losses;
    private final List<Caveat> caveats;

    private CounterLog(List<CounterLane> lanes, List<CounterLane> ofFunctions, Object2IntOpenHashMap<String> keys, CounterWork work,
            Spans losses, List<Caveat> caveats) {
        this.lanes = List.copyOf(lanes);
        this.ofFunctions = List.copyOf(ofFunctions);
        this.keys = keys;
        this.work = work;
        this.losses = losses;
        this.caveats = List.copyOf(caveats);
    }

    /** The threads that told of counters, modules or requests. */
    public List<CounterLane> lanes() {
        return lanes;
    }

    /**
     * Where begins and ends of functions were recorded in a channel of their own: what the counters of each thread said there. LTTng counts for each channel by itself, from its first event on, so that
     * readings of two channels cannot be compared. Empty if functions are among {@link #lanes}.
     */
    public List<CounterLane> lanesOfFunctions() {
        return ofFunctions;
    }

    /** What is not known of the counters. */
    public List<Caveat> caveats() {
        return caveats;
    }

    /** Whether there is no reading. */
    public boolean isEmpty() {
        return lanes.isEmpty() && ofFunctions.isEmpty();
    }

    /** The counters that some thread has. O(threads). */
    public Set<Counter> counters() {
        Set<Counter> some = EnumSet.noneOf(Counter.class);
        for (Counter counter : Counter.values()) {
            if (Stream.of(lanes, ofFunctions).flatMap(List::stream).anyMatch(lane -> lane.has(counter))) {
                some.add(counter);
            }
        }
        return some;
    }

    /** Number of the key of an interval; {@link #NO_KEY} if no thread told it. */
    public int key(String text) {
        return keys.getOrDefault(text, NO_KEY);
    }

    /** Number of keys. */
    public int keys() {
        return keys.size();
    }

    /**
     * Whether it is known who worked for an interval, and no event was lost meanwhile: threads switched to it or from it; or one thread began and ended it, and no other in between.
     *
     * @param key its number
     * @param beginNanos its begin, reference time
     * @param endNanos its end
     */
    public boolean isTold(int key, long beginNanos, long endNanos) {
        return work.isTold(key, beginNanos) && !losses.touches(beginNanos, endNanos);
    }

    /** Collects readings. */
    public static final class Builder {
        private final List<CounterLane> lanes = new ArrayList<>();
        private final List<CounterLane> ofFunctions = new ArrayList<>();
        private final Object2IntOpenHashMap<String> keys = new Object2IntOpenHashMap<>();
        private final Spans losses = new Spans();
        private final List<Caveat> caveats = new ArrayList<>();

        /**
         * A thread.
         *
         * @param host number of the host
         * @param thread of the timeline, once; {@link Timeline#NONE} if it has none
         * @param tid as the events have it
         */
        public CounterLane lane(int host, int thread, int tid) {
            CounterLane lane = new CounterLane(host, thread, tid);
            lanes.add(lane);
            return lane;
        }

        /** The same, for functions that were recorded in a channel of their own. */
        public CounterLane laneOfFunctions(int host, int thread, int tid) {
            CounterLane lane = new CounterLane(host, thread, tid);
            ofFunctions.add(lane);
            return lane;
        }

        /** Number of a key of intervals. */
        public int key(String text) {
            int known = keys.getOrDefault(text, NO_KEY);
            if (known == NO_KEY) {
                known = keys.size();
                keys.put(text, known);
            }
            return known;
        }

        /** Events were lost: it is not known for whom threads worked meanwhile. */
        public void lost(long fromNanos, long untilNanos) {
            losses.add(fromNanos, untilNanos);
        }

        /** Adds what is not known. */
        public void caveat(Caveat caveat) {
            caveats.add(caveat);
        }

        /** The log; empty if no thread has a counter. Threads without are in it beside those that have some, as they may work for the same requests. */
        public CounterLog build(Timeline timeline) {
            losses.join();
            CounterWork work = new CounterWork(keys.size());
            List<CounterLane> all = Stream.of(lanes, ofFunctions).flatMap(List::stream).toList();
            if (all.stream().noneMatch(CounterLane::hasAny)) {
                return caveats.isEmpty() ? EMPTY : new CounterLog(List.of(), List.of(), keys, work, losses, caveats);
            }
            CounterCaveats counted = new CounterCaveats(timeline);
            all.forEach(counted::knows);
            for (CounterLane lane : all) {
                lane.finish(work, counted);
            }
            counted.into(caveats);
            return new CounterLog(lanes, ofFunctions, keys, work, losses, caveats);
        }
    }
}
