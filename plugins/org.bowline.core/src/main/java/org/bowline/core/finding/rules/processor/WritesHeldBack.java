/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that the kernel makes wait by the clock while a disk writes. Their waits are ended by a timer, and so look like sleeps, but no program sleeps in the uninterruptible state. O(segments + requests
 * × disks of the host × threads that are held back for the least share).
 */
public final class WritesHeldBack implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which a thread waits so while the disk writes");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits of a thread");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("writes-held-back", "Writer held back",
            "scheduling events with wake-ups; disk requests (profile waits-disk)",
            "A thread of a program waits in the uninterruptible state until a timer ends the wait, min-times or more; and for min-share of the range it does so while a disk of its host has write requests.",
            "The kernel makes a thread that changes pages faster than the disk writes them wait, so that memory does not fill with them: the thread is as slow as the disk, although it never waits for a request.",
            "Write less, or at an even rate; let the kernel begin to write earlier (vm.dirty_background_bytes) or allow more unwritten pages (vm.dirty_bytes, vm.dirty_ratio), which helps against bursts and not"
                    + " against a disk that is too slow in the long run; a faster disk.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        if (timeline.requestCount() == 0) {
            return RuleOutcome.notApplicable("there is no disk request in the traces");
        }
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (HeldThread held : HeldThread.of(analysis, settings.get(MIN_TIMES))) {
            if (held.nanos() < settings.get(MIN_SHARE) * analysis.rangeNanos()) { // whatever the disks do
                most = Math.max(most, (double) held.nanos() / analysis.rangeNanos());
                continue;
            }
            Writing writing = Writing.most(analysis, held.thread(), held.nanos());
            double share = (double) writing.both / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, held.thread(), held.waits(), held.nanos(), writing, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread of a program is held back by the kernel again and again while a disk writes"
                : "a thread is held back by the kernel while a disk writes for at most " + percent(most) + " of the range");
    }

    /** Whether a disk writes for so much of the time for which a thread is held back that this rule, with its settings as they come, tells it. O(requests × disks) if it is held back for so long. */
    static boolean isByDisk(Analysis analysis, HeldThread held) {
        double least = MIN_SHARE.standard() * analysis.rangeNanos();
        return held.nanos() >= least && Writing.most(analysis, held.thread(), held.nanos()).both >= least;
    }

    /** The disk that writes for most of a thread's waits, and for how much of them. */
    private record Writing(int disk, long both) {
        static Writing most(Analysis analysis, int thread, long heldNanos) {
            Timeline timeline = analysis.timeline();
            Writing most = new Writing(Timeline.NONE, 0);
            for (int disk = timeline.threadCount(); disk < timeline.vertexCount() && heldNanos > 0; disk++) {
                if (timeline.host(disk) != timeline.host(thread)) {
                    continue;
                }
                TimeUnion either = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                TimeUnion writes = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                for (int request = 0; request < timeline.requestCount(); request++) {
                    if (timeline.requestDisk(request) == disk && timeline.requestWrites(request)) {
                        writes.add(timeline.requestQueued(request), timeline.requestCompleted(request));
                        either.add(timeline.requestQueued(request), timeline.requestCompleted(request));
                    }
                }
                HeldThread.each(timeline, thread, analysis.fromNanos(), analysis.toNanos(), either::add);
                long both = heldNanos + writes.nanos() - either.nanos();
                most = both > most.both ? new Writing(disk, both) : most;
            }
            return most;
        }
    }

    private static Finding finding(Analysis analysis, int thread, Samples waits, long heldNanos, Writing writing, RuleSettings settings) {
        double share = (double) writing.both / analysis.rangeNanos();
        return Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .wins((double) heldNanos / analysis.rangeNanos()).subject(analysis.stableName(thread))
                .summary(analysis.phrase(thread) + " is held back by the kernel while " + analysis.phrase(writing.disk) + " writes: "
                        + count(waits.size(), "time") + " it waits in the uninterruptible state until a timer ends that, for "
                        + duration(heldNanos) + " in all, " + percent((double) heldNanos / analysis.rangeNanos())
                        + " of the range, " + duration(waits.median()) + " at the median; no program does that of its own accord. In "
                        + percent((double) writing.both / heldNanos)
                        + " of that time the disk has something to write: the kernel does that with whoever changes pages faster than the disk writes them."
                        + " Without these waits the work would be at most " + percent((double) heldNanos / analysis.rangeNanos())
                        + " shorter (an estimate).")
                .evidence(new Evidence.Vertex(thread, heldNanos, "held back"))
                .evidence(new Evidence.Vertex(writing.disk, writing.both, "writes meanwhile"))
                .estimate().restsOn(analysis.doubts(analysis.timeline().host(thread))).build();
    }
}
