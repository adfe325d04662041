/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.JavaMachines;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What a virtual machine of Java (HotSpot) does about garbage while its program's threads wait. It is known by the names of its threads: what must not run beside the program is done by
 * {@code VM Thread}, which lets threads of the collector help, where the collector has some.
 */
public final class Collector {
    /** Those of all virtual machines, by host and process. O(threads), and O(segments of the threads of such processes). */
    static final Result<List<Collector>> RESULT = Result.of(Collector::all);
    /** The threads that virtual machines have for themselves. */
    public static final Result<BitSet> MACHINES = Result.of(Collector::machines);

    /** It also waits for those who help. */
    private static final String COORDINATOR = JavaMachines.COORDINATOR;
    /** How the names of those begin that collect: of the parallel, the concurrent and the serial collectors of JDK 9 and later. */
    private static final List<String> HELPERS = List.of("GC Thread#", "G1 Conc#", "G1 Refine#", "G1 Main Marker", "G1 Service", "ZWorker",
            "ZDriver", "XWorker", "XDriver", "Shenandoah GC",
            "Shenandoah Cont", "CMS Main", "CMS Thread");
    private final int coordinator;
    private final IntArrayList helpers = new IntArrayList();
    private final IntArrayList program = new IntArrayList();
    private final BitSet machine = new BitSet();
    /** While threads of the program wait for them. */
    private final TimeUnion waits;
    private final Int2LongOpenHashMap waited = new Int2LongOpenHashMap();
    private final Int2IntOpenHashMap counts = new Int2IntOpenHashMap();

    private Collector(Analysis analysis, int coordinator) {
        this.coordinator = coordinator;
        waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    /** Whether the virtual machine has it for itself, by its name, so that the program does not wait where it waits. */
    private static boolean isOfMachine(Timeline timeline, int thread) {
        String name = timeline.name(thread);
        return name.equals(COORDINATOR) || isHelper(name) || JavaMachines.isServant(name);
    }

    private static boolean isHelper(String name) {
        return HELPERS.stream().anyMatch(name::startsWith);
    }

    private static List<Collector> all(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<Long, Collector> byProcess = new TreeMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.name(thread).equals(COORDINATOR) && roles.isProgram(thread) && timeline.pid(thread) >= 0) {
                byProcess.put(Kin.process(timeline, thread), new Collector(analysis, thread));
            }
        }
        for (int thread = 0; thread < timeline.threadCount() && !byProcess.isEmpty(); thread++) {
            Collector collector = byProcess.get(Kin.process(timeline, thread));
            if (collector != null && analysis.isChosen(thread)) {
                analysis.progress().check();
                collector.add(timeline, thread);
            }
        }
        byProcess.values().forEach(collector -> collector.follow(analysis));
        return List.copyOf(byProcess.values());
    }

    private static BitSet machines(Analysis analysis) {
        BitSet machines = new BitSet();
        analysis.get(RESULT).forEach(collector -> machines.or(collector.machine));
        return machines;
    }

    private void add(Timeline timeline, int thread) {
        machine.set(thread, isOfMachine(timeline, thread));
        if (isHelper(timeline.name(thread))) {
            helpers.add(thread);
        } else if (!isOfMachine(timeline, thread)) {
            program.add(thread);
        }
    }

    private void follow(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        IntOpenHashSet workers = new IntOpenHashSet(helpers.isEmpty() ? new int[] {coordinator} : helpers.toIntArray());
        TimeUnion work = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        workers.forEach(thread -> work.addActive(timeline, thread));
        TimeUnion all = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        all.add(work);
        all.addActive(timeline, coordinator);
        work.index();
        all.index();
        TimeUnion waiting = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int thread : program) {
            analysis.progress().check();
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                boolean forThem = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.THREAD
                        && (timeline.target(s) == coordinator || workers.contains(timeline.target(s)));
                long from = Math.max(timeline.start(s), analysis.fromNanos());
                long to = Math.min(timeline.end(thread, s), analysis.toNanos());
                if (forThem && from < to && work.nanos(from, to) > 0) {
                    waiting.add(from, to);
                    waited.addTo(thread, all.nanos(from, to));
                    counts.addTo(thread, 1);
                }
            }
        }
        waiting.unite();
        // Of a wait in which somebody collects that part counts in which these are at work: before that the thread may have waited for another thing.
        waiting.each(analysis.fromNanos(), analysis.toNanos(), (begin, end) -> all.each(begin, end, waits::add));
    }

    /** The thread that all others of the machine stop for. */
    int coordinator() {
        return coordinator;
    }

    /** The process's first thread; the {@linkplain #coordinator} if the recording has none. O(threads). */
    int process(Timeline timeline) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == timeline.pid(thread) && Kin.process(timeline, thread) == Kin.process(timeline, coordinator)) {
                return thread;
            }
        }
        return coordinator;
    }

    /** Who collects, those who are at work longest first; {@link #coordinator} alone where nobody helps it. */
    List<Integer> workers(Analysis analysis) {
        List<Integer> threads = new ArrayList<>(helpers.isEmpty() ? List.of(coordinator) : helpers);
        Int2LongOpenHashMap active = new Int2LongOpenHashMap();
        threads.forEach(thread -> active.put(thread.intValue(), workNanos(analysis, thread)));
        threads.sort((a, b) -> Long.compare(active.get(b.intValue()), active.get(a.intValue())));
        return threads;
    }

    /** For how long one of those who collect is at work, or wants to be. */
    long workNanos(Analysis analysis, int thread) {
        TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        union.addActive(analysis.timeline(), thread);
        return union.nanos();
    }

    /** For how long at least one of the program's threads waits for them, in waits in which somebody collects, while they are at work. */
    long waitNanos() {
        return waits.nanos();
    }

    /** How often threads of the program wait so. */
    int waits() {
        return counts.values().intStream().sum();
    }

    /** How often one of them does. */
    int waits(int thread) {
        return counts.get(thread);
    }

    /** Who waits, longest first. */
    int[] waiting() {
        return waited.keySet().intStream().boxed().sorted((a, b) -> Long.compare(waited.get(b.intValue()), waited.get(a.intValue())))
                .mapToInt(Integer::intValue).toArray();
    }

    /** For how long one of these waits. */
    long waitNanos(int thread) {
        return waited.get(thread);
    }
}
