/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HeldConnections;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * A thread that serves one connection at a time, and waits for what comes over it next while requests of others have come: a connection that is kept open for a next request, a client that sends slowly or stops to read. Threads of programs; those of one name are told together.
 * O(threads that serve so × their waits).
 */
public final class OneConnection implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which at least one such thread waits so");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits of the threads of a name");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("one-connection", "One connection at a time",
            "scheduling events with wake-ups, and packets of both ends (profile waits-network)",
            "A thread of a program waits for what comes next over a connection that the other side opened, while a request has come over another "
                    + "connection that it answers later. Threads of its name do so min-times, and at least one of them does for min-share of the range."
                    + "\nA thread that does so sleeps through three such requests or more, and is not woken by the next client more often than that.",
            "While it waits for one client, which may be idle, others wait for it: their requests take as long as that client likes, or as a time limit allows, and the machine does nothing.",
            "Use more workers than there are connections at a time. Make the time shorter for which a connection without a request is kept "
                    + "(KeepAliveTimeout of Apache, --keep-alive of Gunicorn), or keep none. Or let something that looks at all connections at once (an "
                    + "event loop, a proxy that buffers requests) take them.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** Threads of one name. */
    private static final class Servers {
        private final IntArrayList threads = new IntArrayList();
        private final Int2LongOpenHashMap byClient = new Int2LongOpenHashMap();
        private final TimeUnion held;
        private long waits;

        Servers(Analysis analysis) {
            held = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        }

        void add(Timeline timeline, int thread, HeldConnections.OfThread one) {
            threads.add(thread);
            int[] segments = one.since().keySet().toIntArray();
            Arrays.sort(segments);
            for (int segment : segments) {
                long begin = one.since().get(segment);
                long end = timeline.end(thread, segment);
                held.add(begin, end);
                byClient.addTo(timeline.packetSender(timeline.link(segment)), end - begin);
                waits++;
            }
        }

        /** For whom they wait meanwhile, longest first. */
        int[] clients() {
            return byClient.int2LongEntrySet().stream().sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                    .thenComparingInt(Int2LongMap.Entry::getIntKey)).mapToInt(Int2LongMap.Entry::getIntKey).toArray();
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        if (timeline.packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, Servers> byName = new LinkedHashMap<>();
        analysis.get(HeldConnections.RESULT).threads().forEach((thread, one) -> {
            if (roles.isProgram(thread) && analysis.isChosen(thread)) {
                byName.computeIfAbsent(Kin.of(timeline, thread), name -> new Servers(analysis))
                        .add(timeline, thread, one);
            }
        });
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Servers some : byName.values()) {
            double share = (double) some.held.nanos() / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE) && some.waits >= settings.get(MIN_TIMES)) {
                findings.add(finding(analysis, some, share, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread waits for one client while requests of others wait for it"
                : "threads wait for one client while requests of others wait for them in at most " + percent(most) + " of the range");
    }

    private static Finding finding(Analysis analysis, Servers some, double share, RuleSettings settings) {
        int[] threads = some.threads.toIntArray();
        int[] clients = some.clients();
        boolean one = threads.length == 1;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads) + (one ? " serves" : " serve") + " one connection at a time: for "
                        + duration(some.held.nanos()) + ", " + percent(share) + " of the range, "
                        + (one ? "it waits" : "at least one of them waits")
                        + " for what comes over it next, although a request has come over another one, which it answers later. These are "
                        + Words.count(some.waits, "wait") + " for " + PoolNames.list(analysis, clients)
                        + ". Without them the work would be at most " + percent(share) + " shorter (an estimate).");
        for (int thread : threads) {
            finding.evidence(new Evidence.Vertex(thread, 0, "serves one connection at a time"));
        }
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }
}
