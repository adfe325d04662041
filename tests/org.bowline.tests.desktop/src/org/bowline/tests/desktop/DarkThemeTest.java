/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.Platform;
import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

import org.bowline.core.trace.IntervalSpec;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.flame.FlameView;
import org.bowline.tracecompass.ui.knots.KnotsView;
import org.bowline.tracecompass.ui.requests.RequestsView;
import org.bowline.tracecompass.ui.threads.ThreadsView;

/** All views in the dark theme. */
final class DarkThemeTest {
    private static final String DARK = "org.eclipse.e4.ui.css.theme.e4_dark";
    private static final String LIGHT = "org.eclipse.e4.ui.css.theme.e4_default";
    private static final List<String> VIEWS = List.of("clocks", "waitfor", "knots", "threads", "criticalpath", "findings", "requests",
            "compare",
            "tags", "flame", "details", "tables");
    private static final RGB DARK_BACKGROUND = new RGB(0x1f, 0x23, 0x28);

    /** The engine has no public API. */
    private static void theme(String id) {
        try {
            Object display = PlatformUI.getWorkbench().getDisplay();
            BundleContext context = FrameworkUtil.getBundle(PlatformUI.class).getBundleContext();
            ServiceReference<?> reference = context.getServiceReference("org.eclipse.e4.ui.css.swt.theme.IThemeManager");
            Object manager = context.getService(reference);
            Class<?> type = Platform.getBundle("org.eclipse.e4.ui.css.swt.theme")
                    .loadClass("org.eclipse.e4.ui.css.swt.theme.IThemeManager");
            Object engine = type.getMethod("getEngineForDisplay", org.eclipse.swt.widgets.Display.class).invoke(manager, display);
            Class<?> engineType = Platform.getBundle("org.eclipse.e4.ui.css.swt.theme")
                    .loadClass("org.eclipse.e4.ui.css.swt.theme.IThemeEngine");
            engineType.getMethod("setTheme", String.class, boolean.class).invoke(engine, id, false);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the theme cannot be changed", e);
        }
    }

    private static ColorRegistry colors() {
        return PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
    }

    /** Every view in front in its place of the perspective, in a window of a size; the flame graph alone, as else most of its levels are out of sight. */
    private static void pictures(TmfExperiment experiment, String theme, int width, int height) throws WorkbenchException {
        Workbench.resize(width, height);
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.settle();
        for (String name : VIEWS) {
            IViewPart view = Workbench.showView("org.bowline.views." + name);
            assertNotNull(view);
            Workbench.settle();
            if (view instanceof RequestsView requests) {
                Workbench.await("the traces are read", () -> requests.answer() != null && !requests.isBusy());
                requests.choose(experiment, List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")));
                Workbench.await("the requests are known", () -> requests.answer() instanceof RequestsAnswer.Known && !requests.isBusy());
            }
            if (view instanceof CompareView compare) {
                compare.showSweep(Path.of(System.getProperty("bowline.root"), "tests", "traces", "fallen-server"));
                Workbench.await("the sweep is shown", () -> compare.answer() instanceof CompareAnswer.Swept && !compare.isBusy());
            }
            boolean low = view instanceof FlameView;
            if (low) {
                Workbench.page().toggleZoom(Workbench.page().getReference(view));
            }
            Workbench.settle();
            Workbench.pump(() -> false, 500);
            Pictures.screenshot(theme + '-' + name + '-' + width);
            if (low) {
                Workbench.page().toggleZoom(Workbench.page().getReference(view));
            }
        }
    }

    private static void assertDark(Color header) {
        assertTrue(header.getRed() + header.getGreen() + header.getBlue() < 3 * 100, () -> "the header is dark: " + header);
    }

    /** Eclipse 4.18 cannot change its theme any more once a table with rows was closed, and tests after it find another layout. */
    private static boolean wanted(String... theme) {
        return List.of(theme).contains(System.getProperty("bowline.theme", ""));
    }

    @Test
    void everyViewIsDarkInTheDarkTheme() throws WorkbenchException {
        assumeTrue(wanted("true", "dark"), "needs a workbench of its own: -Dbowline.theme=dark -Dtest=DarkThemeTest");
        TmfExperiment experiment = Samples.openSample();
        theme(DARK);
        Workbench.await("the colours are those of the dark theme",
                () -> DARK_BACKGROUND.equals(colors().getRGB("org.bowline.clocks.background")));
        theme(LIGHT);
        Workbench.await("and again of the light one",
                () -> new RGB(255, 255, 255).equals(colors().getRGB("org.bowline.clocks.background")));
        theme(DARK);
        Workbench.await("and of the dark one", () -> DARK_BACKGROUND.equals(colors().getRGB("org.bowline.clocks.background")));
        assertEquals(DARK_BACKGROUND, colors().getRGB("org.bowline.graph.background"));
        assertEquals(new RGB(0x8a, 0x80, 0x72), colors().getRGB("org.bowline.colors.blocked-unknown"));
        KnotsView knots = (KnotsView) Workbench.showView(KnotsView.ID);
        ThreadsView threads = (ThreadsView) Workbench.showView(ThreadsView.ID);
        Workbench.settle();
        assertDark(knots.knotsTable().table().getHeaderBackground());
        assertDark(threads.getTimeGraphViewer().getTree().getHeaderBackground());
        pictures(experiment, "dark", 1600, 1000);
        pictures(experiment, "dark", 1280, 800);
        Samples.closeAll();
    }

    /** Pictures for people to look at. */
    @Test
    void everyViewIsShownInTheLightTheme() throws WorkbenchException {
        assumeTrue(wanted("light"), "makes pictures only: -Dbowline.theme=light -Dtest=DarkThemeTest");
        TmfExperiment experiment = Samples.openSample();
        pictures(experiment, "light", 1600, 1000);
        pictures(experiment, "light", 1280, 800);
        Samples.closeAll();
    }
}
