/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.rules.disk.AtTheDisk;
import org.bowline.core.finding.rules.disk.BeforeTheDisk;
import org.bowline.core.finding.rules.processor.HeldThread;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.finding.rules.waits.WhileAwaited;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** The heaviest wait of a knot, in sentences: whose it is, what it costs, and what would be won at most without it. Of several threads together, the time in which at least one of them waits so. */
public final class HeaviestWait {
    /** From so many threads on a wait holds up others than the one that waits. */
    public static final double OTHERS_TOO = 1.05;

    /** What is behind a wait is told from this share of the range on. */
    public static final double LEAST_BEHIND = 0.1;
    /** And from this share of the wait on. */
    private static final double LEAST_OF_WHOLE = 0.25;
    /** That part of a wait is for new work is told from this share of it on. */
    private static final double LEAST_IDLE = 0.05;
    /** One of equal threads for which the others wait for more than this share of their waits for each other is not like them. */
    private static final double LEAST_OF_ONE = 0.5;

    /** Waits of several threads are one after the other if at least one lasts for this share of the sum of all. */
    private static final double LEAST_IN_TURN = 0.9;

    private final Analysis analysis;
    private final Knot knot;
    private final WonWithout won;
    /** How the first sentence begins. */
    private final String heaviest;
    private boolean explained;

    /**
     * What is told.
     *
     * @param text sentences
     * @param gain what is won at most without a wait, as they say it, as a share of the range
     * @param ofGain the edge of the graph that this is told of; −1 if none is
     * @param explained whether they also tell who else has requests at the disk that is waited for
     * @param full whether no more is won as the processors of a host have as much to do as before, and are busy nearly all of the time
     */
    public record Told(String text, double gain, int ofGain, boolean explained, boolean full) {
        /** Whether why the one that is waited for keeps others waiting is left to others. */
        public boolean isOfWaitAlone() {
            return ofGain >= 0 && !explained;
        }
    }

    private HeaviestWait(Analysis analysis, Knot knot, double most, boolean again) {
        this.analysis = analysis;
        this.knot = knot;
        heaviest = again ? "The heaviest wait that repeats is that of " : "The heaviest wait is that of ";
        won = new WonWithout(analysis, knot, most);
    }

    /**
     * What the heaviest wait costs: that of a thread, those of all threads of its pool for the same disk or, one after the other, for the same thread, or those of threads that are one vertex.
     *
     * @param analysis whose graph may be a merged one
     * @param top its edge
     * @param most what can be won at most, as a share of the range
     * @param again whether a heavier one is passed over that {@linkplain HappensOnce happens once}
     */
    public static Told tell(Analysis analysis, Knot knot, int top, double most, boolean again) {
        HeaviestWait wait = new HeaviestWait(analysis, knot, most, again);
        String text = wait.bounded(top);
        return new Told(text, wait.won.share(), wait.won.edge(), wait.explained, wait.won.isFull());
    }

    /** The edges whose waits are told as one if an edge is the heaviest; itself alone if there are no others. */
    static IntArrayList toldTogether(Analysis analysis, Knot knot, int top) {
        IntArrayList equals = eachOther(analysis, knot, top);
        if (!equals.isEmpty()) {
            return equals;
        }
        IntArrayList given = IdlePool.givers(analysis, top);
        return given.size() > 1 ? given : alike(analysis, knot, top);
    }

    private String bounded(int top) {
        IntArrayList equals = eachOther(analysis, knot, top);
        if (!equals.isEmpty()) {
            return eachOther(equals);
        }
        WaitForGraph graph = analysis.graph();
        IntArrayList given = IdlePool.givers(analysis, top);
        if (given.size() > 1) {
            return heaviest + analysis.phraseOfGraph(graph.source(top)) + " for "
                    + PoolNames.list(analysis, given.intStream().map(graph::target).toArray()) + ": " + costOfAll(given, true);
        }
        IntArrayList alike = alike(analysis, knot, top);
        boolean merged = graph.groups().of(graph.source(top)) != null || graph.groups().of(graph.target(top)) != null;
        if (alike.size() == 1 && (!merged || graph.directNanos(top) == 0)) {
            int end = end(analysis, knot, top);
            return heaviest + whole(top, top)
                    + (end == top ? "" : " Behind it is that of " + whole(top, end));
        }
        String sources = PoolNames.list(analysis, alike.intStream().map(graph::source).toArray());
        String first = heaviest + sources + " for ";
        if (graph.source(top) != graph.target(top)) {
            return first + analysis.phraseOfGraph(graph.target(top)) + ": " + costOfAll(alike, true);
        }
        int behind = behind(analysis, knot, top);
        return first + "each other: " + costOfAll(alike, behind < 0)
                + (behind < 0 ? "" : " Behind it is that for " + analysis.phraseOfGraph(graph.target(behind)) + ": "
                        + costOfAll(IntArrayList.of(behind), true));
    }

    /**
     * The edges of the knot between the threads of one pool, as of those that queue for a lock: who waits longest for whom of equals says nothing. Without exceptions that {@linkplain HappensOnce happen once}.
     * Empty if the heaviest is none of them, or one of the threads is not like the others and most of these waits are for it.
     */
    private static IntArrayList eachOther(Analysis analysis, Knot knot, int top) {
        WaitForGraph graph = analysis.graph();
        Pools pools = Pools.ofGraph(analysis);
        IntArrayList equals = new IntArrayList();
        int line = pools.line(graph.source(top));
        if (pools.line(graph.target(top)) != line || pools.members(line).length < Pools.LEAST_OF_POOL || graph.directNanos(top) == 0) {
            return equals;
        }
        for (int edge : all(analysis, knot)) {
            if (pools.line(graph.source(edge)) == line && pools.line(graph.target(edge)) == line && graph.directNanos(edge) > 0) {
                equals.add(edge);
            }
        }
        HappensOnce.removeExceptions(analysis, equals);
        if (!equals.contains(top)) {
            return new IntArrayList();
        }
        Int2LongOpenHashMap byTarget = new Int2LongOpenHashMap();
        equals.forEach(edge -> byTarget.addTo(graph.target(edge), graph.directNanos(edge)));
        long all = byTarget.values().longStream().sum();
        return byTarget.size() < Pools.LEAST_OF_POOL || byTarget.values().longStream().anyMatch(nanos -> nanos > LEAST_OF_ONE * all)
                ? new IntArrayList() : equals;
    }

    /** The edges between the members of a knot, the heaviest first: of many equal threads most are too light to be in it, and all of them are told. */
    private static int[] all(Analysis analysis, Knot knot) {
        IntOpenHashSet members = new IntOpenHashSet();
        for (int i = 0; i < knot.vertexCount(); i++) {
            members.add(knot.vertex(i));
        }
        return WholePool.between(analysis, members);
    }

    private String eachOther(IntArrayList equals) {
        WaitForGraph graph = analysis.graph();
        Pools pools = Pools.ofGraph(analysis);
        int line = pools.line(graph.source(equals.getInt(0)));
        Map<Integer, IntArrayList> others = new LinkedHashMap<>(); // for whom they wait beside each other, the heaviest first; each may have one of a pool to itself
        for (int edge : all(analysis, knot)) {
            if (pools.line(graph.source(edge)) == line && pools.line(graph.target(edge)) != line && isShorter(analysis, edge)) {
                others.computeIfAbsent(pools.line(graph.target(edge)), target -> new IntArrayList()).add(edge);
            }
        }
        IntArrayList behind = others.values().stream()
                .sorted(Comparator.comparingLong(edges -> -edges.intStream().mapToLong(graph::directNanos).sum()))
                .filter(edges -> !HappensOnce.isOne(analysis, edges)).findFirst()
                .filter(edges -> WaitsTogether.nanos(analysis, edges) >= LEAST_BEHIND * analysis.rangeNanos()).orElse(null);
        return heaviest + PoolNames.list(analysis, WaitsTogether.sources(graph, equals)) + " for each other: "
                + costOfAll(equals, false)
                + (behind == null ? gainOfEachOther(equals)
                        : " Behind it is that " + of(behind) + ": " + costOfAll(behind, true));
    }

    /** For whom some of equal threads wait; and who does, if it is one of them alone. */
    private String of(IntArrayList edges) {
        WaitForGraph graph = analysis.graph();
        int[] sources = WaitsTogether.sources(graph, edges);
        return (sources.length == 1 ? "of " + analysis.phraseOfGraph(sources[0]) + " for " : "for ")
                + PoolNames.list(analysis, edges.intStream().map(graph::target).distinct().sorted().toArray());
    }

    /** Without waits of equal threads for each other who waits least for the others still needs the rest of its time. */
    private String gainOfEachOther(IntArrayList equals) {
        WaitForGraph graph = analysis.graph();
        Int2LongOpenHashMap nanos = new Int2LongOpenHashMap();
        for (int edge : equals) {
            nanos.addTo(graph.source(edge), graph.directNanos(edge));
            nanos.addTo(graph.target(edge), 0);
        }
        long least = nanos.values().longStream().min().orElse(0);
        return " If none of them had to wait for another one, the work would be at most " + won.tell(equals.getInt(0), least, false, "")
                + " (an estimate).";
    }

    /** Whether an edge is a wait that may be worth making shorter. */
    public static boolean isShorter(Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        return !graph.isIdle(edge) && graph.directNanos(edge) > 0 && analysis.get(NewWork.RESULT).why(edge) == NewWork.Why.NOT;
    }

    /**
     * The edges of the knot from the threads of one pool to the same disk, or to the same thread if they wait for it one after the other, as those do that hold a lock meanwhile, and nothing is behind that: who is first
     * of equals says nothing. The edge alone if there are no others.
     */
    private static IntArrayList alike(Analysis analysis, Knot knot, int top) {
        WaitForGraph graph = analysis.graph();
        IntArrayList alike = new IntArrayList();
        boolean disk = analysis.timeline().kind(graph.target(top)) == VertexKind.DISK;
        if ((disk || analysis.timeline().kind(graph.target(top)) == VertexKind.THREAD) && !graph.isIdle(top)) {
            IntOpenHashSet pool = new IntOpenHashSet(Pools.ofGraph(analysis).members(graph.source(top)));
            for (int edge : all(analysis, knot)) {
                if (graph.target(edge) == graph.target(top) && pool.contains(graph.source(edge)) && graph.directNanos(edge) > 0
                        && (disk || edge == top || isShorter(analysis, edge))) {
                    alike.add(edge);
                }
            }
            if (!disk && (pool.contains(graph.target(top)) || !isInTurn(analysis, knot, top, alike))) {
                alike.clear();
            }
        }
        return alike.isEmpty() ? IntArrayList.of(top) : alike;
    }

    /** Whether hardly two of some waits are at one time, and one of them alone would tell no more. */
    private static boolean isInTurn(Analysis analysis, Knot knot, int top, IntArrayList alike) {
        WaitForGraph graph = analysis.graph();
        long direct = alike.intStream().mapToLong(graph::directNanos).sum();
        return alike.size() > 1 && alike.intStream().allMatch(edge -> isShorter(analysis, edge))
                && WaitsTogether.nanos(analysis, alike) >= LEAST_IN_TURN * direct && end(analysis, knot, top) == top
                && heldUp(analysis, top, top).isEmpty();
    }

    /**
     * The same of several threads: for how long at least one of them waits, which is at most the range, and what would be won at most without that.
     *
     * @param withGain whether what would be won is told, too
     */
    private String costOfAll(IntArrayList edges, boolean withGain) {
        WaitForGraph graph = analysis.graph();
        long direct = 0;
        long weight = 0;
        for (int edge : edges) {
            direct += graph.directNanos(edge);
            weight += graph.weightNanos(edge);
        }
        long waits = WaitsTogether.count(analysis, edges);
        long waiting = WaitsTogether.nanos(analysis, edges);
        double heldUp = (double) weight / direct;
        if (waiting == 0) { // of what nobody has made yet
            return "in " + count(waits, "wait") + '.';
        }
        String share = percent((double) waiting / analysis.rangeNanos());
        int waiters = Arrays.stream(WaitsTogether.sources(graph, edges)).map(source -> graph.groups().members(source).length).sum();
        return (waiters == 1 ? "it waits so in " : "at least one of them waits so in ") + share + " of the range, in "
                + count(waits, "wait")
                + (heldUp < OTHERS_TOO ? "" : ", each of which holds up " + number(heldUp) + " threads on average")
                + '.' + WhileAwaited.sentence(analysis, edges) + WorksFor.sentence(analysis, edges)
                + BeforeTheDisk.sentence(analysis, edges)
                + (withGain ? " Without these waits the work would be at most "
                        + won.tell(edges.getInt(0), waiting, isForOne(graph, edges), SleepsBeside.condition(analysis, edges))
                        + " (an estimate)." : "");
    }

    /**
     * Where a chain of waits ends that begins with the heaviest one: whom its target mostly waits for itself, and so on, other than for new work. A client waits for all that its server does; what the
     * server's helper does at the disk can be made shorter. What holds nobody up but who waits so is behind no wait, nor is what {@linkplain HappensOnce happens once} behind one that repeats.
     *
     * @return an edge of the knot, the first one if what is behind it is not a noticeable part of it
     */
    private static int end(Analysis analysis, Knot knot, int top) {
        WaitForGraph graph = analysis.graph();
        boolean repeats = !HappensOnce.isOne(analysis, IntArrayList.of(top));
        Int2IntOpenHashMap heaviest = new Int2IntOpenHashMap();
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (!heaviest.containsKey(graph.source(edge)) && mayBeBehind(analysis, edge, repeats)) {
                heaviest.put(graph.source(edge), edge);
            }
        }
        Pools pools = Pools.ofGraph(analysis);
        IntOpenHashSet seen = new IntOpenHashSet(); // of equal threads each waits for the next
        seen.add(pools.line(graph.source(top)));
        int end = top;
        while (seen.add(pools.line(graph.target(end))) && heaviest.containsKey(graph.target(end))) {
            int next = heaviest.get(graph.target(end));
            if (seen.contains(pools.line(graph.target(next))) || !holdsUpOthers(graph, next)) {
                break; // nobody waits for a helper while it waits until it is asked: that is before the wait, not behind it
            }
            end = next;
        }
        long direct = graph.directNanos(end);
        return direct >= LEAST_BEHIND * analysis.rangeNanos() && direct >= LEAST_OF_WHOLE * graph.directNanos(top) ? end : top;
    }

    /** @param repeats whether the wait that it may be behind does */
    private static boolean mayBeBehind(Analysis analysis, int edge, boolean repeats) {
        WaitForGraph graph = analysis.graph();
        long direct = graph.directNanos(edge);
        boolean mayBeOnce = repeats && direct >= LEAST_BEHIND * analysis.rangeNanos();
        return !graph.isIdle(edge) && direct > 0 && !analysis.get(NewWork.RESULT).isMostly(graph, edge)
                && !(mayBeOnce && HappensOnce.isOne(analysis, IntArrayList.of(edge)));
    }

    private static boolean holdsUpOthers(WaitForGraph graph, int edge) {
        return graph.weightNanos(edge) >= OTHERS_TOO * graph.directNanos(edge);
    }

    /** What a wait costs, what keeps the one that is waited for, and what would be won. */
    private String whole(int top, int edge) {
        String reason = heldUp(analysis, top, edge);
        explained |= !reason.isEmpty() && analysis.timeline().kind(analysis.graph().target(edge)) == VertexKind.DISK;
        IntArrayList one = IntArrayList.of(edge);
        return cost(analysis, edge) + WhileAwaited.sentence(analysis, one) + WorksFor.sentence(analysis, one)
                + BeforeTheDisk.sentence(analysis, one) + reason + idle(edge) + gain(edge);
    }

    /** For how much of a wait others have requests at the disk that is waited for, or the kernel holds back the thread that is. Nothing of either that is no noticeable part of the wait. */
    private static String heldUp(Analysis analysis, int top, int end) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        int source = graph.source(end);
        int target = graph.target(end);
        if (timeline.kind(target) == VertexKind.DISK && !graph.isIdle(end)) {
            return AtTheDisk.sentence(analysis, end, nanos -> isNoticed(analysis, top, nanos));
        }
        if (source >= timeline.threadCount() || target >= timeline.threadCount() || graph.groups().of(source) != null
                || graph.groups().of(target) != null) {
            return "";
        }
        Int2LongLinkedOpenHashMap waits = new Int2LongLinkedOpenHashMap(); // a wait may be told in several parts
        EdgeWaits.each(graph, source, (segment, other, part) -> {
            if (other == target) {
                waits.addTo(segment, part);
            }
        }, analysis.progress());
        long[] nanos = {0};
        waits.int2LongEntrySet().fastForEach(wait -> nanos[0] += Math.min(wait.getLongValue(), HeldThread.nanos(analysis, target,
                Math.max(analysis.fromNanos(), timeline.start(wait.getIntKey())),
                Math.min(analysis.toNanos(), timeline.end(source, wait.getIntKey())))));
        return isNoticed(analysis, top, nanos[0]) ? ofThat(nanos[0]) + "the kernel holds " + analysis.phraseOfGraph(target) + " back." : "";
    }

    private static boolean isNoticed(Analysis analysis, int top, long nanos) {
        return nanos >= LEAST_BEHIND * analysis.rangeNanos() && nanos >= LEAST_OF_WHOLE * analysis.graph().directNanos(top);
    }

    private static String ofThat(long nanos) {
        return " For " + duration(nanos) + " of that, ";
    }

    /** What threads wait for that are one vertex and wait most for each other: what keeps the one that the others wait for. −1 if that is nothing. */
    private static int behind(Analysis analysis, Knot knot, int top) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            if (graph.source(edge) == graph.source(top) && edge != top && graph.directNanos(edge) > 0
                    && newWork.why(edge) == NewWork.Why.NOT) {
                return edge;
            }
        }
        return -1;
    }

    /** Whose wait an edge is, and what it costs in figures of its own: how long its source waits, and how many threads that holds up. */
    private static String cost(Analysis analysis, int edge) {
        WaitForGraph graph = analysis.graph();
        String target = analysis.phraseOfGraph(graph.target(edge));
        String source = analysis.phraseOfGraph(graph.source(edge));
        long direct = graph.directNanos(edge);
        String share = percent((double) direct / analysis.rangeNanos()) + " of the range";
        if (direct == 0) { // of a thread that was not chosen
            return source + " for " + target + ", in " + count(graph.waits(edge), "wait") + '.';
        }
        double heldUp = (double) graph.weightNanos(edge) / direct;
        return source + " for " + target + ": " + duration(direct) + ", " + share + ", in "
                + count(graph.waits(edge), "wait")
                + (heldUp < OTHERS_TOO ? "" : ", each of which holds up " + number(heldUp) + " threads on average") + '.';
    }

    /** For how much of a wait there is nothing to do for the one that waits, or another answer comes later, if what is won is noticeably less. */
    private String idle(int edge) {
        long idle = idleNanos(analysis, edge);
        long later = analysis.get(LaterAnswers.RESULT).nanos(analysis.graph(), edge);
        String who = analysis.phraseOfGraph(analysis.graph().source(edge));
        return (isOfSome(edge, idle) ? ofThat(idle) + who + " waits for new work." : "")
                + (isOfSome(edge, later) ? ofThat(later) + who + " waits for another answer, too, which comes later." : "");
    }

    private boolean isOfSome(int edge, long nanos) {
        return nanos >= LEAST_IDLE * analysis.graph().directNanos(edge) && nanos > 0;
    }

    /**
     * How long the waits of an edge are that may be worth making shorter: without what is known to be for new work, or in which another answer is open that comes later. Where all are, and nothing else is to be told, that is said
     * elsewhere.
     */
    public static long nanosToShorten(Analysis analysis, int edge) {
        long later = analysis.get(LaterAnswers.RESULT).nanos(analysis.graph(), edge);
        return Math.max(0, analysis.graph().directNanos(edge) - idleNanos(analysis, edge) - later);
    }

    private static long idleNanos(Analysis analysis, int edge) {
        NewWork newWork = analysis.get(NewWork.RESULT);
        return newWork.why(edge) == NewWork.Why.NOT ? Math.min(newWork.nanos(edge), analysis.graph().directNanos(edge)) : 0;
    }

    /** How much would be won at most if the heaviest wait in the knot were gone: all of its own time that is not for new work. */
    private String gain(int edge) {
        long direct = nanosToShorten(analysis, edge);
        return direct == 0 ? "" : " Without this wait the work would be at most " + won.tell(edge, direct, true, "") + " (an estimate).";
    }

    private static boolean isForOne(WaitForGraph graph, IntArrayList edges) {
        int target = graph.target(edges.getInt(0));
        return edges.intStream().allMatch(edge -> graph.target(edge) == target && graph.source(edge) != target);
    }
}
