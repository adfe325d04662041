/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.times;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

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
import org.bowline.core.finding.rules.waits.WaitingThreads;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that look again after a sleep whether they may have what another one of them has: a lock that is only tried, a lock file, a row of a table, a lock that a server gives. Nobody waits for anybody then, so no knot shows it; and from when it is free until somebody looks, nobody has it. By {@link TakenInTurn}.
 */
public final class PolledTurns implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which at least one of the threads has looked in vain and not yet had its turn");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** Who sleeps less often is not looked at. */
    private static final int FEW = 10;
    private static final RuleInfo INFO = new RuleInfo("polled-turns", "Polling for a turn", "scheduling events with wake-ups",
            "Threads of one name, on whatever hosts, or of one process, or scripts by the processes that they start, sleep again and again, and either look or have a turn between two sleeps. "
                    + "While one has its turn, nine tenths of those that look sleep again; while none has, nine tenths begin one. Both happen ten times or more. "
                    + "For min-share of the range at least one that has looked in vain sleeps until it looks again."
                    + "\nA turn takes at least twice as long as a look; or it has sleeps in it that are of another length than those between looks.",
            "Whoever has had its turn wakes nobody: until the next one looks, nobody works, and who has waited longest is not the next. More threads or faster processors do not help.",
            "Wait until it is free instead of looking again: a lock that blocks (flock without -n, pthread_mutex_lock), a wake-up by who is done (a condition variable, BLPOP, LISTEN and NOTIFY, a watch). Where only looking is possible, sleep for less time, and differently long.",
            List.of(MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        List<Finding> findings = new ArrayList<>();
        for (TakenInTurn one : taken(analysis)) {
            if (one.wantedNanos() >= settings.get(MIN_SHARE) * analysis.rangeNanos()) {
                findings.add(finding(analysis, one, settings));
            }
        }
        return RuleOutcome.of(findings, "no threads of one name or process look by the clock, for " + percent(settings.get(MIN_SHARE))
                + " of the range, whether they may have what another one of them has");
    }

    /** What threads take in turn: those of one name, or else those of it on one host, or else those of one process. */
    private static List<TakenInTurn> taken(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        List<TakenInTurn> all = new ArrayList<>();
        List<Function<PollingUnit, Object>> ways = List.of(unit -> unit.isStarter() + Words.stem(timeline.name(unit.thread())),
                unit -> unit.isStarter() + Kin.of(timeline, unit.thread()), unit -> Kin.process(timeline, unit.thread()));
        List<PollingUnit> left = units(analysis);
        Set<List<PollingUnit>> looked = new HashSet<>();
        for (Function<PollingUnit, Object> way : ways) {
            Map<Object, List<PollingUnit>> groups = left.stream()
                    .collect(Collectors.groupingBy(way, LinkedHashMap::new, Collectors.toList()));
            for (List<PollingUnit> group : groups.values()) {
                TakenInTurn one = group.size() < 2 || !looked.add(group) ? null : TakenInTurn.of(analysis, group);
                if (one != null) {
                    all.add(one);
                    left.removeAll(group);
                }
            }
        }
        return all;
    }

    /** Those that sleep often enough, themselves or by what they start. */
    private static List<PollingUnit> units(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        BitSet sleeps = WaitingThreads.of(analysis, Cause.TIMER);
        List<PollingUnit> units = new ArrayList<>();
        Map<Integer, PollingUnit> starters = new TreeMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            if (sleeps.get(thread) && roles.isProgram(thread) && (analysis.isChosen(thread) || !analysis.isOfSomeThreads())) {
                PollingUnit unit = PollingUnit.ofThread(analysis, thread, TakenInTurn.MOST_SLEEPS / 2);
                if (unit.size() >= FEW) {
                    units.add(unit);
                } else if (unit.size() > 0 && timeline.parent(thread) != Timeline.NONE) {
                    starters.computeIfAbsent(timeline.parent(thread), parent -> PollingUnit.ofStarter(parent, TakenInTurn.MOST_SLEEPS / 2))
                            .add(analysis, thread);
                }
            }
        }
        starters.values().stream().filter(unit -> unit.size() >= FEW).forEach(units::add);
        return units;
    }

    private static Finding finding(Analysis analysis, TakenInTurn one, RuleSettings settings) {
        int[] threads = one.threads();
        double wanted = (double) one.wantedNanos() / analysis.rangeNanos();
        double lost = (double) one.lostNanos() / analysis.rangeNanos();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(wanted, settings.get(CRITICAL)), wanted).wins(lost)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads)
                        + " take turns at something that only one of them has at a time, and look by the clock whether it is free: "
                        + times(one.inVain()) + " another one had it, and who looked slept again, for " + duration(one.sleepNanos())
                        + " at the median. For " + duration(one.wantedNanos()) + ", " + percent(wanted)
                        + " of the range, at least one of them waits for its turn like that, and in "
                        + percent(lost) + " none of them has it meanwhile." + one.meanwhile(analysis)
                        + " If each were woken when it is free, the work would be at most "
                        + percent(lost) + " shorter (an estimate).")
                .estimate();
        for (int thread : threads) {
            finding.evidence(new Evidence.Vertex(thread, 0, "looks by the clock"));
            tells(analysis, thread, finding);
        }
        return finding.restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }

    /** That they sleep while others wait for them says less, and takes all of their sleeps for what could be won. */
    private static void tells(Analysis analysis, int thread, Finding.Builder finding) {
        WaitForGraph graph = analysis.graph();
        int vertex = graph.groups().vertex(thread);
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            if (analysis.timeline().kind(graph.target(edge)) == VertexKind.TIMER) {
                finding.tells(SleepWhileAwaited.ID, analysis.stableName(thread), SleepWhileAwaited.timers(graph, edge));
            }
        }
    }
}
