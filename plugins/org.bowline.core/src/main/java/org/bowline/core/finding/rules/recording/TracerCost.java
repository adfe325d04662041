/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HostRule;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** The tracer's own threads take so much of the processors, or of a disk, that the recording shows a slower system than there is without it. */
public final class TracerCost extends HostRule {
    private static final Setting<Double> MIN_CPU = Setting.share("min-cpu", 0.05,
            "share of the time of a host's processors in which threads of the tracer run");
    private static final Setting<Double> MIN_DISK = Setting.share("min-disk", 0.1,
            "share of the range in which a disk serves requests of the tracer");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** Smaller shares are told as less than this. */
    private static final double LEAST_TOLD = 1e-4;
    private static final RuleInfo INFO = new RuleInfo("tracer-cost", "Cost of the tracer",
            "scheduling events; for the disk, block requests",
            "The threads of LTTng's daemons and tools, and those that listen to them in traced programs, run for min-cpu of the time of a host's processors in the range, or a disk serves"
                    + " their requests for min-disk of it. What the programs themselves spend in recording an event is not seen.",
            "What the tracer takes the work cannot have: the recorded system is slower than the same system without a recording.",
            "Record fewer events (a smaller profile) or a shorter time, write the trace to a disk or a host of its own, or keep it in memory: bowline-record start --snapshot.",
            List.of(MIN_CPU, MIN_DISK, CRITICAL)).thatMeasures();

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.record("--profile", "waits-network", "--snapshot");
    }

    @Override
    protected List<Finding> look(Analysis analysis, int host, RuleSettings settings) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        List<Finding> findings = new ArrayList<>();
        double share = share(analysis, roles, host);
        if (share >= settings.get(MIN_CPU)) {
            findings.add(processors(analysis, roles, host, share, settings));
        }
        Timeline timeline = analysis.timeline();
        for (int disk = timeline.threadCount(); disk < timeline.vertexCount(); disk++) {
            analysis.progress().check();
            double served = timeline.host(disk) == host ? (double) served(analysis, roles, disk) / analysis.rangeNanos() : 0;
            if (served >= settings.get(MIN_DISK)) {
                findings.add(Finding.of(INFO, Severity.ofShare(served, settings.get(CRITICAL)), served).subject(analysis.stableName(disk))
                        .summary("The tracer's requests keep " + analysis.phrase(disk) + " busy for " + percent(served) + " of the range.")
                        .evidence(new Evidence.Vertex(disk, 0, "")).restsOn(analysis.doubts(host)).build());
            }
        }
        return findings;
    }

    @Override
    protected String otherwise(Analysis analysis) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        double most = 0;
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            most = Math.max(most, share(analysis, roles, host));
        }
        return most == 0 ? "no thread of the tracer runs in the range"
                : "threads of the tracer run for " + (most < LEAST_TOLD ? "" : "at most ") + percent(most)
                        + " of the processors' time of a host";
    }

    private static double share(Analysis analysis, ThreadRoles roles, int host) {
        return analysis.load(host).share(ran(analysis, roles, host));
    }

    private static long ran(Analysis analysis, ThreadRoles roles, int host) {
        return analysis.totals().stream()
                .filter(total -> analysis.timeline().host(total.thread()) == host && roles.isOfTracer(total.thread()))
                .mapToLong(total -> total.nanos(ThreadState.RUNNING)).sum();
    }

    private static Finding processors(Analysis analysis, ThreadRoles roles, int host, double share, RuleSettings settings) {
        String name = analysis.timeline().hostName(host);
        HostLoad load = analysis.load(host);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).subject(name)
                .summary("The tracer's own threads run for " + percent(share) + " of the time of "
                        + count(load.recorded(), load.unrecorded() == 0 ? "processor" : "recorded processor") + " of "
                        + name + ", "
                        + duration(ran(analysis, roles, host)) + " in all, which the work cannot use.");
        most(analysis, host, ThreadState.RUNNING, total -> roles.isOfTracer(total.thread()) && total.nanos(ThreadState.RUNNING) > 0)
                .forEach(total -> finding.evidence(new Evidence.Vertex(total.thread(), total.nanos(ThreadState.RUNNING), "running")));
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** For how long of the range a disk had a request of the tracer. */
    private static long served(Analysis analysis, ThreadRoles roles, int disk) {
        Timeline timeline = analysis.timeline();
        TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int request = 0; request < timeline.requestCount(); request++) {
            int issuer = timeline.requestIssuer(request);
            if (timeline.requestDisk(request) == disk && issuer != Timeline.NONE && roles.isOfTracer(issuer)) {
                union.add(timeline.requestIssued(request), timeline.requestCompleted(request));
            }
        }
        return union.nanos();
    }
}
