/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.Recorded;

/**
 * Events that were not recorded though an analysis of these traces needs them. What is missing and harms nothing is not told: a trace without disk
 * requests in which nobody waits for a disk is complete.
 */
public final class MissingEvents implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.01,
            "share of the waiting time, in waits whose end is known, that the missing events would tell more about");
    private static final RuleInfo INFO = new RuleInfo("missing-events", "Missing events", "nothing",
            "A host has no kernel trace, no scheduling events, none that say whether a thread waits, or no wake-ups (critical)."
                    + "\nWarnings: a host has only wake-ups that may be seen on another CPU than the waker's, no interrupts, or no packets though there "
                    + "are several hosts. Or intervals were asked for, and there is no user-space trace."
                    + "\nInfo: a host has no disk requests though at least min-share of the waiting time ends in a disk's or device's interrupt, no "
                    + "packets on a single host though that much of it ends with packets, or no state at the start.",
            "What was not recorded cannot be analysed: waits end by something unknown, or by the wrong thing.",
            "Record with the profile that the finding names; where traces could not be read, copy these again first.",
            List.of(MIN_SHARE));
    /** Where the trace may be there. */
    private static final String COPY = "Copy the traces that could not be read again. Only if the kernel trace of the host is not among them, record one with the profile waits-minimal.";

    /** Where the tracer told it, and something else left it out. */
    private static final String AS_WRITTEN = "Every tracer records prev_state with its switches: use the traces as the tracer wrote them, and not what another tool has made of them.";

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return finding.advice().equals(COPY) || finding.advice().equals(AS_WRITTEN) ? NextStep.traces()
                : NextStep.record("--profile", "waits-network", "--profile", "waits-disk");
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        List<Finding> findings = new ArrayList<>();
        boolean userSpace = false;
        boolean known = false;
        for (int host = 0; host < timeline.hostCount(); host++) {
            Recorded recorded = analysis.recorded(host);
            if (recorded != null) {
                known = true;
                userSpace |= recorded.userSpace();
                ofHost(analysis, host, recorded, settings, findings);
            }
        }
        if (!known) {
            return RuleOutcome.notApplicable("it is not known which events were recorded");
        }
        IntervalPaths intervals = analysis.intervals();
        if (analysis.intervalsWanted() && intervals != null && intervals.paths().isEmpty() && !userSpace) {
            findings.add(Finding.of(INFO, Severity.WARNING, 1).subject("requests")
                    .summary("Intervals were asked for, but there are none and no host has a user-space trace.")
                    .advice("Record user space, too, with the profile requests.").build());
        }
        return RuleOutcome.of(findings, "no kind of event is missing that would explain " + percent(settings.get(MIN_SHARE))
                + " of the waiting time or more");
    }

    // Complex: one condition for each sort of events, with its sentence.
    private static void ofHost(Analysis analysis, int host, Recorded recorded, RuleSettings settings,
            List<Finding> findings) {
        Set<Sort> facts = recorded.facts();
        if (!recorded.kernel() || !facts.contains(Sort.SWITCHES)) {
            List<Caveat> leftOut = recorded.kernel() ? List.of() : analysis.caveats().stream().filter(Experiment::isLeftOut).toList();
            findings.add(leftOut.isEmpty() ? critical(analysis, host, "waits-minimal", "scheduling",
                    "has no " + (recorded.kernel() ? "scheduling events" : "kernel trace")
                            + ": nothing is known of its threads and waits.")
                    : unread(analysis, host, leftOut));
            return;
        }
        if (!facts.contains(Sort.REASONS_TO_LEAVE)) {
            findings.add(finding(analysis, host, AS_WRITTEN, "reasons-to-leave",
                    "has scheduling events without prev_state, which says whether a thread waits or has to give way: nothing is known of its threads and waits.",
                    Severity.CRITICAL));
            return;
        }
        if (!facts.contains(Sort.WAKINGS) && !facts.contains(Sort.WAKE_UPS)) {
            findings.add(critical(analysis, host, "waits-minimal", "wake-ups", "has no wake-ups: nothing tells who ended a wait."));
        } else if (!facts.contains(Sort.WAKINGS)) {
            findings.add(warning(analysis, host, "waits-minimal", "wakings",
                    "has wake-ups only as the woken thread's processor saw them: a wait may have been ended by another thread than the one that is named."));
        }
        if (!facts.contains(Sort.INTERRUPTS)) {
            findings.add(warning(analysis, host, "waits-minimal", "interrupts", interrupts(facts)));
        }
        long waiting = 0;
        long disk = 0;
        long network = 0;
        for (ThreadTotals total : analysis.totals()) {
            if (analysis.timeline().host(total.thread()) == host && !analysis.timeline().isIdle(total.thread())) {
                for (Cause cause : Cause.values()) {
                    waiting += cause == Cause.NONE || cause == Cause.UNKNOWN ? 0 : total.blocked(cause);
                }
                disk += total.blocked(Cause.DISK) + total.blocked(Cause.DEVICE);
                network += total.blocked(Cause.NETWORK);
            }
        }
        double least = settings.get(MIN_SHARE) * waiting;
        if (!facts.contains(Sort.DISK_REQUESTS) && disk > 0 && disk >= least) {
            findings.add(info(analysis, host, "waits-disk", "disk-requests",
                    "has no disk requests, while threads wait for disks or other devices for " + duration(disk)
                            + ", " + percent((double) disk / waiting)
                            + " of the waiting time: which disk, and whose request, is not known."));
        }
        boolean packets = facts.contains(Sort.PACKETS_SENT) && facts.contains(Sort.PACKETS_RECEIVED);
        if (!packets && analysis.timeline().hostCount() > 1) {
            findings.add(warning(analysis, host, "waits-network", "packets",
                    "has no events of packets sent, of packets received, or of both: its clock cannot be related to the others', and waits for the network lead nowhere."));
        } else if (!packets && network > 0 && network >= least) {
            findings.add(info(analysis, host, "waits-network", "packets",
                    "has no events of packets sent, of packets received, or of both, while threads wait for packets for "
                            + duration(network) + ", " + percent((double) network / waiting)
                            + " of the waiting time: who sent them is not known."));
        }
        if (!facts.contains(Sort.STATE_AT_START)) {
            findings.add(info(analysis, host, "waits-minimal", "state-at-start",
                    "has no state at the start (statedump): nothing is known of a thread until its first event, and processes, interrupts and disks have no names."));
        }
    }

    private static String interrupts(Set<Sort> facts) {
        boolean device = facts.contains(Sort.DEVICE_INTERRUPTS);
        if (device == facts.contains(Sort.SOFT_INTERRUPTS)) {
            return "has no interrupts: waits for timers, disks and packets seem to be ended by whichever thread the interrupt hit.";
        }
        return device
                ? "has the interrupts of devices, but no soft interrupts: waits for packets, and for timers and disks that soft interrupts end, seem to be ended by whichever thread they hit."
                : "has soft interrupts, but none of devices: waits for disks and other devices that these end themselves seem to be ended by whichever thread they hit.";
    }

    private static Finding critical(Analysis analysis, int host, String profile, String what, String text) {
        return finding(analysis, host, "Record with the profile " + profile + ".", what, text, Severity.CRITICAL);
    }

    /** The kernel trace of a host may be one that could not be read. */
    private static Finding unread(Analysis analysis, int host, List<Caveat> leftOut) {
        String name = analysis.timeline().hostName(host);
        return Finding.of(INFO, Severity.CRITICAL, 1).subject(name + ": scheduling")
                .summary(name + " has no kernel trace that could be read: nothing is known of its threads and waits. "
                        + Words.count(leftOut.size(), "trace was left out, perhaps this one",
                                "traces were left out, perhaps this one among them")
                        + '.')
                .advice(COPY).evidence(new Evidence.OfHost(host, "missing: scheduling")).restsOn(leftOut).build();
    }

    private static Finding warning(Analysis analysis, int host, String profile, String what, String text) {
        return finding(analysis, host, "Record with the profile " + profile + ".", what, text, Severity.WARNING);
    }

    private static Finding info(Analysis analysis, int host, String profile, String what, String text) {
        return finding(analysis, host, "Record with the profile " + profile + ".", what, text, Severity.INFO);
    }

    private static Finding finding(Analysis analysis, int host, String advice, String what, String text, Severity severity) {
        String name = analysis.timeline().hostName(host);
        return Finding.of(INFO, severity, severity == Severity.INFO ? 0 : 1).subject(name + ": " + what).summary(name + ' ' + text)
                .advice(advice).evidence(new Evidence.OfHost(host, "missing: " + what)).build();
    }
}
