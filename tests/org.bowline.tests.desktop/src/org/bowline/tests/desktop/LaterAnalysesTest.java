/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.statesystem.ITmfAnalysisModuleWithStateSystems;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.open.LaterAnalyses;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;

/** Analyses that Trace Compass starts by itself, in the product. */
@Tag("opening")
final class LaterAnalysesTest {
    private static final String LINUX = "org.eclipse.tracecompass.analysis.os.linux.views.";
    private static final String CONTROL_FLOW = LINUX + "controlflow";
    private static final String KERNEL = "org.eclipse.tracecompass.analysis.os.linux.kernel";
    private static final String THREADS_OF_EVENTS = "org.eclipse.tracecompass.analysis.os.linux.kernel.tid";
    private static final String STATISTICS = "org.eclipse.linuxtools.tmf.core.statistics.analysis";

    /** Keeps the window busy. */
    private final CountDownLatch rest = new CountDownLatch(1);
    private final Job busy = new Job("somebody waits for this") {
        @Override
        protected IStatus run(IProgressMonitor monitor) {
            try {
                rest.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Status.OK_STATUS;
        }
    };

    @BeforeEach
    void asInTheProduct() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.hide(LINUX); // a view of another test would start what it needs
        Workbench.settle();
        DefaultScope.INSTANCE.getNode(Ui.PLUGIN).putBoolean(LaterAnalyses.SWITCH, true);
        OwnAnalyses.want(true);
        busy.schedule();
    }

    @AfterEach
    void close() {
        rest.countDown();
        DefaultScope.INSTANCE.getNode(Ui.PLUGIN).putBoolean(LaterAnalyses.SWITCH, false);
        OwnAnalyses.want(false);
        Samples.forgetAll();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    private static List<ITmfAnalysisModuleWithStateSystems> modules(TmfExperiment experiment, String id) {
        List<ITmfAnalysisModuleWithStateSystems> found = new ArrayList<>();
        for (ITmfTrace trace : TmfTraceManager.getTraceSet(experiment)) {
            IAnalysisModule module = trace.getAnalysisModule(id);
            if (module instanceof ITmfAnalysisModuleWithStateSystems of) {
                found.add(of);
            }
        }
        return found;
    }

    private static long begun(List<ITmfAnalysisModuleWithStateSystems> modules) {
        return modules.stream().filter(module -> module.getStateSystems().iterator().hasNext()).count();
    }

    @Test
    void theyWaitUntilTheWindowIsAtRestAndAViewThatNeedsOneStartsItAtOnce() throws Exception {
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(Samples.unpack("three-tier")), null));
        List<ITmfAnalysisModuleWithStateSystems> kernels = modules(experiment, KERNEL);
        List<ITmfAnalysisModuleWithStateSystems> threads = modules(experiment, THREADS_OF_EVENTS);
        List<ITmfAnalysisModuleWithStateSystems> statistics = modules(experiment, STATISTICS);
        assertEquals(List.of(3, 3, 6), List.of(kernels.size(), threads.size(), statistics.size()));
        assertTrue(kernels.stream().noneMatch(module -> ((IAnalysisModule) module).isAutomatic()));
        assertEquals(List.of(0L, 0L, 0L), List.of(begun(kernels), begun(threads), begun(statistics)), "none has begun");

        Workbench.showView(CONTROL_FLOW);
        Workbench.await("Control Flow starts what it needs", () -> begun(kernels) == 3);
        assertFalse(busy.getResult() != null, "the window is busy still");
        assertEquals(0, begun(threads) + begun(statistics), "the others wait");
        rest.countDown();
        Workbench.await("the others begin", () -> begun(threads) == 3 && begun(statistics) == 6);
        Workbench.settle();
    }
}
