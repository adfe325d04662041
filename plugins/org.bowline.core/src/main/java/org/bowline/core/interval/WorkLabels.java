/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

/**
 * For which interval each thread worked, as programs tell it: a thread works for the interval that it began or switched to, until it begins or switches to another or to none, or
 * the interval ends. So a thread's time has at most one label, and what the labels of an interval leave free is its queueing: begun and handed over, but not picked up.
 *
 * <p>That is told only of intervals that a thread switched to or from. Of the others it is known who began and who ended them, and no more; and of those in whose time events were
 * lost it is not known.
 *
 * <p>O(1) per fact, 28 bytes per stretch of labelled time; an interval costs O(log stretches) and its own stretches. Facts of a thread come in order of time. Not for use by
 * several threads at a time before {@link #finish}.
 */
public final class WorkLabels {
    /** Of programs that tell nothing. */
    public static final WorkLabels NONE = new WorkLabels().finish();

    /**
     * Who worked for an interval.
     *
     * @param serviceNanos for how long at least one thread worked for it, ns
     * @param queueNanos for how long none did, ns: the rest of its length
     * @param stretches in how many pieces threads worked for it
     */
    public record Work(long serviceNanos, long queueNanos, int stretches) {}

    private static final int NO_KEY = -1;

    private final Object2IntOpenHashMap<String> keys = new Object2IntOpenHashMap<>();
    /** By host and thread: the present label and its begin. */
    private final Long2ObjectOpenHashMap<Label> present = new Long2ObjectOpenHashMap<>();
    /** Numbers of keys that were switched to or from. */
    private final IntArrayList switched = new IntArrayList();
    private final IntArrayList stretchKeys = new IntArrayList();
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final LongArrayList lostFrom = new LongArrayList();
    private final LongArrayList lostUntil = new LongArrayList();
    /** When all was told: stretches by key, then begin; of each key the first of them. */
    private int[] order = {};
    private int[] first = {};
    /** Losses by begin, and of each the latest end of those that begin then or before. */
    private long[] losses = {};
    private long[] until = {};

    private static final class Label {
        private int key = NO_KEY;
        private long since;
    }

    /** Nothing was told yet. */
    public WorkLabels() {
        keys.defaultReturnValue(NO_KEY);
    }

    private int number(String key) {
        int known = keys.putIfAbsent(key, keys.size());
        if (known != NO_KEY) {
            return known;
        }
        switched.add(0);
        return keys.size() - 1;
    }

    /** A thread begins an interval, and works for it. */
    public void begun(long timeNanos, long worker, String key) {
        change(timeNanos, worker, number(key));
    }

    /** A thread works for another interval, or for none if the key is null. */
    public void switched(long timeNanos, long worker, @Nullable String key) {
        Label label = present.computeIfAbsent(worker, w -> new Label());
        if (label.key != NO_KEY) {
            switched.set(label.key, 1);
        }
        int number = key == null ? NO_KEY : number(key);
        if (number != NO_KEY) {
            switched.set(number, 1);
        }
        change(timeNanos, worker, number);
    }

    /** An interval ends: a thread that works for it works for none. Others that do are cut off when an interval is asked for. */
    public void ended(long timeNanos, long worker, String key) {
        Label label = present.get(worker);
        if (label != null && label.key == keys.getInt(key)) {
            change(timeNanos, worker, NO_KEY);
        }
    }

    /** Events were lost: for whom threads work is not known until they tell again. */
    public void lost(long fromNanos, long toNanos) {
        closeAll(fromNanos);
        lostFrom.add(fromNanos);
        lostUntil.add(toNanos);
    }

    private void change(long time, long worker, int key) {
        Label label = present.computeIfAbsent(worker, w -> new Label());
        if (label.key == key && key != NO_KEY) {
            return;
        }
        close(label, time);
        label.key = key;
        label.since = time;
    }

    private void close(Label label, long time) {
        if (label.key != NO_KEY && time > label.since) {
            stretchKeys.add(label.key);
            begins.add(label.since);
            ends.add(time);
        }
        label.key = NO_KEY;
    }

    private void closeAll(long time) {
        present.values().forEach(label -> close(label, time));
    }

    /** All that is of one recording was told; what threads work for then they work for until its end. */
    public void ended(long timeNanos) {
        closeAll(timeNanos);
        present.clear();
    }

    /** All was told. */
    public WorkLabels finish() {
        closeAll(Long.MAX_VALUE);
        order = new int[begins.size()];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order, (a, b) -> {
            int byKey = Integer.compare(stretchKeys.getInt(a), stretchKeys.getInt(b));
            return byKey != 0 ? byKey : Long.compare(begins.getLong(a), begins.getLong(b));
        });
        first = new int[keys.size() + 1];
        for (int stretch : order) {
            first[stretchKeys.getInt(stretch) + 1]++;
        }
        for (int key = 1; key < first.length; key++) {
            first[key] += first[key - 1];
        }
        sortLosses();
        return this;
    }

    private void sortLosses() {
        int[] byBegin = new int[lostFrom.size()];
        Arrays.setAll(byBegin, i -> i);
        IntArrays.quickSort(byBegin, (a, b) -> Long.compare(lostFrom.getLong(a), lostFrom.getLong(b)));
        losses = new long[byBegin.length];
        until = new long[byBegin.length];
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < byBegin.length; i++) {
            latest = Math.max(latest, lostUntil.getLong(byBegin[i]));
            losses[i] = lostFrom.getLong(byBegin[i]);
            until[i] = latest;
        }
    }

    /** Whether any interval was switched to or from. */
    public boolean isEmpty() {
        return !switched.contains(1);
    }

    /** Who worked for an interval; null if no thread switched to or from it, or if that is not known. */
    public @Nullable Work of(NamedInterval interval) {
        int key = keys.getInt(interval.key());
        if (key == NO_KEY || switched.getInt(key) == 0 || isLostIn(interval)) {
            return null;
        }
        long service = 0;
        long covered = interval.beginNanos();
        int stretches = 0;
        for (int i = first[key]; i < first[key + 1]; i++) {
            long from = Math.max(begins.getLong(order[i]), interval.beginNanos());
            long to = Math.min(ends.getLong(order[i]), interval.endNanos());
            if (from < to) {
                stretches++;
                service += Math.max(0, to - Math.max(from, covered));
                covered = Math.max(covered, to);
            }
        }
        return new Work(service, interval.nanos() - service, stretches);
    }

    private boolean isLostIn(NamedInterval interval) {
        int place = Arrays.binarySearch(losses, interval.endNanos());
        int before = place < 0 ? -place - 1 : firstOf(place); // so many begin before its end
        return before > 0 && until[before - 1] > interval.beginNanos();
    }

    private int firstOf(int place) {
        int one = place;
        while (one > 0 && losses[one - 1] == losses[place]) {
            one--;
        }
        return one;
    }
}
