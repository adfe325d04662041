/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.eclipse.core.runtime.IExtensionRegistry;
import org.eclipse.core.runtime.Platform;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.views.IViewCategory;
import org.eclipse.ui.views.IViewDescriptor;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.threads.ThreadsView;

class WorkbenchTest {
    @Test
    void thePerspectiveOpensInARealWorkbench() throws Exception {
        assertNotNull(Display.getCurrent(), "runs in the UI thread");
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, window);
        assertEquals(WaitAnalysisPerspective.ID, window.getActivePage().getPerspective().getId());
    }

    @Test
    void theProjectExplorerIsFoldedUntilSomebodyWantsIt() throws Exception {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        IWorkbenchPage page = Workbench.page();
        page.resetPerspective();
        IViewReference explorer = page.findViewReference("org.eclipse.ui.navigator.ProjectExplorer");
        Workbench.await("it is folded", () -> page.getPartState(explorer) == IWorkbenchPage.STATE_MINIMIZED);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Workbench.settle();
        int before = left(threads);
        assertTrue(before < 100, () -> "the views begin at the edge of the window, at " + before);
        page.setPartState(explorer, IWorkbenchPage.STATE_RESTORED);
        Workbench.await("there is room for it again", () -> left(threads) > 200);
        assertTrue(page.isPartVisible(explorer.getPart(true)));
        page.resetPerspective();
        Workbench.await("it is folded again", () -> left(threads) < 100);
    }

    /** Among the views of a whole Trace Compass: by the name of what was installed, and none is taken for one of another plug-in. */
    @Test
    void viewsAreFoundByTheNameOfTheProgramAndTakenForNoOther() {
        List<IViewDescriptor> all = List.of(PlatformUI.getWorkbench().getViewRegistry().getViews());
        List<IViewDescriptor> ours = all.stream().filter(view -> view.getId().startsWith("org.bowline.views.")).toList();
        assertTrue(ours.size() > 10, ours::toString);
        for (IViewCategory category : PlatformUI.getWorkbench().getViewRegistry().getCategories()) {
            if (category.getId().equals("org.bowline.views.category")) {
                assertEquals("Bowline", category.getLabel());
            }
        }
        for (IViewDescriptor one : ours) {
            assertEquals(List.of(one.getId()),
                    all.stream().filter(view -> view.getLabel().equals(one.getLabel())).map(IViewDescriptor::getId).distinct().toList(),
                    one.getLabel());
        }
    }

    @Test
    void theReportIsFoundByTheNameOfTheProgramAmongTheExports() {
        IExtensionRegistry registry = Platform.getExtensionRegistry();
        List<String> keywords = Arrays.stream(registry.getConfigurationElementsFor("org.eclipse.ui.exportWizards"))
                .filter(wizard -> "org.bowline.export".equals(wizard.getAttribute("id")))
                .flatMap(wizard -> Arrays.stream(wizard.getChildren("keywordReference"))).map(reference -> reference.getAttribute("id"))
                .flatMap(id -> Arrays.stream(registry.getConfigurationElementsFor("org.eclipse.ui.keywords"))
                        .filter(keyword -> id.equals(keyword.getAttribute("id"))))
                .map(keyword -> keyword.getAttribute("label")).toList();
        assertTrue(keywords.stream().anyMatch(words -> words.contains("bowline export report")), keywords::toString);
    }

    private static int left(ThreadsView view) {
        return view.getTimeGraphViewer().getControl().getParent().toDisplay(0, 0).x;
    }

    @Test
    void theSampleOpensAsAnExperimentOfThreeHosts() {
        TmfExperiment experiment = Samples.openSample();
        assertEquals(6, experiment.getTraces().size(), "a kernel and a user-space trace of each host");
        Pictures.screenshot("sample-opened");
        assertSame(experiment, Samples.openSample(), "opened once");
        Samples.forgetAll();
    }
}
