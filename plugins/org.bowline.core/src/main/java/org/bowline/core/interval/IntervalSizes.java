/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectOpenHashSet;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.order.Bisection;

/**
 * How much work each interval was: a number that an event with its key tells, as the bytes of a request. An event belongs to the only interval of its key, whenever it was recorded; of several intervals of
 * the key to that in whose time it was. An interval without such an event, with several, or with one that is not a number has no size. Immutable.
 */
public final class IntervalSizes {
    /** Nothing known of any. */
    public static final IntervalSizes NONE = new IntervalSizes("", false, List.of());

    private final String event;
    /** Whether nobody asked for them. */
    private final boolean isTold;
    /** If nobody did: the labels of which all intervals have one. */
    private final Set<String> labels = new HashSet<>();
    private final Object2DoubleOpenHashMap<NamedInterval> sizes = new Object2DoubleOpenHashMap<>();
    private final ObjectOpenHashSet<NamedInterval> doubled = new ObjectOpenHashSet<>();
    private final ObjectOpenHashSet<NamedInterval> notNumeric = new ObjectOpenHashSet<>();
    private long strays;

    /** What events tell of the keys of some intervals. Not for use by several threads at a time. */
    public static final class Facts {
        private final LongArrayList times = new LongArrayList();
        private final List<String> keys = new ArrayList<>();
        private final DoubleArrayList values = new DoubleArrayList();

        /**
         * An event.
         *
         * @param timeNanos when, reference time
         * @param key of the interval
         * @param size NaN if it is not a number
         */
        public void add(long timeNanos, String key, double size) {
            times.add(timeNanos);
            keys.add(key);
            values.add(size);
        }
    }

    /**
     * Intervals that events with the same field of a key may belong to.
     *
     * @param facts of the events
     * @param intervals those that they may belong to, not ended ones among them; each sorted by time
     */
    public record Sort(Facts facts, List<MatchedIntervals> intervals) {
        /** Copies the list. */
        public Sort {
            intervals = List.copyOf(intervals);
        }
    }

    private IntervalSizes(String event, boolean isTold, List<Sort> sorts) {
        this.event = event;
        this.isTold = isTold;
        sizes.defaultReturnValue(Double.NaN);
        sorts.forEach(this::match);
    }

    /**
     * Gives each interval the size that was told of it. O(n log n) in intervals and events, where few intervals of a key overlap.
     *
     * @param event what the events are called, for people
     */
    public static IntervalSizes of(String event, List<Sort> sorts) {
        return new IntervalSizes(event, false, sorts);
    }

    /**
     * The same where nobody has asked for sizes, and programs tell them: they are taken of labels of which each ended interval has one, so that none is left out that would count without them.
     *
     * @param field what tells them, for people
     */
    public static IntervalSizes told(String field, List<Sort> sorts) {
        IntervalSizes sizes = new IntervalSizes(field, true, sorts);
        Set<String> without = new HashSet<>();
        for (Sort sort : sorts) {
            for (MatchedIntervals matched : sort.intervals) {
                for (NamedInterval one : matched.intervals()) {
                    sizes.labels.add(one.label());
                    if (!sizes.sizes.containsKey(one)) {
                        without.add(one.label());
                    }
                }
            }
        }
        sizes.labels.removeAll(without);
        return sizes;
    }

    /** The intervals of a key, by begin, and the latest end up to each. */
    private static final class OfKey {
        private final List<NamedInterval> intervals = new ArrayList<>();
        private final LongArrayList latestEnds = new LongArrayList();

        void sort() {
            intervals.sort(NamedInterval.BY_TIME);
            long latest = Long.MIN_VALUE;
            for (NamedInterval one : intervals) {
                latest = Math.max(latest, one.endNanos());
                latestEnds.add(latest);
            }
        }

        /** Those that an event of a time may belong to. */
        List<NamedInterval> at(long time) {
            if (intervals.size() == 1) {
                return intervals;
            }
            int next = Bisection.first(0, intervals.size(), i -> intervals.get(i).beginNanos() > time);
            List<NamedInterval> found = new ArrayList<>();
            for (int at = next - 1; at >= 0 && latestEnds.getLong(at) >= time; at--) {
                if (intervals.get(at).endNanos() >= time) {
                    found.add(intervals.get(at));
                }
            }
            return found;
        }
    }

    private void match(Sort sort) {
        Map<String, OfKey> byKey = new HashMap<>();
        for (MatchedIntervals matched : sort.intervals) {
            matched.intervals().forEach(one -> byKey.computeIfAbsent(one.key(), key -> new OfKey()).intervals.add(one));
            matched.unfinished().forEach(one -> byKey.computeIfAbsent(one.key(), key -> new OfKey()).intervals.add(one));
        }
        byKey.values().forEach(OfKey::sort);
        for (int i = 0; i < sort.facts.times.size(); i++) {
            OfKey ofKey = byKey.get(sort.facts.keys.get(i));
            List<NamedInterval> owners = ofKey == null ? List.of() : ofKey.at(sort.facts.times.getLong(i));
            if (owners.size() == 1) {
                tell(owners.get(0), sort.facts.values.getDouble(i));
            } else {
                strays++;
            }
        }
    }

    private void tell(NamedInterval owner, double size) {
        if (doubled.contains(owner)) {
            return;
        }
        if (sizes.containsKey(owner) || notNumeric.contains(owner)) {
            sizes.removeDouble(owner);
            notNumeric.remove(owner);
            doubled.add(owner);
        } else if (Double.isNaN(size) || Double.isInfinite(size)) {
            notNumeric.add(owner);
        } else {
            sizes.put(owner, size);
        }
    }

    /** Whether sizes were asked for. */
    public boolean isAsked() {
        return !event.isEmpty() && !isTold;
    }

    /** Whether the intervals of a label are to be compared at equal sizes; those without a size are then left out. */
    public boolean isWanted(String label) {
        return isAsked() || labels.contains(label);
    }

    /** What they are called: the event and its field. */
    public String name() {
        return event;
    }

    /** The size of an interval; NaN if it is not known. */
    public double of(NamedInterval interval) {
        return sizes.getDouble(interval);
    }

    /** Which of some intervals have no size, and why; and events that belong to none in the whole recording. */
    public List<Caveat> caveats(Collection<NamedInterval> some) {
        if (isTold) {
            return partly(some);
        }
        if (!isAsked()) {
            return List.of();
        }
        long several = some.stream().filter(doubled::contains).count();
        long words = some.stream().filter(notNumeric::contains).count();
        long missing = some.stream().filter(one -> !sizes.containsKey(one)).count() - several - words;
        List<Caveat> caveats = new ArrayList<>();
        String left = " left out of the variance.";
        add(caveats, Severity.WARNING, "size-missing", missing, "interval has", "intervals have",
                " no size: no event with the field " + event + " was recorded with the same key" + counted(missing, left));
        add(caveats, Severity.WARNING, "size-doubled", several, "interval has", "intervals have",
                " several sizes: more than one event with the field " + event + " was recorded with the same key" + counted(several, left));
        add(caveats, Severity.WARNING, "size-not-numeric", words, "interval has", "intervals have",
                " a size that is not a number in the field " + event + counted(words, left));
        add(caveats, Severity.INFO, "size-stray", strays, "event with a size", "events with a size",
                " (" + event + ") came with the key of no interval, or when none or several of its key were open;"
                        + (strays == 1 ? " it counts" : " they count") + " for none.");
        return caveats;
    }

    /** Labels of which some intervals have a size, and some have none. */
    private List<Caveat> partly(Collection<NamedInterval> some) {
        Set<String> partly = new TreeSet<>();
        some.stream().filter(one -> sizes.containsKey(one) && !labels.contains(one.label())).forEach(one -> partly.add(one.label()));
        long without = some.stream().filter(one -> partly.contains(one.label()) && !sizes.containsKey(one)).count();
        List<Caveat> caveats = new ArrayList<>();
        add(caveats, Severity.INFO, "size-partly", without, "interval has", "intervals have", " no size, and others of the same label ("
                + String.join(", ", partly) + ") have: these labels are not compared at equal sizes. With --size field=" + event
                + " they are, without the intervals that have none.");
        return caveats;
    }

    private static String counted(long count, String rest) {
        return (count == 1 ? "; it is" : "; they are") + rest;
    }

    private static void add(List<Caveat> caveats, Severity severity, String kind, long count, String one, String many, String rest) {
        if (count > 0) {
            caveats.add(Caveat.of(severity, "", kind, count, Words.count(count, one, many) + rest));
        }
    }
}
