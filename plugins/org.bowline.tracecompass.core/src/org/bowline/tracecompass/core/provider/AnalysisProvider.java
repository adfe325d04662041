/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/**
 * A data provider that answers from the wait analysis. While that runs, all answers are RUNNING, with an empty model; when it failed, or the parameters make
 * no sense, FAILED with a text; when it or the query was cancelled, CANCELLED. Safe for many threads; keeps nothing of a closed trace.
 *
 * @param <E> an entry of its tree
 */
public abstract class AnalysisProvider<E extends ITmfTreeDataModel> implements ITmfTreeDataProvider<E> {
    private final String id;
    private final List<String> headers;
    private volatile AnalysisAccess access;

    /**
     * One over an analysis.
     *
     * @param id its stable id
     * @param headers the titles of the tree's columns
     * @param access how it comes to the result
     */
    protected AnalysisProvider(String id, List<String> headers, AnalysisAccess access) {
        this.id = id;
        this.headers = headers;
        this.access = access;
    }

    /**
     * Computes an answer from the result. An {@link IllegalArgumentException} says what is wrong with the parameters.
     *
     * @param <T> the model
     */
    @FunctionalInterface
    protected interface Query<T> {
        /** The answer. */
        TmfModelResponse<T> answer(AnalysisResult result, QueryParameters parameters, Progress progress);
    }

    @Override
    public final String getId() {
        return id;
    }

    @Override
    public final TmfModelResponse<TmfTreeModel<E>> fetchTree(Map<String, Object> parameters, @Nullable IProgressMonitor monitor) {
        return ask(parameters, monitor, new TmfTreeModel<>(headers, List.of()), this::tree);
    }

    /** The tree. */
    protected abstract TmfModelResponse<TmfTreeModel<E>> tree(AnalysisResult result, QueryParameters parameters, Progress progress);

    /** A tree of entries, parents before children. */
    protected final TmfModelResponse<TmfTreeModel<E>> completedTree(List<E> entries, String message) {
        return new TmfModelResponse<>(new TmfTreeModel<>(headers, entries), Status.COMPLETED, message);
    }

    /** A complete tree. */
    protected final TmfModelResponse<TmfTreeModel<E>> completedTree(List<E> entries) {
        return completedTree(entries, CommonStatusMessage.COMPLETED);
    }

    /** A complete answer. */
    protected static <T> TmfModelResponse<T> completed(T model) {
        return new TmfModelResponse<>(model, Status.COMPLETED, CommonStatusMessage.COMPLETED);
    }

    /** The analysis as it is now. */
    public final AnalysisAccess.Now analysis() {
        return access.now();
    }

    /** Answers a query, if there is a result: else says why there is none, with the empty model. */
    protected final <T> TmfModelResponse<T> ask(Map<String, Object> parameters, @Nullable IProgressMonitor monitor, T empty,
            Query<T> query) {
        AnalysisAccess.Now now = access.now();
        AnalysisResult result = now.result();
        if (result == null) {
            return new TmfModelResponse<>(empty, status(now.phase()), now.message());
        }
        try {
            return query.answer(result, new QueryParameters(parameters),
                    new MonitorProgress(monitor == null ? new NullProgressMonitor() : monitor));
        } catch (CancelledException e) {
            return new TmfModelResponse<>(empty, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        } catch (IllegalArgumentException e) {
            String message = e.getMessage();
            return new TmfModelResponse<>(empty, Status.FAILED, message == null ? CommonStatusMessage.INCORRECT_QUERY_PARAMETERS : message);
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
