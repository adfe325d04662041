/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.progress.CancelledException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/**
 * A tree that is computed from the wait-for graph of a range. Parameters, all optional: see docs/reference/data-providers.md.
 *
 * <p>As long as the traces are being read the answer is RUNNING, with the columns and no rows.
 */
public abstract class RangeDataProvider implements ITmfTreeDataProvider<TmfTreeDataModel> {
    /** A collection of names: the waits of these hosts' threads start the chains. */
    public static final String HOSTS_KEY = "hosts";
    /** A collection of texts HOST:PID: and those of these processes' threads. */
    public static final String PROCESSES_KEY = "processes";

    private final ITmfTrace trace;
    private final WaitAnalysisModule module;

    /** Of an experiment or trace and its analysis. */
    protected RangeDataProvider(ITmfTrace trace, WaitAnalysisModule module) {
        this.trace = trace;
        this.module = module;
    }

    /** The names of the columns. */
    protected abstract List<String> headers();

    /** The entries, parents before children. */
    protected abstract List<TmfTreeDataModel> entries(AnalysisResult result, WaitForAnswer answer, Map<String, Object> parameters);

    @Override
    public final TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            @Nullable IProgressMonitor monitor) {
        AnalysisResult result = module.result();
        if (result == null) {
            String failure = module.failure();
            if (failure != null) {
                return response(List.of(), Status.FAILED, failure);
            }
            if (module.state() == WaitAnalysisModule.State.CANCELLED) {
                return response(List.of(), Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
            }
            module.start();
            return response(List.of(), Status.RUNNING, CommonStatusMessage.RUNNING);
        }
        try {
            long from = result.timeline().startNanos();
            long to = result.timeline().endNanos();
            List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
            if (times != null && !times.isEmpty()) {
                from = Math.max(from, times.get(0));
                to = Math.min(to, times.get(times.size() - 1));
            }
            if (from >= to) {
                return response(List.of(), Status.FAILED, CommonStatusMessage.INCORRECT_QUERY_INTERVAL);
            }
            WaitForAnswer answer = WaitForAnswers.of(trace, result).get(from, to, origins(parameters),
                    new MonitorProgress(monitor == null ? new NullProgressMonitor() : monitor));
            return response(entries(result, answer, parameters), Status.COMPLETED, CommonStatusMessage.COMPLETED);
        } catch (CancelledException e) {
            return response(List.of(), Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        } catch (IllegalArgumentException e) {
            return response(List.of(), Status.FAILED, CommonStatusMessage.INCORRECT_QUERY_PARAMETERS + ": " + e.getMessage());
        }
    }

    private TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> response(List<TmfTreeDataModel> entries, Status status, String text) {
        return new TmfModelResponse<>(new TmfTreeModel<>(headers(), entries), status, text);
    }

    private static WaitOrigins origins(Map<String, Object> parameters) {
        Set<String> hosts = texts(parameters, HOSTS_KEY);
        Set<WaitOrigins.Process> processes = new HashSet<>();
        for (String text : texts(parameters, PROCESSES_KEY)) {
            int colon = text.lastIndexOf(':');
            if (colon < 0 || !text.substring(colon + 1).matches("\\d{1,9}")) {
                throw new IllegalArgumentException(PROCESSES_KEY + " has '" + text + "', which is not HOST:PID");
            }
            processes.add(new WaitOrigins.Process(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1))));
        }
        return new WaitOrigins(hosts, processes);
    }

    private static Set<String> texts(Map<String, Object> parameters, String key) {
        Object value = parameters.get(key);
        if (value == null) {
            return Set.of();
        }
        if (!(value instanceof Collection<?> collection)) {
            throw new IllegalArgumentException(key + " is not a list");
        }
        Set<String> texts = new HashSet<>();
        for (Object element : collection) {
            texts.add(String.valueOf(element));
        }
        return texts;
    }
}
