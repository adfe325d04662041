/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

/** A clock that is not known, or not well enough for what packets take on their way. */
public final class ClockQuality implements Rule {
    private static final Setting<Double> MAX_OF_WAY = Setting.share("max-of-way", 2.0,
            "error bound of the clock as a share of the median time for which packets between the host and others are on their way; 200% is a round trip");
    private static final Setting<Long> MIN_ERROR = Setting.duration("min-error", 100_000, "bounds up to this are always good enough");
    private static final RuleInfo INFO = new RuleInfo("clock-quality", "Clock quality poor",
            "traces of several hosts, with packets between them (profile waits-network)",
            "A host's clock could not be related to the reference (critical), or by packets one way only, all the time or in a part of the trace "
                    + "(warning). Or its guaranteed error is more than min-error, and more than max-of-way of what packets between it and others take "
                    + "(warning).",
            "What happens on two hosts cannot be put in order more closely than their clocks are known: waits and path parts across hosts that are shorter than the error mean nothing.",
            "Record net_dev_queue and net_if_receive_skb on all hosts (profile waits-network), all at the same time from begin to end, and with traffic both ways; "
                    + "give two machines of one name their own with --host.",
            List.of(MAX_OF_WAY, MIN_ERROR));

    /** Where packets may be there that tell more. */
    private static final String COPY = "Copy the traces that are damaged or could not be read again: packets in them may tell more of the clocks. If there is no whole copy, record again.";

    private static final String CORRECT = "Correct the clock's offset in the metadata of the host's traces, or record again with a right clock.";

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.clocks();
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        SyncResult sync = analysis.sync();
        if (sync == null || sync.hosts().size() < 2) {
            return RuleOutcome.notApplicable("there is one host only");
        }
        List<Finding> findings = new ArrayList<>();
        List<String> apart = new ArrayList<>();
        int worst = Timeline.NONE; // of the clocks that are known well enough
        for (int host = 0; host < sync.hosts().size(); host++) {
            Recorded recorded = analysis.recorded(host);
            if (host == sync.referenceHost() || (recorded != null && !recorded.kernel())) {
                continue; // without a kernel trace there is no clock to speak of: that is told as missing events
            }
            if (isApart(sync, host)) {
                apart.add(Whose.named(sync.hosts().get(host).name()));
                continue; // what is said of the others does not rest on its clock
            }
            Finding finding = ofClock(analysis, sync, host, settings);
            if (finding != null) {
                findings.add(finding);
            } else {
                worst = worst == Timeline.NONE || errorNanos(analysis, sync, host) > errorNanos(analysis, sync, worst) ? host : worst;
            }
        }
        return worst == Timeline.NONE && findings.isEmpty() ? RuleOutcome.notApplicable(apart.isEmpty() ? "only one host has a kernel trace"
                : "no other host exchanged a packet with " + Words.list(apart, "or"))
                : RuleOutcome.of(findings, worst == Timeline.NONE ? "" : quiet(analysis, sync, worst));
    }

    private static boolean isApart(SyncResult sync, int host) {
        return sync.caveats().stream().anyMatch(caveat -> caveat.host() == host && caveat.kind() == SyncCaveat.Kind.APART);
    }

    /** What is wrong with a clock; null if it is known well enough. */
    private static @Nullable Finding ofClock(Analysis analysis, SyncResult sync, int host, RuleSettings settings) {
        SyncResult.Host clock = sync.hosts().get(host);
        List<String> timeless = timeless(sync);
        if (timeless.contains(clock.name())) {
            return finding(analysis, host, Severity.CRITICAL, "The clock of " + clock.name()
                    + " tells no possible time: its origin is beyond the years 1823 to 2116. Nothing is known of what this host does, nor of anything across hosts in which it takes part.",
                    CORRECT);
        }
        if (clock.quality() == SyncQuality.ABSENT || clock.quality() == SyncQuality.FAILED) {
            return finding(analysis, host, Severity.CRITICAL, "The clock of " + clock.name() + " is as recorded: "
                    + (clock.quality() == SyncQuality.ABSENT ? "no packet links it to the other hosts"
                            : "the packets contradict each other")
                    + ", so nothing across hosts is known of it." + (timeless.isEmpty() ? headers(sync)
                            : " The packets of " + Words.list(timeless, "and") + ", whose clock tells no possible time, are left out."));
        }
        if (clock.quality() == SyncQuality.INCOMPLETE) {
            return finding(analysis, host, Severity.WARNING, "The clock of " + clock.name() + incomplete(sync, host));
        }
        long error = errorNanos(analysis, sync, host);
        long way = error <= settings.get(MIN_ERROR) ? 0 : analysis.get(PacketWays.RESULT).medianNanos(host);
        return way == 0 || error <= settings.get(MAX_OF_WAY) * way ? null
                : finding(analysis, host, Severity.WARNING, "The clock of " + clock.name() + " may be off by "
                        + (error == Long.MAX_VALUE ? "an unknown time" : duration(error))
                        + " in the middle of the packets that it rests on, while packets take " + duration(way) + " at the median.");
    }

    /** Hosts whose clock has its origin where no time of Bowline's is. */
    private static List<String> timeless(SyncResult sync) {
        return sync.caveats().stream().filter(caveat -> caveat.kind() == SyncCaveat.Kind.TIMELESS)
                .map(caveat -> sync.hosts().get(caveat.host()).name()).toList();
    }

    /** Why nothing bounds the error of a clock: by its own packets, or by those of the host over which it is carried. */
    private static String incomplete(SyncResult sync, int host) {
        for (SyncCaveat caveat : sync.caveats()) {
            if (caveat.host() == host && caveat.kind() == SyncCaveat.Kind.ONE_WAY) {
                return " rests on " + count(caveat.count(), "packet") + " one way only: the order is right, but its error is not known."
                        + headers(sync);
            }
            if (caveat.host() == host && caveat.kind() == SyncCaveat.Kind.PARTLY_ONE_WAY) {
                return " rests in a part of the trace on packets one way only: its error is not known.";
            }
        }
        int neighbour = sync.hosts().get(host).neighbour();
        return " is carried over " + sync.hosts().get(neighbour).name() + ", whose error is not known; so its own is not known either.";
    }

    /** What to do where hosts have recorded from nobody what they received. */
    private static String headers(SyncResult sync) {
        List<String> hosts = sync.caveats().stream().filter(caveat -> caveat.kind() == SyncCaveat.Kind.HEADERLESS)
                .map(caveat -> Whose.named(sync.hosts().get(caveat.host()).name())).toList();
        return hosts.isEmpty() ? ""
                : " What " + Words.list(hosts, "and") + " received was recorded without the headers that tell who sent it: switch on"
                        + " generic receive offload there (ethtool -K INTERFACE gro on) and record again.";
    }

    /** How well the clock is known that is known worst: beside what packets take, so that the reader can judge for what that is enough. */
    private static String quiet(Analysis analysis, SyncResult sync, int worst) {
        long error = errorNanos(analysis, sync, worst);
        long way = analysis.get(PacketWays.RESULT).medianNanos(worst);
        String clock = "the clock of " + Whose.named(sync.hosts().get(worst).name())
                + (sync.hosts().size() == 2 ? "" : ", the least known,");
        return (error == Long.MAX_VALUE ? clock + " has an unknown error"
                : clock + " is known to ±" + duration(error) + " in the middle of its packets")
                + (way == 0 ? ", and no wait in the range was ended by a packet between it and another host"
                        : ", while packets take " + duration(way) + " at the median");
    }

    /** How far off the clock may be in the middle of its packets within the range; if there are none, in the middle of the range. */
    private static long errorNanos(Analysis analysis, SyncResult sync, int host) {
        SyncResult.Packets packets = sync.hosts().get(host).packets();
        if (packets == null) {
            return sync.hosts().get(host).midTraceErrorNanos();
        }
        long first = sync.clocks().fromReference(host, analysis.fromNanos());
        long last = sync.clocks().fromReference(host, analysis.toNanos());
        long from = Math.max(first, packets.fromNanos());
        long to = Math.min(last, packets.toNanos());
        long middle = from <= to ? from + (to - from) / 2 : first + (last - first) / 2;
        return sync.clocks().clock(host).errorNanos(middle);
    }

    private static Finding finding(Analysis analysis, int host, Severity severity, String summary) {
        String name = analysis.timeline().hostName(host);
        boolean damaged = analysis.caveats().stream()
                .anyMatch(caveat -> Damage.is(caveat) && (caveat.host().isEmpty() || caveat.host().equals(name)));
        return finding(analysis, host, severity, summary, damaged ? COPY : INFO.advice());
    }

    private static Finding finding(Analysis analysis, int host, Severity severity, String summary, String advice) {
        String name = analysis.timeline().hostName(host);
        List<Caveat> rests = analysis.doubts(host).stream().filter(caveat -> caveat.host().equals(name)).toList();
        return Finding.of(INFO, severity, 1).subject(name).summary(summary).evidence(new Evidence.OfHost(host, "clock")).restsOn(rests)
                .advice(advice).build();
    }
}
