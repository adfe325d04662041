/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.dataprovider.IDataProviderDescriptor.ProviderType;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.ProviderFactory;
import org.bowline.tracecompass.core.provider.QueryParameters;
import org.bowline.tracecompass.core.provider.WaitDataProvider;
import org.bowline.tracecompass.core.threads.EntryIds;

/**
 * The critical path of a thread over a range. Which one is a parameter of every query (see {@link PathQuery} and
 * docs/reference/data-providers.md), so one provider serves many viewers; the paths asked for last are kept.
 */
public final class CriticalPathDataProvider extends WaitDataProvider {
    /** Its id. */
    public static final String ID = "org.bowline.tracecompass.core.criticalpath";
    /** How many paths are kept. */
    private static final int KEPT = 4;

    private final Map<PathQuery, PathModel> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PathQuery, PathModel> eldest) {
            return size() > KEPT;
        }
    };

    /** One over an analysis. */
    public CriticalPathDataProvider(AnalysisAccess access) {
        super(ID, List.of(Messages.columnThread, Messages.columnTid, Messages.columnTime, Messages.columnShare), access);
    }

    /**
     * A path, for views that show more of it than a time graph can; null if there is no result yet, or no thread is chosen.
     *
     * @throws IllegalArgumentException if the thread does not exist or the range is empty
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public @Nullable PathModel path(PathQuery query, Progress progress) {
        AnalysisResult result = analysis().result();
        return result == null || query.thread() == Timeline.NONE ? null : model(result, query, progress);
    }

    private PathModel model(AnalysisResult result, PathQuery query, Progress progress) {
        synchronized (kept) {
            PathModel known = kept.get(query);
            if (known != null && known.result() == result) {
                return known;
            }
        }
        PathModel made = PathModel.of(result, query, progress);
        synchronized (kept) {
            kept.put(query, made);
        }
        return made;
    }

    @Override
    protected TmfModelResponse<TmfTreeModel<TimeGraphEntryModel>> tree(AnalysisResult result, QueryParameters parameters,
            Progress progress) {
        PathQuery query = PathQuery.of(result.timeline(), parameters);
        if (query.thread() == Timeline.NONE) {
            return completedTree(List.of(), Messages.chooseThread);
        }
        PathModel model = model(result, query, progress);
        Map<Integer, Long> byThread = new HashMap<>();
        for (PathTotals.OfThread of : model.totals().threads()) {
            byThread.put(of.thread(), of.nanos());
        }
        Map<Integer, Long> byHost = new HashMap<>();
        for (PathTotals.OfHost of : model.totals().hosts()) {
            byHost.put(of.host(), of.nanos());
        }
        List<TimeGraphEntryModel> entries = new ArrayList<>();
        int hosts = 0;
        for (int host : model.hosts()) {
            entries.add(PathEntry.ofHost(model, host, hosts++, byHost.getOrDefault(host, 0L)));
            int threads = 0;
            for (int thread : model.threads(host)) {
                entries.add(PathEntry.ofThread(model, thread, threads++, byThread.getOrDefault(thread, 0L)));
            }
        }
        return completedTree(entries);
    }

    @Override
    protected TmfModelResponse<TimeGraphModel> rows(AnalysisResult result, QueryParameters parameters, Progress progress) {
        PathQuery query = PathQuery.of(result.timeline(), parameters);
        long[] times = parameters.times();
        if (query.thread() == Timeline.NONE || times.length == 0) {
            return completed(new TimeGraphModel(List.of()));
        }
        PathModel model = model(result, query, progress);
        PathPicture picture = new PathPicture(model, times);
        long[] items = parameters.items();
        List<ITimeGraphRowModel> rows = new ArrayList<>();
        for (long id : items != null ? items : allItems(model)) {
            progress.check();
            int thread = EntryIds.thread(result.timeline(), id);
            rows.add(new TimeGraphRowModel(id, thread == Timeline.NONE ? List.of() : picture.states(thread)));
        }
        return completed(new TimeGraphModel(rows));
    }

    private static long[] allItems(PathModel model) {
        Timeline timeline = model.path().timeline();
        return model.hosts().stream().flatMap(host -> model.threads(host).stream())
                .mapToLong(thread -> EntryIds.ofThread(timeline, thread)).toArray();
    }

    @Override
    protected TmfModelResponse<List<ITimeGraphArrow>> arrows(AnalysisResult result, QueryParameters parameters, Progress progress) {
        PathQuery query = PathQuery.of(result.timeline(), parameters);
        long[] times = parameters.times();
        if (query.thread() == Timeline.NONE || times.length < 2) {
            return completed(List.of());
        }
        return completed(new PathPicture(model(result, query, progress), times).arrows());
    }

    @Override
    protected TmfModelResponse<Map<String, String>> tooltip(AnalysisResult result, QueryParameters parameters, Progress progress) {
        PathQuery query = PathQuery.of(result.timeline(), parameters);
        if (query.thread() == Timeline.NONE) {
            return completed(Map.of());
        }
        PathModel model = model(result, query, progress);
        Timeline timeline = result.timeline();
        if (parameters.element() instanceof ITimeGraphArrow arrow) {
            int from = EntryIds.thread(timeline, arrow.getSourceId());
            int to = EntryIds.thread(timeline, arrow.getDestinationId());
            return completed(from == Timeline.NONE || to == Timeline.NONE ? Map.of()
                    : LegTexts.arrow(model, from, to, arrow));
        }
        long[] items = parameters.items();
        long[] times = parameters.times();
        int thread = items == null || items.length == 0 ? Timeline.NONE : EntryIds.thread(timeline, items[0]);
        int leg = thread == Timeline.NONE || times.length == 0 ? -1 : model.legAt(thread, times[0]);
        return completed(leg < 0 ? Map.of() : LegTexts.tooltip(model, leg));
    }

    @Override
    public void dispose() {
        super.dispose();
        synchronized (kept) {
            kept.clear();
        }
    }

    /** Makes it. */
    public static final class Factory extends ProviderFactory {
        /** For the extension. */
        public Factory() {
            super(ID, Messages.providerName, Messages.providerDescription, ProviderType.TIME_GRAPH,
                    (trace, analysis) -> new CriticalPathDataProvider(analysis));
        }
    }
}
