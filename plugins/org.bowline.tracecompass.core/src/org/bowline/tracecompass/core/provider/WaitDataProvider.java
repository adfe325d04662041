/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.IOutputStyleProvider;
import org.eclipse.tracecompass.tmf.core.model.OutputStyleModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;

/** A time graph over the wait analysis. */
public abstract class WaitDataProvider extends AnalysisProvider<TimeGraphEntryModel>
        implements ITimeGraphDataProvider<TimeGraphEntryModel>, IOutputStyleProvider {
    /** As {@link AnalysisProvider}. */
    protected WaitDataProvider(String id, List<String> headers, AnalysisAccess access) {
        super(id, headers, access);
    }

    @Override
    public final TmfModelResponse<TimeGraphModel> fetchRowModel(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, new TimeGraphModel(List.of()), this::rows);
    }

    @Override
    public final TmfModelResponse<List<ITimeGraphArrow>> fetchArrows(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, List.of(), this::arrows);
    }

    @Override
    public final TmfModelResponse<Map<String, String>> fetchTooltip(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, Map.of(), this::tooltip);
    }

    @Override
    public final TmfModelResponse<OutputStyleModel> fetchStyle(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return completed(StateStyle.model());
    }

    /** The states of rows. */
    protected abstract TmfModelResponse<TimeGraphModel> rows(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** The arrows between rows. */
    protected abstract TmfModelResponse<List<ITimeGraphArrow>> arrows(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** What there is to say about a moment of a row, or about an arrow. */
    protected abstract TmfModelResponse<Map<String, String>> tooltip(AnalysisResult result, QueryParameters parameters, Progress progress);
}
