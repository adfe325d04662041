/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.sampling.ArrowBands;
import org.bowline.core.sampling.Arrows;
import org.bowline.core.sampling.StateRows;
import org.bowline.core.sampling.StateShares;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.ProviderFactory;
import org.bowline.tracecompass.core.provider.QueryParameters;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.provider.WaitDataProvider;
import org.bowline.tracecompass.core.threads.ThreadEntry.Times;

/**
 * The states of all threads over time, with who woke whom. The parameters are described in docs/reference/data-providers.md.
 *
 * <p>The requested times of a query for rows are the pixels: between two of them at most two states are answered (see
 * {@link StateRows}), so that an answer is as large as the picture, however long the trace.
 */
public final class ThreadsDataProvider extends WaitDataProvider {
    /** Its id. */
    public static final String ID = "org.bowline.tracecompass.core.threads";
    /** Most arrows and bands of arrows in an answer; those of the longest waits are taken. */
    public static final int MOST_ARROWS = 200;
    /** A label is given to a state that is at least as long as this part of the range. */
    private static final int LABEL_PART = 60;

    private volatile @Nullable RowTree rows;

    /** One over an analysis. */
    public ThreadsDataProvider(AnalysisAccess access) {
        super(ID, List.of(Messages.columnThread, Messages.columnTid, Messages.columnCpu, Messages.columnBlocked), access);
    }

    /** The tree; its times are of the range of the requested times, of the whole timeline without. */
    @Override
    protected TmfModelResponse<TmfTreeModel<TimeGraphEntryModel>> tree(AnalysisResult result, QueryParameters parameters,
            Progress progress) {
        Timeline timeline = result.timeline();
        long[] times = parameters.times();
        long from = times.length < 2 ? timeline.startNanos() : times[0];
        long to = times.length < 2 ? timeline.endNanos() : times[times.length - 1];
        long[] cpu = new long[timeline.threadCount()];
        long[] blocked = new long[timeline.threadCount()];
        long[] hostCpu = new long[timeline.hostCount()];
        long[] hostBlocked = new long[timeline.hostCount()];
        for (ThreadTotals totals : result.threads(from, to, progress)) {
            int thread = totals.thread();
            cpu[thread] = totals.nanos(ThreadState.RUNNING);
            blocked[thread] = totals.nanos(ThreadState.BLOCKED);
            if (!timeline.isIdle(thread)) {
                hostCpu[timeline.host(thread)] += cpu[thread];
                hostBlocked[timeline.host(thread)] += blocked[thread];
            }
        }
        RowTree rows = rows(result);
        long[] cpuOfAll = rows.processes().sums(cpu);
        long[] blockedOfAll = rows.processes().sums(blocked);
        long[] cpuOfGroup = rows.sums(cpu);
        long[] blockedOfGroup = rows.sums(blocked);
        List<TimeGraphEntryModel> entries = new ArrayList<>(timeline.hostCount() + timeline.threadCount());
        for (int host = 0; host < timeline.hostCount(); host++) {
            entries.add(ThreadEntry.ofHost(timeline, host, new Times(hostCpu[host], hostBlocked[host])));
        }
        for (long id : rows.rows()) {
            int thread = EntryIds.thread(timeline, id);
            if (thread != Timeline.NONE) {
                entries.add(ThreadEntry.ofThread(timeline, thread, rows.parentOfThread(thread), new Times(cpu[thread], blocked[thread]),
                        new Times(cpuOfAll[thread], blockedOfAll[thread])));
            } else {
                int group = EntryIds.group(timeline, id);
                entries.add(ThreadEntry.ofGroup(timeline, group, rows.groups().get(group), rows.parentOfGroup(group),
                        new Times(cpuOfGroup[group], blockedOfGroup[group])));
            }
        }
        return completedTree(entries);
    }

    private RowTree rows(AnalysisResult result) {
        RowTree now = rows;
        if (now == null || now.timeline() != result.timeline()) {
            now = RowTree.of(result);
            rows = now;
        }
        return now;
    }

    @Override
    public void dispose() {
        rows = null;
        super.dispose();
    }

    @Override
    protected TmfModelResponse<TimeGraphModel> rows(AnalysisResult result, QueryParameters parameters, Progress progress) {
        Timeline timeline = result.timeline();
        long[] times = parameters.times();
        if (times.length == 0) {
            return completed(new TimeGraphModel(List.of()));
        }
        StateRows picture = new StateRows(timeline);
        long[] edges = edges(times);
        List<Group> groups = rows(result).groups();
        Labels labels = new Labels(timeline, (times[times.length - 1] - times[0]) / LABEL_PART);
        List<ITimeGraphRowModel> answer = new ArrayList<>();
        for (long id : items(result, parameters)) {
            progress.check();
            List<ITimeGraphState> states = new ArrayList<>();
            int thread = EntryIds.thread(timeline, id);
            int group = EntryIds.group(timeline, id);
            if (thread != Timeline.NONE) {
                picture.states(thread, times, (start, end, state, cause, target, cpu, mixed) -> {
                    StateStyle style = StateStyle.of(state, cause);
                    String label = mixed ? "" : labels.of(thread, state, target, end - start);
                    states.add(mixed ? SharedState.all(shares(timeline, thread, start, end, edges, progress), style)
                            : label.isEmpty() ? new TimeGraphState(start, end - start, style.ordinal(), null, style.style())
                                    : new TimeGraphState(start, end - start, style.ordinal(), label, style.style()));
                });
            } else if (group != Timeline.NONE && group < groups.size()) {
                states.addAll(SharedState.row(StateShares.of(timeline, groups.get(group).threads(), edges, progress)));
            }
            answer.add(new TimeGraphRowModel(id, states));
        }
        return completed(new TimeGraphModel(answer));
    }

    /** Where the pixels of the requested times begin, and where the last one ends: it is 1 ns wide. */
    private static long[] edges(long[] times) {
        return LongStream.concat(LongStream.of(times), LongStream.of(times[times.length - 1] + 1)).distinct().toArray();
    }

    /** Those of a thread within a mixed state, which begins and ends with pixels, or with the thread. */
    private static StateShares shares(Timeline timeline, int thread, long fromNanos, long toNanos, long[] edges, Progress progress) {
        int after = Bisection.firstAbove(edges, 0, edges.length, fromNanos);
        int end = Bisection.firstAbove(edges, after, edges.length, toNanos - 1);
        long[] within = new long[end - after + 2];
        within[0] = fromNanos;
        System.arraycopy(edges, after, within, 1, end - after);
        within[within.length - 1] = toNanos;
        return StateShares.of(timeline, new int[] {thread}, within, progress);
    }

    /** Arrows between the requested items (all threads without) within the range of the requested times, as bands where they are denser than its pixels. */
    @Override
    protected TmfModelResponse<List<ITimeGraphArrow>> arrows(AnalysisResult result, QueryParameters parameters, Progress progress) {
        Timeline timeline = result.timeline();
        long[] times = parameters.times();
        if (times.length < 2) {
            return completed(List.of());
        }
        int[] threads = LongStream.of(items(result, parameters)).mapToInt(id -> EntryIds.thread(timeline, id))
                .filter(thread -> thread != Timeline.NONE).toArray();
        ArrowBands found = Arrows.bands(timeline, threads, times[0], times[times.length - 1], ArrowBand.cells(times.length), MOST_ARROWS,
                progress);
        return completed(ArrowBand.of(timeline, found, StateStyle.WAKE_UP, StateStyle.PACKET));
    }

    @Override
    protected TmfModelResponse<Map<String, String>> tooltip(AnalysisResult result, QueryParameters parameters, Progress progress) {
        Timeline timeline = result.timeline();
        Tooltips tooltips = new Tooltips(result);
        if (parameters.element() instanceof ITimeGraphArrow arrow) {
            int from = EntryIds.thread(timeline, arrow.getSourceId());
            int to = EntryIds.thread(timeline, arrow.getDestinationId());
            return completed(from == Timeline.NONE || to == Timeline.NONE ? Map.of()
                    : ArrowTexts.tooltip(result, from, to, arrow, Messages.tipTransit));
        }
        long[] items = parameters.items();
        long[] times = parameters.times();
        if (items != null && items.length > 0 && times.length > 0 && parameters.element() instanceof SharedState shared) {
            int group = EntryIds.group(timeline, items[0]);
            List<Group> groups = rows(result).groups();
            return completed(group != Timeline.NONE && group < groups.size() ? tooltips.ofGroup(groups.get(group), shared, times[0])
                    : tooltips.ofShared(EntryIds.thread(timeline, items[0]), shared, times[0]));
        }
        int thread = items == null || items.length == 0 ? Timeline.NONE : EntryIds.thread(timeline, items[0]);
        return completed(thread == Timeline.NONE || times.length == 0 ? Map.of() : tooltips.of(thread, times[0]));
    }

    private long[] items(AnalysisResult result, QueryParameters parameters) {
        long[] items = parameters.items();
        return items != null ? items : rows(result).rows();
    }

    /** The texts within states; each is made once a query. */
    private static final class Labels {
        private final Timeline timeline;
        private final long shortestNanos;
        private final Map<Long, String> targets = new HashMap<>();

        Labels(Timeline timeline, long shortestNanos) {
            this.timeline = timeline;
            this.shortestNanos = shortestNanos;
        }

        /** Empty for none. */
        String of(int thread, ThreadState state, int target, long nanos) {
            return nanos < shortestNanos || state != ThreadState.BLOCKED || target == Timeline.NONE ? ""
                    : targets.computeIfAbsent((long) timeline.host(thread) << 32 | target,
                            key -> ThreadNames.label(timeline, thread, target));
        }
    }

    /** Makes it. */
    public static final class Factory extends ProviderFactory {
        /** For the extension. */
        public Factory() {
            super(ID, Messages.providerName, Messages.providerDescription, ProviderType.TIME_GRAPH,
                    (trace, analysis) -> new ThreadsDataProvider(analysis));
        }
    }
}
