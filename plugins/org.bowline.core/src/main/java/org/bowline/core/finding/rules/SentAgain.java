/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** What the kernel sent again for threads of one name that waited meanwhile: all that asks for connections, or all else. */
final class SentAgain {
    private final boolean opens;
    private final IntLinkedOpenHashSet threads = new IntLinkedOpenHashSet();
    private final Samples pauses = new Samples();
    private final TimeUnion waits;

    private SentAgain(Analysis analysis, boolean opens) {
        this.opens = opens;
        waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    /** One for each name of a host, and sort. O(times × segments of a wait). */
    static List<SentAgain> of(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, SentAgain> all = new LinkedHashMap<>();
        for (int i = 0; i < timeline.resentCount(); i++) {
            int thread = timeline.resentThread(i);
            long again = timeline.resentAgain(i);
            if (roles.isProgram(thread) && analysis.isChosen(thread) && timeline.resentBefore(i) < analysis.toNanos()
                    && again > analysis.fromNanos()) {
                boolean opens = timeline.resentOpens(i);
                all.computeIfAbsent(Kin.of(timeline, thread) + ':' + opens,
                        key -> new SentAgain(analysis, opens)).add(timeline, thread, timeline.resentBefore(i), again);
            }
        }
        return List.copyOf(all.values());
    }

    private void add(Timeline timeline, int thread, long before, long again) {
        boolean waited = false;
        for (int s = HandOvers.firstSegment(timeline, thread, before); s < timeline.endSegment(thread) && timeline.start(s) < again; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                waits.add(Math.max(before, timeline.start(s)), Math.min(again, timeline.end(thread, s)));
                waited = true;
            }
        }
        if (waited) {
            threads.add(thread);
            pauses.add(again - before);
        }
    }

    /** How often something was sent again while its thread waited. */
    int times() {
        return pauses.size();
    }

    /** For which share of the range at least one of the threads waits so. */
    double share(Analysis analysis) {
        return (double) waits.nanos() / analysis.rangeNanos();
    }

    /** A finding of a rule in words. */
    Finding finding(Analysis analysis, Finding.Builder finding) {
        Timeline timeline = analysis.timeline();
        boolean one = threads.size() == 1;
        String share = percent(share(analysis));
        finding.subject(analysis.stableName(threads.firstInt()))
                .summary(PoolNames.list(analysis, threads.toIntArray())
                        + (opens ? (one ? " asks" : " ask") + " for connections and " + (one ? "gets" : "get") + " no answer in time: "
                                : (one ? " sends" : " send") + " what nobody acknowledges in time: ")
                        + count(pauses.size(), "time") + " the kernel sends it again, " + duration(pauses.median())
                        + " after the time before at the median; " + (one ? "it" : "at least one of them") + " waits so for "
                        + duration(waits.nanos()) + ", " + share + " of the range. "
                        + (opens ? "What asks, or the answer, is lost, or the other side has no room for it: the queue of its listening socket is full."
                                : "What is sent, or what acknowledges it, is lost or late.")
                        + " Without these waits the work would be at most " + share + " shorter (an estimate).")
                .estimate();
        for (int thread : threads) {
            finding.evidence(new Evidence.Vertex(thread, pauses(timeline, thread), "until it is sent again"));
        }
        return finding.restsOn(analysis.doubts(timeline.host(threads.firstInt()))).build();
    }

    private static long pauses(Timeline timeline, int thread) {
        TimeUnion union = new TimeUnion(timeline.startNanos(), timeline.endNanos());
        for (int i = 0; i < timeline.resentCount(); i++) {
            if (timeline.resentThread(i) == thread) {
                union.add(timeline.resentBefore(i), timeline.resentAgain(i));
            }
        }
        return union.nanos();
    }
}
