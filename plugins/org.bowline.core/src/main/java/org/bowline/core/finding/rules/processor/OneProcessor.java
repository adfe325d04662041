/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.runnable.Confined;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that share a processor, or a few, while another one has nothing to do: something binds them. The load of the host does not show it. Threads that run on the same processors are told together. O(segments ×
 * log segments) where threads wait for processors that run others for long enough, else O(threads).
 */
public final class OneProcessor implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range for which at least one thread waits so");
    private static final Setting<Long> MIN_WAIT = Setting.duration("min-wait", 2_000_000,
            "waits for a processor of so long count; a scheduler needs milliseconds to move a thread");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    private static final int MOST_THREADS = 8;
    /** Who runs for so much of the time is named without others. */
    private static final double NEARLY_ALL = 0.9;
    /** Where the threads of a process want their processor for this part of the time in which one of them runs, it is that which lets only one run. */
    private static final double MOST_WANTED = 0.5;
    /** What is found of a process of which that is so. */
    public static final String ONE_AT_A_TIME = "one-at-a-time";
    private static final RuleInfo INFO = new RuleInfo("one-processor", "Bound to a processor",
            "scheduling events; for the time from a wake-up on, wake-ups",
            "Threads of programs wait for their processor, which runs others, for min-wait, and for most of such a wait another processor has "
                    + "nothing to do, on which they do not run. They wait so min-times, and at least one of them does in min-share of the range."
                    + "\nThey do not run there: they never did in the range, or they ceased to. They began to run 20 times or more since the range began "
                    + "or they ceased, and at least as often since they ceased as before.",
            "They run one after the other where they could run at the same time, however idle the host is.",
            "Let them run on more processors: taskset -p and /proc/PID/status (Cpus_allowed_list) show and change where a thread may run. Look "
                    + "for sched_setaffinity and pthread_setaffinity_np in the program, CPUAffinity= of systemd, cpuset.cpus of the control group, and "
                    + "interrupts or receive queues that keep a thread at their processor.",
            List.of(MIN_SHARE, MIN_WAIT, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        long least = Math.max(1, (long) Math.ceil(settings.get(MIN_SHARE) * analysis.rangeNanos()));
        List<Finding> findings = new ArrayList<>();
        long most = 0;
        BitSet related = new BitSet();
        CrowdedOut.look(analysis, new BitSet(), related);
        Confined confined = null;
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            int[] threads = candidates(analysis, host, related, least);
            if (threads.length == 0) {
                continue;
            }
            confined = confined == null ? Confined.of(analysis.get(Analysis.PROCESSORS), analysis.progress()) : confined;
            for (Bound bound : Bound.of(analysis, threads, confined, settings.get(MIN_WAIT))) {
                if (bound.times < settings.get(MIN_TIMES)) {
                    continue;
                }
                most = Math.max(most, bound.union.nanos());
                if (bound.union.nanos() >= least) {
                    findings.add(finding(analysis, host, bound, confined.cpus(host), settings));
                }
            }
        }
        return RuleOutcome.of(findings,
                most == 0 ? "no thread waits again and again for a processor while one on which it never runs has nothing to do"
                        : "threads wait for a processor while one on which they never run has nothing to do, for at most "
                                + percent((double) most / analysis.rangeNanos()) + " of the range");
    }

    /** The threads of programs on a host that wait while others have their processor, and that have to do with other threads, if any have; none if all of them together do not for so long. */
    private static int[] candidates(Analysis analysis, int host, BitSet related, long least) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        List<RanInstead.Share> busy = analysis.get(Analysis.RAN_INSTEAD).shares().stream()
                .filter(share -> share.doing() == RanInstead.Doing.THREAD && timeline.host(share.thread()) == host
                        && roles.isProgram(share.thread()) && (related.isEmpty() || related.get(share.thread()))
                        && analysis.isChosen(share.thread()))
                .toList();
        return busy.stream().mapToLong(RanInstead.Share::nanos).sum() < least ? new int[0]
                : busy.stream().mapToInt(RanInstead.Share::thread).distinct().toArray();
    }

    private static Finding finding(Analysis analysis, int host, Bound bound, BitSet all, RuleSettings settings) {
        long nanos = bound.union.nanos();
        double share = (double) nanos / analysis.rangeNanos();
        int[] threads = bound.threads();
        boolean one = threads.length == 1;
        BitSet idle = (BitSet) all.clone();
        idle.andNot(bound.cpus);
        Instead instead = Instead.of(analysis, threads, nanos);
        // with all processors of the host what they do there is at most as much faster as there are more of them; what others do there takes no time of theirs
        double gain = share * (instead.ofOthers() + (1 - instead.ofOthers()) * idle.cardinality() / all.cardinality());
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(gain)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads) + (one ? " runs" : " run") + " on " + processors(bound.cpus) + " alone"
                        + after(analysis, bound) + ": for "
                        + duration(nanos) + ", " + percent(share) + " of the range, "
                        + (one ? "it waits for it" : "at least one of them waits")
                        + " while " + instead.phrase(analysis) + " there and "
                        + processors(idle, idle.cardinality() == 1 ? "" : "one of ")
                        + " has nothing to do (" + count(bound.times, "time")
                        + "). Threads that are bound to processors do so, as by taskset or cpuset.cpus. On all processors of "
                        + analysis.timeline().hostName(host) + " the work would be at most " + percent(gain) + " shorter (an estimate).")
                .evidence(new Evidence.OfHost(host, "its processors are " + percent(analysis.load(host).load()) + " busy"));
        for (int i = 0; i < Math.min(threads.length, MOST_THREADS); i++) {
            finding.evidence(new Evidence.Vertex(threads[i], bound.byThread.get(threads[i]), "waits for a processor"));
        }
        tellWhyOneAtATime(analysis, host, bound, finding);
        finding.estimate();
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** Threads that have one processor between them, and want it while another one has it, run one at a time, whatever they do. */
    private static void tellWhyOneAtATime(Analysis analysis, int host, Bound bound, Finding.Builder finding) {
        if (bound.cpus.cardinality() != 1) {
            return;
        }
        for (ProcessRuns process : ProcessRuns.all(analysis)) {
            if (analysis.timeline().host(process.threads().getInt(0)) == host && process.nanos() > 0
                    && bound.nanosOf(process) >= NEARLY_ALL * process.nanos()
                    && bound.union(analysis, process.threads()::contains).nanos() >= MOST_WANTED * process.anyNanos(analysis)) {
                finding.tells(ONE_AT_A_TIME, process.subject(analysis), process.evidence(0));
            }
        }
    }

    /**
     * Who runs where threads want to.
     *
     * @param others for how long each that is none of themselves, each wait by itself
     * @param nanos for how long anybody, each wait by itself
     * @param anyNanos for how long at least one of them waits
     */
    private record Instead(Int2LongOpenHashMap others, long nanos, long anyNanos) {
        static Instead of(Analysis analysis, int[] threads, long anyNanos) {
            IntOpenHashSet own = new IntOpenHashSet(threads);
            Int2LongOpenHashMap others = new Int2LongOpenHashMap();
            long all = 0;
            for (RanInstead.Share share : analysis.get(Analysis.RAN_INSTEAD).shares()) {
                if (share.doing() == RanInstead.Doing.THREAD && own.contains(share.thread())) {
                    all += share.nanos();
                    if (!own.contains(share.other())) {
                        others.addTo(share.other(), share.nanos());
                    }
                }
            }
            return new Instead(others, all, anyNanos);
        }

        /** For which part of the time others run at most: as if no two waited at once while they do. */
        double ofOthers() {
            return anyNanos == 0 ? 0 : Math.min(1, (double) others.values().longStream().sum() / anyNanos);
        }

        /** Who they are, if few. */
        String phrase(Analysis analysis) {
            int[] most = others.isEmpty() ? new int[0] : CrowdedOut.equals(others);
            long theirs = IntStream.of(most).mapToLong(others::get).sum();
            if (2 * theirs < nanos || most.length == 0) {
                return "others run";
            }
            boolean alone = theirs >= NEARLY_ALL * nanos;
            return PoolNames.list(analysis, most) + (!alone ? " and others run" : most.length == 1 ? " runs" : " run");
        }
    }

    /** When they did not do so from the begin of the range on. */
    private static String after(Analysis analysis, Bound bound) {
        long nanos = bound.sinceNanos - analysis.fromNanos();
        return nanos <= 0 ? "" : " after the first " + duration(nanos) + " of the range";
    }

    private static String processors(BitSet cpus) {
        return processors(cpus, "");
    }

    private static String processors(BitSet cpus, String before) {
        return before + (cpus.cardinality() == 1 ? "processor " : "processors ")
                + cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** The waits of threads that run on the same processors. */
    private static final class Bound {
        private final BitSet cpus;
        private final Int2LongOpenHashMap byThread = new Int2LongOpenHashMap();
        /** By thread, of each wait its begin and its end. */
        private final Int2ObjectOpenHashMap<LongArrayList> waits = new Int2ObjectOpenHashMap<>();
        private final TimeUnion union;
        private int times;
        private long sinceNanos = Long.MIN_VALUE;

        Bound(BitSet cpus, TimeUnion union) {
            this.cpus = cpus;
            this.union = union;
        }

        static List<Bound> of(Analysis analysis, int[] threads, Confined confined, long least) {
            Map<BitSet, Bound> bounds = new LinkedHashMap<>();
            for (int thread : threads) {
                analysis.progress().check();
                LongArrayList waits = new LongArrayList();
                confined.forEach(thread, least, (from, to, idleNanos) -> {
                    if (idleNanos > (to - from) / 2) {
                        waits.add(from);
                        waits.add(to);
                    }
                });
                if (!waits.isEmpty()) {
                    Confined.Place place = confined.place(thread);
                    bounds.computeIfAbsent(place.cpus(), cpus -> new Bound(cpus, new TimeUnion(analysis.fromNanos(), analysis.toNanos())))
                            .add(thread, place.sinceNanos(), waits);
                }
            }
            return List.copyOf(bounds.values());
        }

        /** Adds waits of a thread, of each its begin and its end; and since when it runs on no other processor. */
        private void add(int thread, long since, LongArrayList ofThread) {
            waits.put(thread, ofThread);
            sinceNanos = Math.max(sinceNanos, since);
            for (int i = 0; i < ofThread.size(); i += 2) {
                byThread.addTo(thread, ofThread.getLong(i + 1) - ofThread.getLong(i));
                union.add(ofThread.getLong(i), ofThread.getLong(i + 1));
                times++;
            }
        }

        /** When at least one of some of them waits. */
        TimeUnion union(Analysis analysis, IntPredicate which) {
            TimeUnion some = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            waits.int2ObjectEntrySet().stream().filter(entry -> which.test(entry.getIntKey())).forEach(entry -> {
                for (int i = 0; i < entry.getValue().size(); i += 2) {
                    some.add(entry.getValue().getLong(i), entry.getValue().getLong(i + 1));
                }
            });
            return some;
        }

        /** For how long those of a process are on a processor, added up. */
        long nanosOf(ProcessRuns process) {
            return IntStream.range(0, process.threads().size()).filter(i -> waits.containsKey(process.threads().getInt(i)))
                    .mapToLong(process::nanos).sum();
        }

        /** Who waits longest, first. */
        int[] threads() {
            return byThread.int2LongEntrySet().stream()
                    .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                            .thenComparingInt(Int2LongMap.Entry::getIntKey))
                    .mapToInt(Int2LongMap.Entry::getIntKey).toArray();
        }
    }
}
