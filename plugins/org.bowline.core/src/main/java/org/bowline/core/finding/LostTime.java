/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.LossCaveats;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What a finding rests on that was lost. Where events are missing of much of the time of the threads that a finding points at, or of the processors of their hosts, it says so in its own words; and where what it costs is less than
 * what is unknown, something worse may be there, and it is no longer critical, unless programs themselves tell it. A rule need not know of it. Nothing changes for recordings without losses.
 */
public final class LostTime {
    /** What is less of the time changes no answer: the caveats tell of it. As much makes the finding {@code lost-events} critical. */
    static final double CONSIDERABLE = 0.1;
    /** The same time told of a thread and of its processor is told of the thread. */
    private static final double ALIKE = 1e-6;

    private final Analysis analysis;
    private final Timeline timeline;
    private final BitSet hosts = new BitSet();
    private final BitSet threads = new BitSet();

    private LostTime(Analysis analysis) {
        this.analysis = analysis;
        timeline = analysis.timeline();
    }

    /** Whether so much of what ran on a host's processors in the range is unknown, as events of it are missing then, that a finding which rests on the host says so. */
    public static boolean isConsiderable(Analysis analysis, int host) {
        return new LostTime(analysis).ofProcessors(host) >= CONSIDERABLE;
    }

    /** The finding of a rule with a sentence on what is not known; itself where that is little. */
    static Finding said(Analysis analysis, RuleInfo rule, Finding finding) {
        boolean tellsWhatIsMissing = WorstFirst.isOfRecording(finding) && !rule.measures();
        if (tellsWhatIsMissing || analysis.caveats().stream().noneMatch(LossCaveats::is)) {
            return finding;
        }
        LostTime lost = new LostTime(analysis);
        finding.evidence().forEach(lost::names);
        if (lost.hosts.isEmpty()) {
            lost.hosts.set(0, lost.timeline.hostCount()); // it tells of the range
        }
        return lost.say(rule, finding);
    }

    private void names(Evidence evidence) {
        if (evidence instanceof Evidence.Vertex one) {
            names(one.vertex());
        } else if (evidence instanceof Evidence.Edge edge) {
            names(edge.source());
            names(edge.target());
        } else if (evidence instanceof Evidence.OfHost of) {
            hosts.set(of.host());
        }
    }

    private void names(int vertex) {
        if (vertex >= 0 && vertex < timeline.vertexCount()) {
            hosts.set(timeline.host(vertex));
            if (vertex < timeline.threadCount() && !timeline.isIdle(vertex)) {
                threads.set(vertex);
            }
        }
    }

    private Finding say(RuleInfo rule, Finding finding) {
        double most = ofThreads();
        String whose = threads.cardinality() == 1 ? "the time of " + analysis.phrase(threads.nextSetBit(0)) + " it is not known what it did"
                : "the time of these threads it is not known what they did";
        for (int host = hosts.nextSetBit(0); host >= 0; host = hosts.nextSetBit(host + 1)) {
            double share = ofProcessors(host);
            if (share > most + ALIKE) {
                most = share;
                whose = "the time of the processors of " + timeline.hostName(host) + " it is not known what ran there";
            }
        }
        if (most < CONSIDERABLE) {
            return finding;
        }
        boolean outweighed = finding.severity() == Severity.CRITICAL && !rule.isToldByPrograms()
                && Math.min(1, finding.score()) * (1 - most) <= most;
        String sentence = " For " + percent(most) + " of " + whose + ": events are missing (see the caveats)"
                + (outweighed ? ", so this is a warning, and something else may matter more." : ".");
        List<Caveat> caveats = new ArrayList<>(finding.caveats());
        hosts.stream().mapToObj(this::lost).flatMap(List::stream).filter(caveat -> !caveats.contains(caveat)).forEach(caveats::add);
        return new Finding(finding.rule(), outweighed ? Severity.WARNING : finding.severity(), finding.subject(),
                finding.summary() + sentence, finding.why(), finding.advice(), finding.evidence(), finding.evidenceLeftOut(),
                finding.score(), finding.won(), true, caveats, finding.failed(), finding.awaited(), finding.also());
    }

    /** The share of the threads' time, all together, that is unknown while events of their hosts are missing: what comes before a thread's first event was not lost. */
    private double ofThreads() {
        long life = 0;
        long[] unknown = {0};
        for (int thread = threads.nextSetBit(0); thread >= 0; thread = threads.nextSetBit(thread + 1)) {
            life += recorded(timeline.host(thread), Math.max(analysis.fromNanos(), timeline.threadStart(thread)),
                    Math.min(analysis.toNanos(), timeline.threadEnd(thread)));
            int which = thread;
            missing(timeline.host(thread)).each(analysis.fromNanos(), analysis.toNanos(),
                    (from, to) -> unknown[0] += unknown(which, from, to));
        }
        return life == 0 ? 0 : Math.min(1, (double) unknown[0] / life);
    }

    /** When events of a host are missing: its caveats may be of the same time. */
    private TimeUnion missing(int host) {
        TimeUnion missing = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (Caveat lost : lost(host)) {
            long from = Math.max(analysis.fromNanos(), lost.fromNanos());
            long to = Math.min(analysis.toNanos(), lost.toNanos());
            if (from < to) {
                missing.add(from, to);
            }
        }
        return missing;
    }

    private long unknown(int thread, long fromNanos, long toNanos) {
        long unknown = 0;
        int end = timeline.endSegment(thread, toNanos);
        for (int s = timeline.segmentAt(thread, Math.max(fromNanos, timeline.threadStart(thread))); s >= 0 && s < end; s++) {
            if (timeline.state(s) == ThreadState.UNKNOWN) {
                unknown += recorded(timeline.host(thread), Math.max(fromNanos, timeline.start(s)),
                        Math.min(toNanos, timeline.end(thread, s)));
            }
        }
        return unknown;
    }

    private long recorded(int host, long fromNanos, long toNanos) {
        return fromNanos < toNanos ? timeline.recordedNanos(host, fromNanos, toNanos) : 0;
    }

    /** The share of the time of a host's processors of which it is not known what ran there. */
    private double ofProcessors(int host) {
        long recorded = timeline.recordedNanos(host, analysis.fromNanos(), analysis.toNanos());
        if (recorded == 0 || lost(host).isEmpty()) {
            return 0;
        }
        HostLoad load = analysis.load(host);
        return 1 - (double) load.knownNanos() / recorded / load.cpus();
    }

    private List<Caveat> lost(int host) {
        return analysis.doubts(host).stream()
                .filter(caveat -> LossCaveats.is(caveat) && caveat.host().equals(timeline.hostName(host)))
                .toList();
    }
}
