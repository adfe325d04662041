/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;

/**
 * How long it takes from opening an experiment to the first picture of its knots. No test: it runs only by its own command,
 * {@code -Dtest=FirstPictureBenchmark} with BOWLINE_BENCHMARK=DIRECTORY in the environment, and prints its figures; docs/benchmarks.md has them.
 */
class FirstPictureBenchmark {
    private static final int ROUNDS = 5;

    @Test
    void fromOpenToTheFirstPictureOfKnots() throws Exception {
        String directory = System.getenv("BOWLINE_BENCHMARK");
        assumeTrue(directory != null, "runs only with BOWLINE_BENCHMARK=DIRECTORY");
        assumeTrue(Files.isDirectory(Path.of(directory)), directory + " is no directory");
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        WaitForGraphView view = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        List<String> figures = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Samples.forgetAll();
            TmfExperimentElement element = Samples.importRecording("benchmark", Path.of(directory));
            Workbench.settle();
            long begin = System.nanoTime();
            TmfExperiment experiment = Samples.open(element);
            long opened = System.nanoTime();
            Workbench.await("the picture of knots is drawn",
                    () -> view.shown() != null && view.shown().trace() == experiment && !view.isBusy()
                            && view.canvas().picture() != null);
            view.canvas().update();
            long drawn = System.nanoTime();
            assertFalse(view.canvas().view().knots().isEmpty());
            figures.add(String.format(Locale.ROOT,
                    "opened by Trace Compass %.2f s, from there to the picture %.2f s, in all %.2f s (read anew: %s)",
                    (opened - begin) / 1e9,
                    (drawn - opened) / 1e9, (drawn - begin) / 1e9, !WaitAnalysisModule.of(experiment).isReopened()));
        }
        System.out.println("FirstPictureBenchmark of " + directory + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        figures.forEach(System.out::println);
    }
}
