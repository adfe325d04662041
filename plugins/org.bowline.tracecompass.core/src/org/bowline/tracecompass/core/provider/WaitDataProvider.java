/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.IOutputStyleProvider;
import org.eclipse.tracecompass.tmf.core.model.OutputStyleModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/**
 * A time graph over the wait analysis. While that runs, all answers are RUNNING, with an empty model; when it failed, FAILED with its text; when it
 * or the query was cancelled, CANCELLED. Safe for many threads; keeps nothing of a closed trace.
 */
public abstract class WaitDataProvider implements ITimeGraphDataProvider<TimeGraphEntryModel>, IOutputStyleProvider {
    private volatile AnalysisAccess access;

    /** One over an analysis. */
    protected WaitDataProvider(AnalysisAccess access) {
        this.access = access;
    }

    /** Computes an answer from the result. */
    @FunctionalInterface
    private interface Query<T> {
        TmfModelResponse<T> answer(AnalysisResult result, QueryParameters parameters, Progress progress);
    }

    @Override
    public final TmfModelResponse<TmfTreeModel<TimeGraphEntryModel>> fetchTree(Map<String, Object> parameters,
            @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, new TmfTreeModel<>(headers(), List.of()), this::tree);
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

    /** The titles of the tree's columns. */
    protected abstract List<String> headers();

    /** The tree. */
    protected abstract TmfModelResponse<TmfTreeModel<TimeGraphEntryModel>> tree(AnalysisResult result, QueryParameters parameters,
            Progress progress);

    /** The states of rows. */
    protected abstract TmfModelResponse<TimeGraphModel> rows(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** The arrows between rows. */
    protected abstract TmfModelResponse<List<ITimeGraphArrow>> arrows(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** What there is to say about a moment of a row, or about an arrow. */
    protected abstract TmfModelResponse<Map<String, String>> tooltip(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** A complete answer. */
    protected static <T> TmfModelResponse<T> completed(T model) {
        return new TmfModelResponse<>(model, Status.COMPLETED, Objects.requireNonNull(CommonStatusMessage.COMPLETED));
    }

    /** A complete answer with something to say. */
    protected static <T> TmfModelResponse<T> completed(T model, String message) {
        return new TmfModelResponse<>(model, Status.COMPLETED, message);
    }

    /** The analysis as it is now. */
    public final AnalysisAccess.Now analysis() {
        return access.now();
    }

    private <T> TmfModelResponse<T> ask(Map<String, Object> parameters, @Nullable IProgressMonitor monitor, T empty, Query<T> query) {
        AnalysisAccess.Now now = access.now();
        AnalysisResult result = now.result();
        if (result == null) {
            return new TmfModelResponse<>(empty, status(now.phase()), now.message());
        }
        try {
            return query.answer(result, new QueryParameters(parameters),
                    new MonitorProgress(monitor == null ? new NullProgressMonitor() : monitor));
        } catch (CancelledException e) {
            return new TmfModelResponse<>(empty, Status.CANCELLED, Objects.requireNonNull(CommonStatusMessage.TASK_CANCELLED));
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            return new TmfModelResponse<>(empty, Status.FAILED,
                    message == null ? Objects.requireNonNull(CommonStatusMessage.INCORRECT_QUERY_PARAMETERS) : message);
        }
    }

    private static Status status(AnalysisAccess.Phase phase) {
        return switch (phase) {
            case RUNNING -> Status.RUNNING;
            case DONE -> Status.COMPLETED;
            case CANCELLED -> Status.CANCELLED;
            case FAILED -> Status.FAILED;
        };
    }

    @Override
    public void dispose() {
        access = AnalysisAccess.closed();
    }
}
