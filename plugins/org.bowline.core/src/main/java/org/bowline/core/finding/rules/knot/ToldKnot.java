/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.disk.AwaitedOutside;
import org.bowline.core.finding.rules.disk.DiskBeneath;
import org.bowline.core.finding.rules.heaviest.HappensOnce;
import org.bowline.core.finding.rules.heaviest.HeaviestWait;
import org.bowline.core.finding.rules.heaviest.IdlePool;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.heaviest.WonWithout;
import org.bowline.core.finding.rules.lock.KernelLock;
import org.bowline.core.finding.rules.serial.Barriers;
import org.bowline.core.finding.rules.serial.LoadImbalance;
import org.bowline.core.finding.rules.serial.Meetings;
import org.bowline.core.finding.rules.server.OpenRequests;
import org.bowline.core.finding.rules.waits.KnotMembers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/** A knot that bounds the work, in words: who is in it, how much they work, and which of its waits to shorten. */
final class ToldKnot {
    private static final double LEAST_OF_GAIN = 0.5;
    /** Of a pool whose threads are equally busy, and for which nobody else waits, less than this is nothing to be won: what they do takes the time. */
    private static final double LEAST_WON = 0.05;

    private final RuleInfo rule;
    private final Analysis threads;
    private final Analysis analysis;
    private final HeldUpOutside outside;
    private final long leastNanos;

    /**
     * @param threads every thread by itself
     * @param analysis those that are told as one merged
     * @param leastNanos what a wait weighs at least that makes a knot worth telling
     */
    ToldKnot(RuleInfo rule, Analysis threads, Analysis analysis, HeldUpOutside outside, long leastNanos) {
        this.rule = rule;
        this.threads = threads;
        this.analysis = analysis;
        this.outside = outside;
        this.leastNanos = leastNanos;
    }

    /** The heaviest wait in a knot, or the weight of a sink; without the idle time of devices: a disk that has nothing to do holds up nobody by that. */
    static long heaviestNanos(Analysis analysis, Knot knot) {
        if (knot.kind() == Knot.Kind.SINK) {
            return knot.weightNanos();
        }
        long heaviest = 0;
        for (int i = 0; i < knot.edgeCount(); i++) {
            if (!analysis.graph().isIdle(knot.edge(i))) {
                heaviest = Math.max(heaviest, analysis.graph().weightNanos(knot.edge(i)));
            }
        }
        return heaviest;
    }

    /** Of equal groups all have one, and those who meet at a barrier, too, and parts of a pool of which all is told. */
    String signature(Knot knot) {
        KnotMembers members = new KnotMembers(analysis, knot);
        Barriers.Phases meeting = meeting(members);
        return meeting == null ? members.signature() : "barrier of " + meeting.threads();
    }

    /**
     * @param knot who is told
     * @param found the knot of the graph, of which the finding gives evidence; of a pool that is told whole a part
     * @param number of the knot, from 1
     * @param critical from this share of work on it is critical
     */
    Finding.Builder finding(Knot knot, Knot found, int number, KnotWork work, double critical) {
        Top heaviestToShorten = heaviestToShorten(knot);
        int top = heaviestToShorten.edge();
        KnotMembers members = new KnotMembers(analysis, knot);
        TreeSet<String> stable = new TreeSet<>();
        for (int member : members.inOrder()) {
            stable.add(analysis.stableName(member));
        }
        Barriers.Phases meeting = meeting(members);
        double awaited = AwaitedOutside.share(analysis, knot);
        boolean forOthers = awaited <= AwaitedOutside.MOST * work.share();
        String alone = WonWithout.ofBusiest(analysis, knot);
        double most = forOthers ? awaited : 1;
        HeaviestWait.Told heaviest = HeaviestWait.tell(analysis, knot, top, most, heaviestToShorten.again());
        boolean ofWait = meeting == null && alone.isEmpty();
        Finding.Builder finding = (ofWait && isOfLittle(knot, members, heaviest) ? ofGain(knot, members, heaviest, critical)
                : rated(forOthers ? awaited : work.share(), forOthers ? awaited : work.ownShare(), critical))
                .subject(meeting == null ? String.join(", ", stable) : Meetings.subject(threads, meeting))
                .summary(meeting == null && !alone.isEmpty()
                        ? alone + OpenRequests.sentences(analysis, members.inOrder())
                                + KernelLock.sentence(analysis, members.threadsAmong())
                        : summary(knot, heaviest, members, meeting, work, most))
                .evidence(new Evidence.OfKnot(number, work.busyNanos() + work.onTheWayNanos(),
                        (found == knot ? "" : found.vertexCount() + " of ") + count(knot.vertexCount(), "member")));
        if (meeting != null) {
            finding.advice(LoadImbalance.ADVICE).tells(LoadImbalance.ID, Meetings.subject(threads, meeting),
                    LoadImbalance.evidence(meeting).get(0));
        }
        if (ofWait) {
            tellAwaited(finding, heaviest);
        }
        if (!work.onTheWay().isEmpty()) {
            finding.estimate(); // it rests on two clocks
        }
        tellEdges(finding, found, top);
        return finding;
    }

    private Finding.Builder rated(double share, double score, double critical) {
        return Finding.of(rule, Severity.ofShare(share, critical), score);
    }

    /** Whether a knot is rated by what is won without its heaviest wait: hardly anything, or processors are what bounds the work. */
    private boolean isOfLittle(Knot knot, KnotMembers members, HeaviestWait.Told heaviest) {
        return heaviest.full() || !isWon(knot, members, heaviest);
    }

    private Finding.Builder ofGain(Knot knot, KnotMembers members, HeaviestWait.Told heaviest, double critical) {
        return isWon(knot, members, heaviest) ? rated(heaviest.gain(), heaviest.gain(), critical)
                : Finding.of(rule, Severity.WARNING, heaviest.gain());
    }

    /** Whether enough is won without the heaviest wait, or it is not a pool alone that waits, and no processors that have as much to do. */
    private boolean isWon(Knot knot, KnotMembers members, HeaviestWait.Told heaviest) {
        return heaviest.ofGain() < 0 || heaviest.gain() >= LEAST_WON
                || !heaviest.full() && !members.areOnePool() || !members.busiest().isEmpty() || outside.heaviest(knot) >= 0;
    }

    private void tellEdges(Finding.Builder finding, Knot found, int top) {
        finding.evidence(WaitEvidence.of(threads.graph(), analysis, top)); // the next step leads to the first
        for (int i = 0; i < found.edgeCount(); i++) {
            int edge = found.edge(i);
            if (analysis.graph().isIdle(edge)) {
                finding.estimate(); // a disk's idle time is shared out by the number of requests
            }
            if (edge != top) {
                finding.evidence(WaitEvidence.of(threads.graph(), analysis, edge));
            }
        }
    }

    /** What costs less than half of what is won without the wait does not explain it, nor does what costs less than what the one that is waited for does on a processor. */
    private void tellAwaited(Finding.Builder finding, HeaviestWait.Told told) {
        if (told.isOfWaitAlone()) {
            WaitForGraph graph = analysis.graph();
            int target = graph.target(told.ofGain());
            int[] members = graph.groups().members(target);
            TimeUnion onCpu = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            IntStream.of(members).filter(member -> member < analysis.timeline().threadCount())
                    .forEach(thread -> onCpu.addOnCpu(analysis.timeline(), thread));
            finding.awaits(new Finding.Awaited(WaitEvidence.of(threads.graph(), analysis, told.ofGain()).source(),
                    IntStream.of(members).boxed().toList(), analysis.timeline().kind(target) != VertexKind.THREAD,
                    Math.max(LEAST_OF_GAIN * told.gain(), (double) onCpu.nanos() / analysis.rangeNanos()))).wins(told.gain());
        }
    }

    /** @param most what can be won at most, as a share of the range: less than all of it where they hold up others for that long */
    private String summary(Knot knot, HeaviestWait.Told heaviest, KnotMembers members, Barriers.@Nullable Phases meeting, KnotWork work,
            double most) {
        String who = meeting == null
                ? bound(members, work, most < 1 ? " hold up others for " + percent(most) + " of the range: "
                        : heaviestNanos(analysis, knot) < leastNanos ? " bound the work: others wait for them, " : " bound the work: ")
                : Meetings.who(threads, meeting) + " meet at a barrier and bound the work: " + Meetings.last(threads, meeting)
                        + ", and waiting for the last one takes " + percent(meeting.share()) + " of their time. ";
        return who + heaviest.text() + (meeting == null ? KernelLock.sentence(analysis, members.threadsAmong()) : "")
                + OpenRequests.sentences(analysis, members.inOrder())
                + DiskBeneath.sentences(analysis, members.inOrder()) + (meeting == null ? members.others() : "");
    }

    /** @param what what they do to the work, and for whom */
    private String bound(KnotMembers members, KnotWork work, String what) {
        return PoolNames.list(analysis, members.inOrder()) + inserted(members.oneOf(), work.network()) + what + members.waits()
                + ", and at least one of them is at work in " + work.atWork()
                + (work.isHeldUp() ? "; in another " + percent(work.heldUpShare())
                        + " at least one of them wants a processor, and none of them has one. " : ". ")
                + work.onTheWay() + members.busiest();
    }

    /** Two insertions with commas around them, one behind the other. */
    private static String inserted(String first, String second) {
        return first.endsWith(",") && second.startsWith(",") ? first.substring(0, first.length() - 1) + second : first + second;
    }

    /** Threads that meet at barriers all wait for each other, so which of them are a knot is by chance: those who meet are told. Null if they do not, or others are in it. */
    private Barriers.@Nullable Phases meeting(KnotMembers members) {
        IntOpenHashSet all = members.threads();
        return all.isEmpty() ? null
                : LoadImbalance.usual(threads).stream().filter(phases -> phases.threads().containsAll(all)).findFirst().orElse(null);
    }

    /**
     * The wait that is told.
     *
     * @param again whether a heavier one is passed over that {@linkplain HappensOnce happens once}
     */
    private record Top(int edge, boolean again) {}

    /** The heaviest wait, not the idle time of a device, that is not for new work, if it weighs enough, and of these one that repeats if there is any: a server that waits for requests waits for what bounds the work elsewhere. Else the heaviest that leads to the knot; else the heaviest in it, but for waits for the new work of who sleeps, or does not live yet. */
    private Top heaviestToShorten(Knot knot) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        IdlePool idle = new IdlePool(analysis);
        HappensOnce once = new HappensOnce(analysis, knot);
        int heaviest = -1;
        int[] byWeight = IntStream.range(0, knot.edgeCount()).map(knot::edge)
                .filter(edge -> !graph.isIdle(edge) && newWork.why(edge) == NewWork.Why.NOT && graph.weightNanos(edge) >= leastNanos)
                .boxed().sorted(Comparator.comparingDouble(edge -> -weightToShorten(edge))).mapToInt(edge -> edge).toArray();
        for (int edge : byWeight) {
            if (idle.isFree(edge)) {
                continue;
            }
            heaviest = heaviest < 0 ? edge : heaviest;
            if (!once.is(edge)) {
                return new Top(edge, edge != heaviest);
            }
        }
        if (heaviest >= 0) {
            return new Top(heaviest, false);
        }
        int from = heaviestNanos(analysis, knot) >= leastNanos ? -1 : outside.heaviest(knot);
        if (from >= 0) {
            return new Top(from, false);
        }
        int[] edges = IntStream.range(0, knot.edgeCount()).map(knot::edge).filter(edge -> !graph.isIdle(edge)).toArray();
        IntPredicate isAwake = edge -> HeaviestWait.isShorter(analysis, edge) || !sleepsMeanwhile(graph, edge) && !isYetToBegin(edge);
        return new Top(IntStream.of(edges).filter(edge -> isAwake.test(edge) && !idle.isFree(edge)).findFirst()
                .orElseGet(() -> IntStream.of(edges).filter(isAwake).findFirst().orElse(edges[0])), false);
    }

    /** The weight of an edge without the part that is for new work. */
    private double weightToShorten(int edge) {
        long direct = analysis.graph().directNanos(edge);
        double weight = analysis.graph().weightNanos(edge);
        return direct == 0 ? weight : weight * HeaviestWait.nanosToShorten(analysis, edge) / direct;
    }

    /** Whether who is waited for sleeps for more than half of that time: it is not at work on what it asks for next. */
    private static boolean sleepsMeanwhile(WaitForGraph graph, int edge) {
        int thread = graph.target(edge);
        long asleep = 0;
        for (int of = graph.firstEdge(thread); of < graph.endEdge(thread); of++) {
            asleep += graph.timeline().kind(graph.target(of)) == VertexKind.TIMER ? graph.directNanos(of) : 0;
        }
        return 2 * asleep > graph.directNanos(edge);
    }

    /** Whether who is waited for is not there yet for more than half of that time: a server that has been started waits for clients that come later, and nobody is at work for that. */
    private boolean isYetToBegin(int edge) {
        Timeline timeline = analysis.timeline();
        long[] before = {0};
        long[] all = {0};
        WaitsTogether.each(analysis, IntArrayList.of(edge), (segment, target, begin, end) -> {
            all[0] += end - begin;
            before[0] += target < timeline.threadCount() ? Math.max(0, Math.min(end, timeline.threadStart(target)) - begin) : 0;
        });
        return 2 * before[0] > all[0];
    }
}
