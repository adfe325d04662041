/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that wait for packets of an address that no recorded host uses, or of a host that was not recorded when it sent them. In the wait-for graph that is a vertex that waits for nobody, of which no rule tells: what is missing is the
 * recording of another host. O(segments + edges).
 */
public final class UnrecordedHost implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which at least one thread waits for packets of an address");
    private static final int MOST_ADDRESSES = 3;
    private static final String STRANGERS = "unmatched-packets";
    private static final String LOST = "lost-sending";
    private static final String NOT_THEN = "unrecorded-sending";
    /** No name of a host: who has the address is not recorded at all. */
    private static final String NOBODY = "";
    private static final RuleInfo INFO = new RuleInfo("unrecorded-host", "A host that was not recorded",
            "scheduling events, and packets (profile waits-network)",
            "Threads of programs wait for packets of an address that no recorded host is seen to use, each again and again, and at least one of them "
                    + "does for min-share of the range."
                    + "\nAn address counts if more waits lead to it than end with packets of recorded hosts whose sending the traces do not have."
                    + "\nOr they wait so for packets that a recorded host sent while it was not recorded. Which host that is must be certain: so "
                    + "many waits end with such packets of no other host, none with packets of unknown addresses, and its own traces lack no other sending.",
            "Whether a thread waits for an answer or for new work, and what holds that up on the other host, is not known: what bounds the work may be there.",
            "Record that host at the same time, and analyse the recordings of both together.", List.of(MIN_SHARE));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.record("--profile", "waits-network");
    }

    /** Who waits for packets of an address, and when. */
    private static final class Waits {
        private final int vertex;
        /** Whose address it is, or {@link #NOBODY}. */
        private final String owner;
        private final IntAVLTreeSet threads = new IntAVLTreeSet();
        private final IntArrayList edges = new IntArrayList();
        private final TimeUnion union;
        private long count;

        Waits(Analysis analysis, int vertex, String owner) {
            this.vertex = vertex;
            this.owner = owner;
            union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (ended(analysis.timeline(), STRANGERS) + ended(analysis.timeline(), NOT_THEN) == 0) {
            return RuleOutcome.of(List.of(),
                    "no wait is ended by a packet of an address that no host here is seen to use, or of a host that was not recorded then");
        }
        List<Waits> all = waits(analysis);
        all.sort(Comparator.comparingLong((Waits waits) -> -waits.union.nanos()).thenComparingInt(waits -> waits.vertex));
        Map<String, List<Waits>> told = new TreeMap<>();
        all.stream().filter(waits -> waits.union.nanos() >= settings.get(MIN_SHARE) * analysis.rangeNanos())
                .forEach(waits -> told.computeIfAbsent(waits.owner, owner -> new ArrayList<>()).add(waits));
        return RuleOutcome.of(told.values().stream().map(ofOne -> finding(analysis, ofOne)).toList(), all.isEmpty()
                ? "no thread waits again and again for packets of an address that no host here is seen to use, or of a host that was not recorded then"
                : "threads wait for packets " + whose(all.get(0)) + " in at most "
                        + percent((double) all.get(0).union.nanos() / analysis.rangeNanos()) + " of the range");
    }

    private static String whose(Waits waits) {
        return waits.owner.equals(NOBODY) ? "of an address that no recorded host is seen to use"
                : "that " + waits.owner + " sent while it was not recorded";
    }

    /** How many waits end with packets of some kind. */
    private static long ended(Timeline timeline, String kind) {
        return timeline.caveats().stream().filter(caveat -> caveat.kind().equals(kind)).mapToLong(Caveat::count).sum();
    }

    private static List<Waits> waits(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        WaitForGraph graph = analysis.graph();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<Integer, Waits> addresses = addresses(analysis);
        for (int thread = 0; thread < timeline.threadCount() && !addresses.isEmpty(); thread++) {
            analysis.progress().check();
            if (roles.isProgram(thread) && analysis.isChosen(thread) && graph.firstEdge(thread) < graph.endEdge(thread)
                    && !FirstLook.leaves(analysis, thread)) {
                add(graph, thread, addresses, analysis);
            }
        }
        List<Waits> all = new ArrayList<>(addresses.values());
        all.removeIf(waits -> waits.threads.isEmpty());
        return all;
    }

    /** Adds the waits of a vertex: its threads' segments are gone through once, for however many addresses. */
    private static void add(WaitForGraph graph, int vertex, Map<Integer, Waits> addresses, Analysis analysis) {
        Map<Integer, Waits> its = new HashMap<>();
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            Waits waits = addresses.get(graph.target(edge));
            if (waits != null && graph.waits(edge) >= SetAside.FEW) {
                waits.edges.add(edge);
                waits.count += graph.waits(edge);
                its.put(waits.vertex, waits);
            }
        }
        if (its.isEmpty()) {
            return;
        }
        for (int member : graph.groups().members(vertex)) {
            EdgeWaits.eachPart(graph, member, (segment, target, begin, end) -> {
                Waits waits = its.get(target);
                if (waits != null) {
                    waits.threads.add(member);
                    waits.union.add(begin, end);
                }
            }, analysis.progress());
        }
    }

    /** Addresses that no recorded host uses, and those of hosts that were not recorded all the time. */
    private static Map<Integer, Waits> addresses(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        long[] counts = new long[timeline.vertexCount()];
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK && timeline.target(s) >= 0) {
                    counts[timeline.target(s)]++;
                }
            }
        }
        Map<Integer, Waits> addresses = new TreeMap<>();
        for (int vertex = timeline.threadCount(); vertex < counts.length; vertex++) {
            boolean isAddress = timeline.kind(vertex) == VertexKind.NETWORK && !timeline.isWay(vertex)
                    && !timeline.name(vertex).equals(VertexKind.NETWORK.label());
            String owner = isAddress ? owner(timeline, counts[vertex]) : null;
            if (owner != null) {
                addresses.put(vertex, new Waits(analysis, vertex, owner));
            }
        }
        return addresses;
    }

    /**
     * Whose an address is to which some waits lead. It is of one host, so where they are more than were ended by packets of recorded hosts whose sending is not known, they are not of these. And they are of the one of which there are enough, where they cannot be of anybody
     * else: null if there are several, or that one's traces may just lack the sending.
     */
    private static @Nullable String owner(Timeline timeline, long waits) {
        if (waits > ended(timeline, LOST) + ended(timeline, NOT_THEN)) {
            return NOBODY;
        }
        Map<String, Long> ofHosts = new TreeMap<>();
        Set<String> lost = new HashSet<>();
        for (Caveat caveat : timeline.caveats()) {
            if (caveat.kind().equals(LOST) || caveat.kind().equals(NOT_THEN)) {
                ofHosts.merge(caveat.host(), caveat.count(), Long::sum);
            }
            if (caveat.kind().equals(LOST)) {
                lost.add(caveat.host());
            }
        }
        ofHosts.values().removeIf(count -> count < waits);
        String host = ofHosts.size() == 1 ? ofHosts.keySet().iterator().next() : null;
        return host == null || lost.contains(host) || ended(timeline, STRANGERS) > 0 ? null : host;
    }

    private static Finding finding(Analysis analysis, List<Waits> told) {
        Timeline timeline = analysis.timeline();
        TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        IntAVLTreeSet threads = new IntAVLTreeSet();
        long waits = 0;
        List<String> addresses = new ArrayList<>();
        for (Waits each : told) {
            union.add(each.union);
            threads.addAll(each.threads);
            waits += each.count;
            if (addresses.size() < MOST_ADDRESSES && !addresses.contains(timeline.name(each.vertex))) {
                addresses.add(timeline.name(each.vertex));
            }
        }
        int more = (int) told.stream().map(each -> timeline.name(each.vertex)).distinct().count() - addresses.size();
        if (more > 0) {
            addresses.add(more + " more");
        }
        boolean one = threads.size() == 1;
        String owner = told.get(0).owner;
        double share = (double) union.nanos() / analysis.rangeNanos();
        Finding.Builder finding = Finding.of(INFO, Severity.INFO, share).subject(owner.equals(NOBODY) ? addresses.get(0) : owner)
                .summary(PoolNames.list(analysis, threads.toIntArray()) + (one ? " waits" : " wait") + " for packets of "
                        + Words.list(addresses, "and") + ", which "
                        + (owner.equals(NOBODY) ? "no recorded host is seen to use: " : owner + " sent while it was not recorded: ")
                        + (one ? "it does" : "at least one of them does") + " for " + duration(union.nanos()) + ", " + percent(share)
                        + " of the range, in " + count(waits, "wait")
                        + ". Whether these are answers or new work, and what is done there until they come, only a recording made there"
                        + (owner.equals(NOBODY) ? "" : " at that time") + " tells.");
        for (Waits each : told) {
            for (int edge : each.edges) {
                finding.evidence(new Evidence.Edge(analysis.graph().source(edge), each.vertex, WaitEvidence.nanos(analysis.graph(), edge),
                        analysis.graph().waits(edge), "waits for packets"));
            }
        }
        return finding.restsOn(analysis.doubts(timeline.host(threads.firstInt()))).build();
    }
}
