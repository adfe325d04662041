/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.provider.AnalysisAccess.Now;
import org.bowline.tracecompass.core.provider.StateStyle;

/** Threads that one thread makes one after another have a row of all of them. */
final class RowTreeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SHORT = 4;

    private final TimelineBuilder builder = new TimelineBuilder();

    private int thread(int tid, int pid, String name, long from, long to, int parent) {
        int thread = builder.thread(0, tid, pid, name);
        long middle = (from + to) / 2;
        builder.segment(thread, from, middle, ThreadState.RUNNING, 0);
        builder.segment(thread, middle, to, ThreadState.RUNNABLE, 0);
        if (parent != Timeline.NONE) {
            builder.parent(thread, parent);
        }
        return thread;
    }

    /** A server that makes a thread for each of four requests, and a shell that starts four commands, of which one has two threads. */
    private Timeline timeline() {
        builder.host("h");
        builder.recording(0, 0, 100 * SECOND);
        int server = thread(100, 100, "server", 0, 100 * SECOND, Timeline.NONE);
        int shell = thread(200, 200, "shell", 0, 100 * SECOND, Timeline.NONE);
        for (int i = 0; i < SHORT; i++) {
            thread(101 + i, 100, "request", (10 + 20 * i) * SECOND, (12 + 20 * i) * SECOND, server);
            thread(300 + i, 300 + i, "command", (10 + i) * SECOND, (13 + i) * SECOND, shell);
        }
        return builder.build();
    }

    private static int thread(Timeline timeline, int tid) {
        return IntStream.range(0, timeline.threadCount()).filter(thread -> timeline.tid(thread) == tid).findFirst().orElseThrow();
    }

    private static AnalysisResult result(Timeline timeline) {
        long[] start = {0};
        long[] end = {100 * SECOND};
        return new AnalysisResult(timeline,
                ClockSync.run(List.of(new PacketLog()), new String[] {"h"}, start, end, ClockSync.Options.DEFAULT, () -> false), List.of(),
                start, end);
    }

    private static List<TimeGraphEntryModel> tree(ThreadsDataProvider provider) {
        return provider.fetchTree(new HashMap<>(), new NullProgressMonitor()).getModel().getEntries();
    }

    @Test
    void theThreadsOfAServerStandBelowItAndTheCommandsOfAShellBelowTheHost() {
        Timeline timeline = timeline();
        AnalysisResult result = result(timeline);
        RowTree tree = RowTree.of(result);
        assertThat(tree.groups()).extracting(group -> group.name()).containsExactlyInAnyOrder("request ×4", "command ×4");
        for (int group = 0; group < 2; group++) {
            boolean requests = tree.groups().get(group).name().startsWith("request");
            assertThat(tree.parentOfGroup(group))
                    .isEqualTo(requests ? EntryIds.ofThread(timeline, thread(timeline, 100)) : EntryIds.ofHost(0));
            assertThat(tree.parentOfThread(thread(timeline, requests ? 102 : 302))).isEqualTo(EntryIds.ofGroup(timeline, group));
        }
        assertThat(tree.parentOfThread(thread(timeline, 200))).isEqualTo(EntryIds.ofHost(0));

        List<TimeGraphEntryModel> entries = tree(new ThreadsDataProvider(() -> Now.done(result)));
        List<Long> seen = new ArrayList<>(List.of(EntryIds.ROOT));
        for (TimeGraphEntryModel entry : entries) {
            assertThat(seen).as("the parent of %s", entry.getName()).contains(entry.getParentId());
            seen.add(entry.getId());
        }
        assertThat(seen).doesNotHaveDuplicates().hasSize(1 + 1 + timeline.threadCount() + 2);
        ThreadEntry requests = entries.stream().map(ThreadEntry.class::cast).filter(entry -> entry.getName().equals("request ×4"))
                .findFirst().orElseThrow();
        assertThat(requests.cpuNanos()).isEqualTo(SHORT * SECOND);
        assertThat(requests.isHost()).isFalse();
        assertThat(requests.thread()).isEqualTo(Timeline.NONE);
        assertThat(requests.getLabels()).containsExactly("request ×4", "", "4.00 s", "");
        assertThat(requests.getStartTime()).isEqualTo(10 * SECOND);
        assertThat(requests.getEndTime()).isEqualTo(72 * SECOND);
    }

    @Test
    void theRowOfAllShowsWhatThoseDidWhoLiveAndNothingWhereNobodyDoes() {
        Timeline timeline = timeline();
        AnalysisResult result = result(timeline);
        ThreadsDataProvider provider = new ThreadsDataProvider(() -> Now.done(result));
        long id = tree(provider).stream().filter(entry -> entry.getName().equals("command ×4")).findFirst().orElseThrow().getId();
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY,
                List.of(9 * SECOND, 11 * SECOND, 12 * SECOND, 16 * SECOND, 18 * SECOND));
        parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(id));
        List<ITimeGraphState> states = provider.fetchRowModel(parameters, null).getModel().getRows().iterator().next().getStates();
        assertThat(states).hasSize(2).allMatch(SharedState.class::isInstance);
        SharedState first = (SharedState) states.get(0);
        assertThat(first.getStartTime()).isEqualTo(9 * SECOND);
        assertThat(first.getDuration()).as("two pixels that run more than they wait").isEqualTo(3 * SECOND);
        double[] shares = new double[StateStyle.STATES];
        first.shares(0, shares);
        assertThat(shares[StateStyle.RUNNING.ordinal()]).isEqualTo(1);
        first.shares(1, shares);
        assertThat(shares[StateStyle.RUNNING.ordinal()]).isEqualTo(0.75); // 0.5 s and 1 s of 2 s
        assertThat(shares[StateStyle.RUNNABLE.ordinal()]).isEqualTo(0.25);
        assertThat(first.told(11 * SECOND)).isEqualTo("Running 75 %, Runnable: waits for a CPU 25 %");

        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(11 * SECOND));
        parameters.put(DataProviderParameterUtils.REQUESTED_ELEMENT_KEY, first);
        assertThat(provider.fetchTooltip(parameters, null).getModel()).contains(entry("Threads", "2 of 4 live then"),
                entry("Made by", "shell (h:200)"));
    }

    @Test
    void twoShortLivedThreadsAreTwoRows() {
        builder.host("h");
        builder.recording(0, 0, 100 * SECOND);
        int shell = thread(200, 200, "shell", 0, 100 * SECOND, Timeline.NONE);
        thread(300, 300, "command", 10 * SECOND, 11 * SECOND, shell);
        thread(301, 301, "command", 20 * SECOND, 21 * SECOND, shell);
        assertThat(RowTree.of(result(builder.build())).groups()).isEmpty();
    }

    @Test
    void whatIsTooDenseForAPixelTellsItsShares() {
        Timeline timeline = ThreeTier.result().timeline();
        ThreadsDataProvider provider = new ThreadsDataProvider(() -> Now.done(ThreeTier.result()));
        int server = ThreeTier.thread("w1-server");
        long from = timeline.threadStart(server);
        long width = (timeline.threadEnd(server) - from) / 20;
        Map<String, Object> parameters = new HashMap<>();
        parameters.put(DataProviderParameterUtils.REQUESTED_TIME_KEY,
                IntStream.range(0, 20).mapToObj(pixel -> from + pixel * width).toList());
        parameters.put(DataProviderParameterUtils.REQUESTED_ITEMS_KEY, List.of(EntryIds.ofThread(timeline, server)));
        List<ITimeGraphState> states = provider.fetchRowModel(parameters, null).getModel().getRows().iterator().next().getStates();
        int pixels = 0;
        for (ITimeGraphState state : states) {
            if (state instanceof SharedState shared) {
                double[] shares = new double[StateStyle.STATES];
                for (int pixel = 0; pixel < shared.pixels(); pixel++) {
                    shared.shares(pixel, shares);
                    assertThat(IntStream.range(0, shares.length).mapToDouble(style -> shares[style]).sum()).isBetween(0.999, 1.001);
                    pixels++;
                }
                assertThat(shared.edge(0)).isEqualTo(shared.getStartTime());
                assertThat(shared.edge(shared.pixels())).isEqualTo(shared.getStartTime() + shared.getDuration());
            }
        }
        assertThat(pixels).isPositive();
    }
}
