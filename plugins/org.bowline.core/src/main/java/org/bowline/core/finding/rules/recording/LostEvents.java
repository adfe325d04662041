/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.LossCaveats;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/** Events, packets or parts of files that are not in the traces though they were recorded, or should have been. */
public final class LostEvents implements Rule {
    private static final Set<String> EVENTS = Set.of("discarded-events", LossCaveats.LOST, LossCaveats.LATE);
    private static final String UNCOUNTED = "contradicting-switches";
    private static final String PROCESSORS = "unrecorded-processors";
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.1,
            "share of the time in the range of the threads that are not set aside of which nothing is known, from which on it is critical");
    /** Where nothing was lost while it was recorded. */
    private static final String COPY = "Copy the traces again from where they were recorded, after lttng destroy has ended the session, and compare the copies (sha256sum). "
            + "If there is no whole copy, narrow the range to where nothing is missing.";
    private static final RuleInfo INFO = new RuleInfo("lost-events", "Lost or unreadable events", "nothing",
            "Of a host's traces events were discarded, packets are missing or broken, files are cut off, or nothing was recorded of a processor, in the range. Critical if a trace could not be read at all, or if for "
                    + "the critical share of the threads' time it is not known what they did, or nothing was recorded of that share of the processors.",
            "While events are missing it is not known who ran and who waited: times and weights are lower bounds, and waits may be missing or begin too early.",
            "Record with more or larger buffers (--num-subbuf, --subbuf-size), fewer events (profile waits-minimal), or on a faster disk; end the session with lttng destroy before "
                    + "the traces are copied. Narrow the range to where nothing was lost.",
            List.of(CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return finding.advice().equals(COPY) ? NextStep.traces() : NextStep.recordAgain(analysis, "--buffers", "16M");
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        List<Finding> findings = new ArrayList<>();
        for (Caveat caveat : analysis.caveats()) {
            if (caveat.host().isEmpty() && isPart(caveat)) {
                findings.add(Finding.of(INFO, Severity.CRITICAL, 1).subject("traces").summary(caveat.text())
                        .advice(Damage.is(caveat) ? COPY : INFO.advice()).restsOn(List.of(caveat)).build());
            }
        }
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            List<Caveat> losses = analysis.doubts(host).stream().filter(caveat -> !caveat.host().isEmpty())
                    .filter(caveat -> EVENTS.contains(caveat.kind()) || isPart(caveat) || caveat.kind().equals(UNCOUNTED))
                    .toList();
            if (!losses.isEmpty()) {
                findings.add(finding(analysis, host, losses, settings));
            }
        }
        return RuleOutcome.of(findings, "nothing is known to have been lost in the range");
    }

    /** For how much of the time of a host's threads it is not known what they did: of those that the graph has, as its caveat says; of all if it has none of them. */
    private static double unknownShare(Analysis analysis, int host) {
        Timeline timeline = analysis.timeline();
        long life = 0;
        long unknown = 0;
        long lifeOfAll = 0;
        long unknownOfAll = 0;
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (timeline.host(thread) == host && !timeline.isIdle(thread)) {
                long lives = total.endNanos() - total.startNanos();
                boolean counts = analysis.isChosen(thread) && !analysis.aside().isAside(thread);
                life += counts ? lives : 0;
                unknown += counts ? total.nanos(ThreadState.UNKNOWN) : 0;
                lifeOfAll += lives;
                unknownOfAll += total.nanos(ThreadState.UNKNOWN);
            }
        }
        return life > 0 ? (double) unknown / life : lifeOfAll == 0 ? 0 : (double) unknownOfAll / lifeOfAll;
    }

    // Complex: builds one sentence for each mixture of what was lost and what cannot be used.
    private static Finding finding(Analysis analysis, int host, List<Caveat> losses, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        double share = unknownShare(analysis, host);
        HostLoad load = analysis.load(host);
        boolean much = Math.max(share, (double) load.unrecorded() / load.cpus()) >= settings.get(CRITICAL);
        boolean unread = losses.stream().anyMatch(caveat -> caveat.severity() == Caveat.Severity.ERROR);
        // the reader counts what the tracer discarded in all domains; the timeline counts the kernel's once more
        long discarded = sum(losses.stream().filter(caveat -> caveat.kind().equals("discarded-events")));
        long lost = discarded > 0 ? discarded
                : sum(losses.stream().filter(caveat -> EVENTS.contains(caveat.kind()) && !caveat.kind().equals(LossCaveats.LATE)));
        long parts = sum(losses.stream().filter(caveat -> isPart(caveat) && !caveat.kind().equals(PROCESSORS)));
        // a count is of the whole time of its caveat, of which the range may be a part
        boolean whole = (analysis.fromNanos() <= timeline.startNanos() && analysis.toNanos() >= timeline.endNanos())
                || losses.stream().filter(caveat -> EVENTS.contains(caveat.kind()))
                        .allMatch(caveat -> caveat.fromNanos() >= analysis.fromNanos() && caveat.toNanos() <= analysis.toNanos());
        String what = load.unrecorded() > 0 ? "nothing was recorded of " + count(load.unrecorded(), "processor") + " on which threads ran"
                : lost > 0
                        ? whole ? count(lost, "event") + (lost == 1 ? " is" : " are") + " missing"
                                : "some of the " + count(lost, "event") + " that the recording lost are missing"
                        : losses.stream().anyMatch(caveat -> EVENTS.contains(caveat.kind()))
                                ? "an unknown number of events is missing"
                                : "";
        String more = parts > 0 ? parts + (parts == 1 ? " part (packet, file end or event)" : " parts (packets, file ends or events)")
                + " of the traces cannot be used" : "";
        if (what.isEmpty() && more.isEmpty()) {
            more = "switches of threads contradict each other, so events are missing";
        }
        Finding.Builder finding = Finding.of(INFO, unread || much ? Severity.CRITICAL : Severity.WARNING, share)
                .subject(timeline.hostName(host))
                .summary(timeline.hostName(host) + ": " + what + (what.isEmpty() || more.isEmpty() ? "" : " and ") + more
                        + (share > 0 ? "; for " + percent(share) + " of the threads' time it is not known what they did." : "."));
        if (share > 0) {
            finding.evidence(new Evidence.OfHost(host, percent(share) + " of the threads' time unknown"));
        }
        if (losses.stream().anyMatch(Damage::is)) {
            finding.advice(
                    losses.stream().allMatch(LostEvents::mayBeDamage) ? COPY : INFO.advice() + " Some files are damaged as well. " + COPY);
        }
        for (Caveat loss : losses) {
            if (loss.fromNanos() != Long.MIN_VALUE && loss.toNanos() != Long.MAX_VALUE && loss.fromNanos() <= loss.toNanos()) {
                finding.evidence(new Evidence.Range(loss.fromNanos(), loss.toNanos(), loss.kind()));
            }
        }
        return finding.restsOn(losses).build();
    }

    /** Whether it may be told by damage alone: what is missing in a packet that cannot be read nobody has counted, but the tracer counts what it discards. */
    private static boolean mayBeDamage(Caveat caveat) {
        return Damage.is(caveat) || caveat.kind().equals(LossCaveats.LOST) && caveat.count() < 0 || caveat.kind().equals(LossCaveats.LATE);
    }

    /** Whether a part of a trace cannot be used. */
    private static boolean isPart(Caveat caveat) {
        return Damage.is(caveat) || caveat.kind().equals("discarded-packets");
    }

    private static long sum(Stream<Caveat> losses) {
        return losses.mapToLong(caveat -> Math.max(0, caveat.count())).sum();
    }
}
