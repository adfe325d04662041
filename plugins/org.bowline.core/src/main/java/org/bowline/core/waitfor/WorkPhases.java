/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.IntPair;
import org.bowline.core.timeline.Timeline;

/**
 * Which waits of groups are in one of the large phases of a recording, see {@link RepeatedWaits}: groups that wait at the same time are one. Where disks tell when a group works, its waits for a disk that come first are looked at by themselves. O(waits × log waits).
 */
final class WorkPhases {
    private final PairedWaits waits;
    /** By pair, its group; groups are numbered below a number. */
    private final int[] rootOf;
    private final int groups;
    /** By group, whether its waits for disks tell when it works. */
    private final boolean[] byDisks;

    WorkPhases(PairedWaits waits, int[] rootOf, int groups, boolean[] byDisks) {
        this.waits = waits;
        this.rootOf = rootOf;
        this.groups = groups;
        this.byDisks = byDisks;
    }

    /**
     * The pairs whose waits are in a large phase.
     *
     * @param tells which pairs' waits tell when a group works that is large enough
     */
    BitSet large(IntPredicate tells) {
        int[] units = units();
        BitSet unitsAtWork = unitsAtWork(units, tells);
        BitSet large = new BitSet();
        for (int pair = 0; pair < units.length; pair++) {
            large.set(pair, unitsAtWork.get(units[pair]));
        }
        return large;
    }

    /** A number for each pair: that of its group; or, where disks tell when a group works, another one for each disk for which it mostly waits before it waits for that for which it waits most: a program reads its files from another disk when it starts. */
    private int[] units() {
        Long2LongOpenHashMap waitsOfDisk = new Long2LongOpenHashMap();
        for (int i = 0; i < waits.size(); i++) {
            if (isOfOneDisk(waits.pair(i))) {
                waitsOfDisk.addTo(ofDisk(waits.pair(i)), 1);
            }
        }
        int[] disk = new int[groups]; // for which a group waits most
        long[] most = new long[groups];
        long[] from = new long[groups];
        Arrays.fill(disk, Timeline.NONE);
        Arrays.fill(from, Long.MAX_VALUE);
        waitsOfDisk.long2LongEntrySet().forEach(one -> {
            int root = IntPair.first(one.getLongKey());
            if (one.getLongValue() > most[root] || one.getLongValue() == most[root] && IntPair.second(one.getLongKey()) < disk[root]) {
                most[root] = one.getLongValue();
                disk[root] = IntPair.second(one.getLongKey());
            }
        });
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (waits.second(pair) == disk[rootOf[pair]]) {
                from[rootOf[pair]] = Math.min(from[rootOf[pair]], waits.end(i));
            }
        }
        Long2LongOpenHashMap before = new Long2LongOpenHashMap();
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (isOfOneDisk(pair) && waits.end(i) < from[rootOf[pair]]) {
                before.addTo(ofDisk(pair), 1);
            }
        }
        Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
        int[] units = new int[rootOf.length];
        for (int pair = 0; pair < units.length; pair++) {
            long of = ofDisk(pair);
            boolean atTheStart = isOfOneDisk(pair) && 2 * before.get(of) > waitsOfDisk.get(of);
            units[pair] = atTheStart ? groups + numbers.computeIfAbsent(of, one -> numbers.size()) : rootOf[pair];
        }
        return units;
    }

    /** By the number of a pair, whether its waits are in one of the large phases. */
    private BitSet unitsAtWork(int[] units, IntPredicate tells) {
        @Nullable LongColumn[] endsOfUnit = new LongColumn[Arrays.stream(units).max().orElse(0) + 1];
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (tells.test(pair)) {
                LongColumn of = endsOfUnit[units[pair]];
                if (of == null) {
                    of = new LongColumn();
                    endsOfUnit[units[pair]] = of;
                }
                of.add(waits.end(i));
            }
        }
        List<Map.Entry<Integer, LongColumn>> mostFirst = new ArrayList<>();
        for (int unit = 0; unit < endsOfUnit.length; unit++) {
            LongColumn of = endsOfUnit[unit];
            if (of != null) {
                mostFirst.add(Map.entry(unit, of));
            }
        }
        mostFirst.sort(Comparator.comparing((Map.Entry<Integer, LongColumn> one) -> -one.getValue().size())
                .thenComparing(Map.Entry.comparingByKey()));
        List<Phase> phases = new ArrayList<>();
        for (Map.Entry<Integer, LongColumn> one : mostFirst) {
            LongColumn sorted = Ascending.sorted(one.getValue());
            Phase phase = phases.stream().filter(earlier -> earlier.has(sorted)).findFirst().orElse(null);
            if (phase == null) {
                phase = new Phase(sorted);
                phases.add(phase);
            }
            phase.waits += sorted.size();
            phase.groups.add(one.getKey());
        }
        long largest = phases.stream().mapToLong(phase -> phase.waits).max().orElseThrow();
        BitSet atWork = new BitSet();
        phases.stream().filter(phase -> phase.waits * RepeatedWaits.SMALLEST_PHASE >= largest)
                .forEach(phase -> phase.groups.forEach(atWork::set));
        return atWork;
    }

    private boolean isOfOneDisk(int pair) {
        return !waits.areThreads(pair) && byDisks[rootOf[pair]];
    }

    private long ofDisk(int pair) {
        return IntPair.of(rootOf[pair], waits.second(pair));
    }

    /** Groups that wait at the same time as the first of them, which waits most. */
    private static final class Phase {
        private final long from;
        private final long to;
        private final List<Integer> groups = new ArrayList<>();
        private long waits;

        Phase(LongColumn sorted) {
            int outside = RepeatedSearch.outside(sorted);
            from = sorted.get(outside);
            to = sorted.get(sorted.size() - 1 - outside);
        }

        /** Whether half of these times, or more, lie in it. */
        boolean has(LongColumn sorted) {
            return 2L * (below(sorted, to + 1) - below(sorted, from)) >= sorted.size();
        }

        private static int below(LongColumn sorted, long time) {
            return sorted.firstAbove(0, sorted.size(), time - 1);
        }
    }
}
