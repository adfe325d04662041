/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.WhileAwaited;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.TimeUnion;

/**
 * Whether threads that sleep again and again have something by turns that only one of them can have, as far as what they do between their sleeps tells: while one has it the others look, find it taken and sleep again; while nobody has it, who looks takes it. Each time between two sleeps is a look or a turn. A turn
 * takes much longer; or it is followed by a sleep of another length than looks are, or has such a sleep in it. O(threads) where it is not so, as a bounded number of sleeps is looked at; of n sleeps O(n × (log n + threads)) where it is.
 */
final class TakenInTurn {
    /** So many are no chance. */
    private static final int FEW = 10;
    /** A turn takes so many times as long as a look, at the median; one with sleeps of its own must be told from what is nothing but a pause. */
    private static final double LEAST_LONGER = 2;
    private static final double LEAST_LONGER_ASLEEP = 4;
    /** Sleeps of one length differ by less than that. */
    private static final double SAME_LENGTH = 1.12;
    /** So many lengths of sleeps are tried, each of which so much of them have. */
    private static final int MOST_LENGTHS = 5;
    private static final double LEAST_OF_LENGTH = 0.05;
    /** So many steps between how long things take are tried. */
    private static final int MOST_STEPS = 16;
    /** Whether something is taken in turn is seen in so many sleeps, or not at all. */
    static final int MOST_SLEEPS = 2_000;
    /** So seldom the opposite happens. */
    private static final double SELDOM = 0.1;
    /** To wake up takes longer than to look at a variable. */
    private static final long LEAST_NANOS = 20_000;

    private final List<PollingUnit> units;
    private final TimeUnion taken;
    private final TimeUnion wanted;
    private final TimeUnion either;
    private final Samples sleeps = new Samples();
    private final long inVain;
    /** All turns: who has it, from when and until when. */
    private final IntArrayList has = new IntArrayList();
    private final LongArrayList from = new LongArrayList();
    private final LongArrayList to = new LongArrayList();

    /** What is between two sleeps that are not of a turn, in the order of the begins. */
    private record Time(int unit, long begin, long end, long nanos, boolean sleeps, long slept) {
        /** How long it takes all together. */
        long all() {
            return end - begin;
        }
    }

    /** The turns of each thread, in the order of time, and how often what the threads do tells for and against them. */
    private static final class Turns {
        private final LongArrayList[] begins;
        private final LongArrayList[] ends;
        private final BitSet which = new BitSet();
        private final long medianLook;
        private final long medianTurn;
        private long inVain;
        private long besideOthers;
        private long lookedForNothing;

        Turns(List<Time> times, int units, Predicate<Time> isTurn) {
            begins = new LongArrayList[units];
            ends = new LongArrayList[units];
            Arrays.setAll(begins, unit -> new LongArrayList());
            Arrays.setAll(ends, unit -> new LongArrayList());
            for (int i = 0; i < times.size(); i++) {
                Time time = times.get(i);
                if (isTurn.test(time)) {
                    which.set(i);
                    begins[time.unit].add(time.begin);
                    ends[time.unit].add(time.end);
                }
            }
            medianLook = median(times, false);
            medianTurn = median(times, true);
            long later = Math.min(2 * medianLook, medianTurn / 2);
            double tooMany = SELDOM * which.cardinality();
            double tooManyLooks = SELDOM * times.size();
            for (int i = 0; i < times.size() && besideOthers <= tooMany && lookedForNothing <= tooManyLooks; i++) { // then they are not taken
                Time time = times.get(i);
                boolean others = which.get(i) ? isBeside(time.unit, time.begin + later, time.begin + later)
                        : isBeside(time.unit, time.begin, time.end);
                besideOthers += which.get(i) && others ? 1 : 0;
                inVain += !which.get(i) && others ? 1 : 0;
                lookedForNothing += !which.get(i) && !others ? 1 : 0;
            }
        }

        private long median(List<Time> times, boolean ofTurns) {
            Samples lengths = new Samples();
            for (int i = 0; i < times.size(); i++) {
                if (which.get(i) == ofTurns) {
                    lengths.add(times.get(i).all());
                }
            }
            return lengths.size() == 0 ? 0 : lengths.median();
        }

        /** Whether another thread has its turn at some moment from one time to another. */
        private boolean isBeside(int unit, long from, long to) {
            for (int u = 0; u < ends.length; u++) {
                int next = u == unit ? Integer.MAX_VALUE : Bisection.firstAbove(ends[u], from);
                if (next < ends[u].size() && begins[u].getLong(next) <= to) {
                    return true;
                }
            }
            return false;
        }

        boolean areTaken(double leastLonger) {
            int turns = which.cardinality();
            return turns >= FEW && inVain >= FEW && medianTurn >= leastLonger * medianLook
                    && Arrays.stream(begins).filter(all -> !all.isEmpty()).count() > 1
                    && besideOthers <= SELDOM * turns && lookedForNothing <= SELDOM * (turns - besideOthers + lookedForNothing)
                    && lookedForNothing <= SELDOM * (inVain + lookedForNothing);
        }
    }

    private TakenInTurn(Analysis analysis, List<PollingUnit> units, List<Time> times, Turns turns) {
        this.units = units;
        inVain = turns.inVain;
        taken = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        wanted = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        either = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        long[] wantsSince = new long[units.size()];
        Arrays.fill(wantsSince, Long.MAX_VALUE);
        for (int i = 0; i < times.size(); i++) {
            Time time = times.get(i);
            if (turns.which.get(i)) {
                taken.add(time.begin, time.end);
                has.add(units.get(time.unit).thread());
                from.add(time.begin);
                to.add(time.end);
                wanted.add(Math.min(time.begin, wantsSince[time.unit]), time.begin);
                wantsSince[time.unit] = Long.MAX_VALUE;
            } else {
                wantsSince[time.unit] = Math.min(wantsSince[time.unit], time.begin);
                sleeps.add(time.slept);
            }
        }
        taken.unite();
        wanted.unite();
        either.add(taken);
        either.add(wanted);
        either.unite();
    }

    /**
     * What some threads have by turns; null if they do not seem to.
     *
     * @param some with as many sleeps as are looked at, or more
     */
    static @Nullable TakenInTurn of(Analysis analysis, List<PollingUnit> some) {
        long until = until(some);
        List<Time> times = times(some, 1, 0, until);
        for (long least : steps(times.stream().mapToLong(Time::nanos))) {
            TakenInTurn one = of(analysis, some, new Way(1, 0, LEAST_LONGER, time -> time.nanos >= least), times);
            if (one != null) {
                return one;
            }
        }
        for (long least : steps(times.stream().mapToLong(Time::slept))) {
            TakenInTurn one = of(analysis, some, new Way(1, 0, LEAST_LONGER, time -> time.slept < least), times);
            one = one != null ? one : of(analysis, some, new Way(1, 0, LEAST_LONGER, time -> time.slept >= least), times);
            if (one != null) {
                return one;
            }
        }
        for (long longest : lengths(some, until)) {
            Way way = new Way((long) (longest / SAME_LENGTH), longest, LEAST_LONGER_ASLEEP, Time::sleeps);
            TakenInTurn one = of(analysis, some, way, times(some, way.shortest, longest, until));
            if (one != null) {
                return one;
            }
        }
        return null;
    }

    /**
     * A way to tell turns from looks.
     *
     * @param shortest from how long on a sleep is of a turn
     * @param longest up to which length
     */
    private record Way(long shortest, long longest, double leastLonger, Predicate<Time> isTurn) {}

    /** If some of the time says so, all of it is asked. */
    private static @Nullable TakenInTurn of(Analysis analysis, List<PollingUnit> some, Way way, List<Time> times) {
        analysis.progress().check();
        if (!new Turns(times, some.size(), way.isTurn).areTaken(way.leastLonger)) {
            return null;
        }
        List<PollingUnit> units = some.stream().map(unit -> unit.whole(analysis)).toList();
        List<Time> all = times(units, way.shortest, way.longest, Long.MAX_VALUE);
        Turns turns = new Turns(all, units.size(), way.isTurn);
        return turns.areTaken(way.leastLonger) ? new TakenInTurn(analysis, units, all, turns) : null;
    }

    /** Until when there are so many sleeps of all of them that these are looked at. */
    private static long until(List<PollingUnit> units) {
        int most = Math.max(2 * FEW, MOST_SLEEPS / units.size());
        long until = Long.MAX_VALUE;
        for (PollingUnit unit : units) {
            until = unit.size() < most ? until : Math.min(until, unit.end(most - 1));
        }
        return until;
    }

    /** The longest sleep of each length that many have, the most frequent first. */
    private static LongArrayList lengths(List<PollingUnit> units, long until) {
        LongArrayList left = new LongArrayList();
        for (PollingUnit unit : units) {
            for (int i = 0; i < unit.size() && unit.end(i) <= until; i++) {
                left.add(unit.nanos(i));
            }
        }
        left.sort(null);
        double least = Math.max(FEW, LEAST_OF_LENGTH * left.size());
        LongArrayList lengths = new LongArrayList();
        while (lengths.size() < MOST_LENGTHS && !left.isEmpty()) {
            int from = 0;
            int bestFrom = 0;
            int bestTo = 0;
            for (int to = 1; to <= left.size(); to++) {
                while (left.getLong(to - 1) > SAME_LENGTH * left.getLong(from)) {
                    from++;
                }
                if (to - from > bestTo - bestFrom) {
                    bestFrom = from;
                    bestTo = to;
                }
            }
            if (bestTo - bestFrom < least) {
                break;
            }
            lengths.add(left.getLong(bestTo - 1));
            left.removeElements(bestFrom, bestTo);
        }
        return lengths;
    }

    /**
     * What the threads do between sleeps.
     *
     * @param shortest from how long on a sleep is of a turn
     * @param longest up to which length
     * @param until of sleeps that end by then
     */
    private static List<Time> times(List<PollingUnit> units, long shortest, long longest, long until) {
        List<Time> times = new ArrayList<>();
        for (int u = 0; u < units.size(); u++) {
            PollingUnit unit = units.get(u);
            int last = -1;
            boolean sleeps = false;
            for (int i = 0; i < unit.size() && unit.end(i) <= until; i++) {
                if (unit.nanos(i) >= shortest && unit.nanos(i) <= longest) {
                    sleeps = true;
                } else {
                    if (last >= 0) {
                        long begin = unit.end(last);
                        long end = unit.begin(i);
                        times.add(new Time(u, begin, end, Math.max(LEAST_NANOS, unit.does(last, i)), sleeps, unit.nanos(i)));
                    }
                    last = i;
                    sleeps = false;
                }
            }
        }
        times.sort(Comparator.comparingLong(Time::begin).thenComparingInt(Time::unit));
        return times;
    }

    /** Where lengths may differ by what they are of: the largest steps between them, of which there are some on either side. */
    private static long[] steps(LongStream lengths) {
        long[] sorted = lengths.sorted().toArray();
        return IntStream.rangeClosed(FEW, sorted.length - FEW).filter(i -> sorted[i] > sorted[i - 1]).boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -(double) sorted[i] / sorted[i - 1]).thenComparing(i -> i))
                .limit(MOST_STEPS)
                .mapToLong(i -> sorted[i]).toArray();
    }

    /** Who they are, in the order of their numbers. */
    int[] threads() {
        return units.stream().mapToInt(PollingUnit::thread).sorted().toArray();
    }

    /** How often one looks while another one has it. */
    long inVain() {
        return inVain;
    }

    /** How long they sleep until they look again, at the median. */
    long sleepNanos() {
        return sleeps.median();
    }

    /** For how long at least one has looked in vain and has not had its turn since. */
    long wantedNanos() {
        return wanted.nanos();
    }

    /** What whoever has it does meanwhile, as a sentence with a space before it; empty if that is not known. */
    String meanwhile(Analysis analysis) {
        return WhileAwaited.sentence(analysis, "During a turn ", "whoever has it", has, from, to);
    }

    /** For how long nobody has it though somebody who wants it sleeps. */
    long lostNanos() {
        return either.nanos() - taken.nanos();
    }
}
