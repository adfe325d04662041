/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.PacketWaits;
import org.bowline.core.figures.BitRate;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** A link that carries no more than it does, while threads wait for what queues there: told apart from a long way, on which packets queue for nothing. O(packets + segments of the range). */
public final class FullLink implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which threads of the work wait while what they wait for queues");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("full-link", "Link full",
            "packets of both ends, with their lengths and addresses (profile waits-network)",
            "What one host sends another has to wait for what was sent before it, and arrives at one rate: of ten arrivals each, in nine tenths of that time within a fifth of the mean, in a hundred arrivals or more. Meanwhile the kernel of neither host is at work for half of the time. Threads of the work wait for what queues so, or for room to send more, for "
                    + "min-share of the range.",
            "A link that is full carries no more, however many connections there are and however fast both ends are; and all else that goes the same way queues behind it.",
            "Send less (compress, ask for what is needed only, cache), or give it a faster link; on a host of its own or a virtual machine look for a limit that somebody has set (tc -s qdisc, the limits of the provider). A shorter way or more connections do not help.",
            List.of(MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().packetCount() == 0 || analysis.timeline().nicCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have the length, the sending and the arrival");
        }
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (FullWay way : analysis.get(FullWay.RESULT)) {
            Waits waits = new Waits(analysis, way);
            double share = (double) waits.union.nanos() / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, way, waits, Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "nobody waits for packets that queue and arrive at one rate"
                : "threads wait for what queues on a full link in at most " + percent(most) + " of the range");
    }

    /** Who waits for what queues. */
    private static final class Waits {
        private final TimeUnion union;
        private final Int2LongLinkedOpenHashMap byThread = new Int2LongLinkedOpenHashMap();

        Waits(Analysis analysis, FullWay way) {
            Timeline timeline = analysis.timeline();
            PacketWaits waits = analysis.get(PacketWaits.RESULT);
            ThreadRoles roles = analysis.get(Analysis.ROLES);
            union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                int host = timeline.host(thread);
                if ((host == way.from() || host == way.to()) && roles.isProgram(thread) && analysis.isChosen(thread)) {
                    TimeUnion own = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                    for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
                        add(timeline, way, thread, waits.segment(wait), own);
                    }
                    if (own.nanos() > 0) {
                        byThread.put(thread, own.nanos());
                        union.add(own);
                    }
                }
            }
        }

        /** Of a wait the part in which the packet that ended it queued, or in which there was no room for more. */
        private static void add(Timeline timeline, FullWay way, int thread, int segment, TimeUnion own) {
            int packet = timeline.link(segment);
            if (timeline.host(thread) == way.from() && way.makesRoom(timeline, packet)) {
                way.add(timeline.start(segment), timeline.end(thread, segment), own);
            } else if (timeline.host(thread) == way.to() && way.isQueued(timeline, timeline.packetFrame(packet))) {
                own.add(Math.max(timeline.start(segment), timeline.packetSent(packet)), timeline.end(thread, segment));
            }
        }
    }

    private static Finding finding(Analysis analysis, FullWay way, Waits waits, Finding.Builder finding) {
        Timeline timeline = analysis.timeline();
        String from = Whose.named(timeline.hostName(way.from()));
        String to = Whose.named(timeline.hostName(way.to()));
        double share = (double) waits.union.nanos() / analysis.rangeNanos();
        int[] threads = waits.byThread.keySet().toIntArray();
        finding.subject(timeline.hostName(way.from()) + ", " + timeline.hostName(way.to()))
                .summary("The link from " + from + " to " + to + " carries " + BitRate.text(way.bitsPerSecond()) + " and is full for "
                        + duration(way.nanos()) + ", " + percent((double) way.nanos() / analysis.rangeNanos()) + " of the range: what "
                        + from + " sends queues, and arrives at that rate all the time (" + count(way.frames(), "packet") + "). "
                        + PoolNames.list(analysis, threads) + (threads.length == 1 ? " waits" : " wait") + " for it"
                        + (threads.length == 1 ? " for " : "; at least one of them for ") + duration(waits.union.nanos()) + ", "
                        + percent(share) + " of the range. On a link that is never full the work would be at most " + percent(share)
                        + " shorter (an estimate).")
                .evidence(new Evidence.Vertex(timeline.nicVertex(way.nic()), way.nanos(), "what it sends queues")).wins(share).estimate();
        waits.byThread.int2LongEntrySet().stream()
                .sorted((one, other) -> Long.compare(other.getLongValue(), one.getLongValue()))
                .forEach(entry -> finding
                        .evidence(new Evidence.Vertex(entry.getIntKey(), entry.getLongValue(), "waits for what queues")));
        return finding.restsOn(analysis.doubts(way.from())).build();
    }
}
