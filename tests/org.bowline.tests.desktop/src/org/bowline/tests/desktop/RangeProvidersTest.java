/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.knots.KnotsDataProvider;
import org.bowline.tracecompass.core.provider.Releases;
import org.bowline.tracecompass.core.waitfor.RangeDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;

/** The data providers of the wait-for graph and the knots, asked as another front end asks them. */
class RangeProvidersTest {
    private TmfExperiment experiment;

    @BeforeEach
    void open() {
        Workbench.hideViews();
        Samples.forgetAll();
        experiment = Samples.openSample("wperf-example");
    }

    @AfterEach
    void close() {
        Samples.closeAll();
    }

    @SuppressWarnings("unchecked")
    private TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> fetch(String id, Map<String, Object> parameters) {
        ITmfTreeDataProvider<TmfTreeDataModel> provider = Releases.dataProvider(experiment, id,
                ITmfTreeDataProvider.class);
        assertNotNull(provider, id);
        assertEquals(id, provider.getId());
        return provider.fetchTree(parameters, new NullProgressMonitor());
    }

    private AnalysisResult result() {
        WaitAnalysisModule module = WaitAnalysisModule.of(experiment);
        module.start();
        Workbench.await("the analysis has a result", () -> module.result() != null);
        return module.result();
    }

    @Test
    void theyAnswerRunningUntilTheTracesAreReadAndThenTheTree() {
        Job.getJobManager().suspend(); // the analysis cannot be quicker than this test
        TmfModelResponse<TmfTreeModel<TmfTreeDataModel>> first;
        try {
            first = fetch(WaitForDataProvider.ID, Map.of());
        } finally {
            Job.getJobManager().resume();
        }
        assertEquals(Status.RUNNING, first.getStatus());
        assertEquals(7, first.getModel().getHeaders().size());
        AnalysisResult result = result();
        var whole = fetch(WaitForDataProvider.ID, Map.of());
        assertEquals(Status.COMPLETED, whole.getStatus());
        WaitForAnswer answer = WaitForAnswers.of(experiment, result).get(result.timeline().startNanos(), result.timeline().endNanos(),
                WaitOrigins.ALL,
                Progress.NONE);
        assertEquals(answer.graph().edgeCount(), whole.getModel().getEntries().stream().filter(entry -> entry.getParentId() >= 0).count());
        var knots = fetch(KnotsDataProvider.ID, Map.of());
        assertEquals(answer.hierarchy().knots().size(),
                knots.getModel().getEntries().stream().filter(entry -> entry.getParentId() < 0).count());
        var lower = fetch(KnotsDataProvider.ID, Map.of(KnotsDataProvider.THRESHOLD_KEY, 0L));
        assertEquals(answer.hierarchy().knotsAt(0).size(),
                lower.getModel().getEntries().stream().filter(entry -> entry.getParentId() < 0).count());
    }

    @Test
    void theyTakeARangeHostsAndProcessesAndRefuseNonsense() {
        AnalysisResult result = result();
        long from = result.timeline().startNanos() + 1_000_000_000L;
        Map<String, Object> range = Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(from, from + 500_000_000L));
        assertTrue(fetch(WaitForDataProvider.ID, range).getModel().getEntries().size()
                < fetch(WaitForDataProvider.ID, Map.of()).getModel().getEntries().size());
        assertEquals(Status.FAILED,
                fetch(WaitForDataProvider.ID, Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(5L, 5L))).getStatus());
        assertEquals(Status.FAILED,
                fetch(WaitForDataProvider.ID, Map.of(RangeDataProvider.PROCESSES_KEY, List.of("nonsense"))).getStatus());
        assertEquals(Status.FAILED, fetch(WaitForDataProvider.ID, Map.of(RangeDataProvider.HOSTS_KEY, "A")).getStatus());
        assertEquals(0,
                fetch(WaitForDataProvider.ID, Map.of(RangeDataProvider.HOSTS_KEY, List.of("nobody"))).getModel().getEntries().size());
        assertEquals(Status.FAILED, fetch(KnotsDataProvider.ID, Map.of(KnotsDataProvider.THRESHOLD_KEY, "much")).getStatus());
    }

    @Test
    void anAnswerIsComputedOnceAndForgottenWhenItsTraceIsClosed() {
        AnalysisResult result = result();
        WaitForAnswers answers = WaitForAnswers.of(experiment, result);
        long start = result.timeline().startNanos();
        WaitForAnswer first = answers.get(start, start + 1_000_000, WaitOrigins.ALL, Progress.NONE);
        assertSame(first.graph(), answers.get(start, start + 1_000_000, new WaitOrigins(Set.of(), Set.of()), Progress.NONE).graph());
        for (int i = 2; i < 12; i++) {
            answers.get(start, start + i * 1_000_000L, WaitOrigins.ALL, Progress.NONE);
        }
        assertEquals(null, answers.peek(start, start + 1_000_000, WaitOrigins.ALL), "only the last ones are kept");
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThrows(CancelledException.class, () -> answers.get(start, start + 999_999_999L, WaitOrigins.ALL, cancelled));
        assertNotNull(answers.get(start, start + 999_999_999L, WaitOrigins.ALL, Progress.NONE), "who asks next starts anew");
        assertSame(answers, WaitForAnswers.of(experiment, result));
        Samples.closeAll();
        WaitForAnswers late = WaitForAnswers.of(experiment, result);
        assertTrue(answers != late, "forgotten");
        assertTrue(late != WaitForAnswers.of(experiment, result), "what is asked of a closed trace is not kept");
    }
}
