/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import java.util.List;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/** Who got what is not answered, and what these do since. */
final class HangingServers {
    private static final int MOST_THREADS = 4;
    /** Whose wait each of the packets ended that got no answer, by packet. */
    private static final Result<Int2IntOpenHashMap> WOKEN = Result.of(HangingServers::woken);

    private final Analysis analysis;
    private final List<OpenAsk> asks;
    private final SinceRequest since;

    private HangingServers(Analysis analysis, List<OpenAsk> asks) {
        this.analysis = analysis;
        this.asks = asks;
        since = SinceRequest.got(analysis);
    }

    /** Those of some of the {@linkplain OpenAsk#RESULT recording's}. */
    static HangingServers of(Analysis analysis, List<OpenAsk> asks) {
        HangingServers servers = new HangingServers(analysis, asks);
        for (OpenAsk ask : asks) {
            servers.since.add(server(analysis, ask), ask.arrivedNanos(analysis.timeline()), ask.endNanos());
        }
        return servers;
    }

    /** Who got one: the thread that its packet woke, or, as it woke none, who gave the last answer over its connection; {@link Timeline#NONE} if neither is known. */
    static int server(Analysis analysis, OpenAsk ask) {
        int woken = ask.arrived() ? analysis.get(WOKEN).get(ask.packet()) : Timeline.NONE;
        return woken != Timeline.NONE ? woken : ask.answerer();
    }

    private static Int2IntOpenHashMap woken(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Int2IntOpenHashMap byPacket = new Int2IntOpenHashMap();
        byPacket.defaultReturnValue(Timeline.NONE);
        long first = Long.MAX_VALUE;
        for (OpenAsk ask : analysis.get(OpenAsk.RESULT)) {
            if (ask.arrived()) {
                byPacket.put(ask.packet(), Timeline.NONE);
                first = Math.min(first, ask.arrivedNanos(timeline));
            }
        }
        for (int thread = 0; thread < timeline.threadCount() && !byPacket.isEmpty(); thread++) {
            analysis.progress().check();
            for (int s = timeline.endSegment(thread) - 1; s >= timeline.firstSegment(thread) && timeline.end(thread, s) >= first; s--) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK
                        && byPacket.containsKey(timeline.link(s))) {
                    byPacket.put(timeline.link(s), thread);
                }
            }
        }
        return byPacket;
    }

    /**
     * Whether their programs answer threads of other names, too. O(requests + threads).
     *
     * @param names the {@linkplain Kin#of kin} of those that wait for an answer
     */
    boolean answerOthers(Set<String> names) {
        Timeline timeline = analysis.timeline();
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        LongOpenHashSet programs = new LongOpenHashSet();
        since.threads().forEach((int thread) -> programs.add(program(timeline, thread)));
        IntOpenHashSet asked = new IntOpenHashSet();
        for (int i = 0; i < requests.size(); i++) {
            if (requests.client(i) != Timeline.NONE && programs.contains(program(timeline, requests.server(i)))) {
                asked.add(requests.client(i));
            }
        }
        return asked.intStream().anyMatch(client -> !names.contains(Kin.of(timeline, client)));
    }

    /** A number for each process, and for each thread whose process is not known. */
    static long program(Timeline timeline, int thread) {
        return timeline.pid(thread) > 0 ? (long) timeline.host(thread) << Integer.SIZE | timeline.pid(thread) : -1L - thread;
    }

    /** Adds them as evidence, before who waits for them. */
    void addTo(Finding.Builder finding) {
        since.threads().intStream().limit(MOST_THREADS).forEach(thread -> finding
                .evidence(new Evidence.Vertex(thread, since.nanos(thread), "got a request that is not answered")));
    }

    /** A sentence for all that do the same, with a space before it. */
    String sentences() {
        return lost() + since.sentences();
    }

    /** What did not even arrive. */
    private String lost() {
        Timeline timeline = analysis.timeline();
        int[] clients = asks.stream().filter(ask -> !ask.arrived()).mapToInt(OpenAsk::client).toArray();
        int times = asks.stream().filter(ask -> !ask.arrived())
                .mapToInt(ask -> OpenAsk.resent(timeline, ask.client(), ask.sentNanos(), ask.endNanos()))
                .sum();
        return clients.length == 0 ? ""
                : " What " + PoolNames.list(analysis, clients) + (clients.length == 1 ? " sends" : " send")
                        + " does not arrive: the kernel sends it again "
                        + Words.times(times) + '.';
    }
}
