/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A thread that others wait for does not get a processor, as a thread has it for which nobody waits: a batch job, a backup, a log that is compressed. The processors of the host as a whole may be far
 * from loaded, where threads are bound to some of them or containers have shares. O(edges + pairs of threads of which one ran instead of the other).
 */
public final class CrowdedOut implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range for which a thread that others wait for wants a processor, while threads run there for which nobody waits");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("crowded-out", "Crowded out", "scheduling events with wake-ups",
            "A thread of a program for which others wait, three times or more, wants a processor, and threads of programs run on that processor for which nobody waits and that wait for no other thread: for min-share of the range. Threads of one name are told together.",
            "What somebody waits for is done later, so that something is done earlier that nobody waits for.",
            "Give the one a higher priority or the others a lower one (nice, cpu.weight of a group), or let them run on other processors. The runnable command tells what ran instead of whom.",
            List.of(MIN_SHARE, CRITICAL));

    /**
     * Threads of a name.
     *
     * @param wanted those that are crowded out, and for how long each wants a processor
     * @param others who runs instead of them, and for how long in all
     */
    private record Crowded(Int2LongLinkedOpenHashMap wanted, Int2LongOpenHashMap others) {
        void add(int thread, long nanos, Int2LongOpenHashMap more) {
            wanted.put(thread, nanos);
            more.int2LongEntrySet().fastForEach(one -> others.addTo(one.getIntKey(), one.getLongValue()));
        }
    }

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.runnable(analysis);
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        BitSet awaited = new BitSet();
        BitSet related = new BitSet();
        look(analysis, awaited, related);
        Map<String, Crowded> byName = new LinkedHashMap<>();
        double most = 0;
        List<RanInstead.Share> shares = analysis.get(Analysis.RAN_INSTEAD).shares();
        for (int i = 0; i < shares.size();) {
            analysis.progress().check();
            int thread = shares.get(i).thread();
            Int2LongOpenHashMap others = new Int2LongOpenHashMap();
            long wanted = 0;
            for (; i < shares.size() && shares.get(i).thread() == thread; i++) {
                RanInstead.Share share = shares.get(i);
                wanted += share.nanos();
                if (share.doing() == RanInstead.Doing.THREAD && roles.isProgram(share.other()) && !related.get(share.other())) {
                    others.addTo(share.other(), share.nanos());
                }
            }
            if (awaited.get(thread) && roles.isProgram(thread) && analysis.isChosen(thread)) {
                double share = (double) others.values().longStream().sum() / analysis.rangeNanos();
                most = Math.max(most, share);
                if (share >= settings.get(MIN_SHARE)) {
                    byName.computeIfAbsent(Kin.of(analysis.timeline(), thread),
                            name -> new Crowded(new Int2LongLinkedOpenHashMap(), new Int2LongOpenHashMap())).add(thread, wanted, others);
                }
            }
        }
        List<Finding> findings = byName.values().stream().map(some -> finding(analysis, some, settings)).toList();
        return RuleOutcome.of(findings,
                most == 0 ? "whenever a thread that others wait for wants a processor, nothing else has it but what somebody waits for"
                        : "a thread that others wait for wants a processor for at most " + percent(most)
                                + " of the range while something runs there for which nobody waits");
    }

    /** Whether it tells, by the settings as they come, of a thread of a host, or would of all of them together. */
    static boolean tells(Analysis analysis, int host) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        BitSet awaited = new BitSet();
        BitSet related = new BitSet();
        look(analysis, awaited, related);
        long nanos = 0;
        for (RanInstead.Share share : analysis.get(Analysis.RAN_INSTEAD).shares()) {
            boolean counts = awaited.get(share.thread()) && roles.isProgram(share.thread()) && analysis.isChosen(share.thread())
                    && share.doing() == RanInstead.Doing.THREAD && roles.isProgram(share.other()) && !related.get(share.other());
            nanos += counts && analysis.timeline().host(share.thread()) == host ? share.nanos() : 0;
        }
        return nanos >= MIN_SHARE.standard() * analysis.rangeNanos();
    }

    /**
     * For whom somebody waits again and again, other than for new work; and who has to do with other threads at all, or with intervals. Who hands requests to others has nobody who waits for it, and is of the work all
     * the same.
     */
    public static void look(Analysis analysis, BitSet awaited, BitSet related) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int source = graph.source(edge);
            int target = graph.target(edge);
            if (target < analysis.timeline().threadCount() && target != source && source < analysis.timeline().threadCount()
                    && graph.repeats(edge) >= SetAside.FEW) {
                related.set(source);
                related.set(target);
                if (newWork.why(edge) == NewWork.Why.NOT) {
                    awaited.set(target);
                }
            }
        }
        if (analysis.intervalsWanted()) {
            analysis.matched().intervals().stream().filter(interval -> interval.thread() != Timeline.NONE)
                    .forEach(interval -> related.set(interval.thread()));
        }
    }

    private static Finding finding(Analysis analysis, Crowded some, RuleSettings settings) {
        int[] threads = some.wanted.keySet().toIntArray();
        Int2LongOpenHashMap others = some.others;
        long wanted = some.wanted.values().longStream().sum();
        long nanos = others.values().longStream().sum();
        double share = (double) nanos / analysis.rangeNanos() / threads.length;
        int[] equals = equals(others);
        boolean one = threads.length == 1;
        String name = PoolNames.list(analysis, threads);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(threads[0]))
                .summary(name + (one ? " wants a processor for " : " want a processor for ") + duration(wanted)
                        + (one ? " and does not get one, while others wait for it. For "
                                : " in all and do not get one, while others wait for them. For ")
                        + duration(nanos) + " of that, " + percent(share) + (one ? " of the range, " : " of the range for each, ")
                        + whoHasIt(analysis, others, equals, nanos) + ", for which nobody waits: a higher priority for " + name
                        + (one ? ", or another processor for one of them, would help." : ", or other processors for some, would help."));
        some.wanted.forEach((thread, each) -> finding.evidence(new Evidence.Vertex(thread, each, "wants a processor")));
        return finding.evidence(new Evidence.Vertex(equals[0], others.get(equals[0]), "has it"))
                .estimate() // on which processor a thread waits is not told where the kernel moves it
                .restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }

    /** Who has it for longest, and who has it for at least half as long; the longest first. */
    static int[] equals(Int2LongOpenHashMap others) {
        long most = others.values().longStream().max().orElseThrow();
        return others.int2LongEntrySet().stream().filter(one -> one.getLongValue() >= most / 2)
                .sorted(Comparator.comparingLong(Int2LongMap.Entry::getLongValue).reversed().thenComparing(Int2LongMap.Entry::getIntKey))
                .mapToInt(Int2LongMap.Entry::getIntKey).toArray();
    }

    private static String whoHasIt(Analysis analysis, Int2LongOpenHashMap others, int[] equals, long nanos) {
        String names = PoolNames.list(analysis, equals);
        if (equals.length == others.size()) {
            return names + (equals.length == 1 ? " has it" : " have it");
        }
        long theirs = 0;
        for (int each : equals) {
            theirs += others.get(each);
        }
        return "others have it, " + names + (theirs > nanos / 2 ? " for most of it" : " for more of it than any other");
    }
}
