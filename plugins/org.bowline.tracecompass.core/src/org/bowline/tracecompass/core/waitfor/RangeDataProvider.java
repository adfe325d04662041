/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.provider.AnalysisAccess;
import org.bowline.tracecompass.core.provider.AnalysisProvider;
import org.bowline.tracecompass.core.provider.QueryParameters;

/** A tree that is computed from the wait-for graph of a range. Parameters, all optional: see docs/reference/data-providers.md. */
public abstract class RangeDataProvider extends AnalysisProvider<TmfTreeDataModel> {
    /** A collection of names: the waits of these hosts' threads start the chains. */
    public static final String HOSTS_KEY = "hosts";
    /** A collection of texts HOST:PID: and those of these processes' threads. */
    public static final String PROCESSES_KEY = "processes";

    private final ITmfTrace trace;

    /** Of an experiment or trace and its analysis. */
    protected RangeDataProvider(String id, List<String> headers, ITmfTrace trace, AnalysisAccess access) {
        super(id, headers, access);
        this.trace = trace;
    }

    /** The entries, parents before children. */
    protected abstract List<TmfTreeDataModel> entries(WaitForAnswer answer, QueryParameters parameters);

    @Override
    protected final TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> tree(AnalysisResult result, QueryParameters parameters,
            Progress progress) {
        long[] range = parameters.range(result.timeline());
        if (range[0] >= range[1]) {
            throw new IllegalArgumentException(CommonStatusMessage.INCORRECT_QUERY_INTERVAL);
        }
        WaitForAnswer answer = WaitForAnswers.of(trace, result).get(range[0], range[1], origins(parameters), progress);
        return completedTree(entries(answer, parameters));
    }

    private static WaitOrigins origins(QueryParameters parameters) {
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

    private static Set<String> texts(QueryParameters parameters, String key) {
        Object value = parameters.value(key);
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
