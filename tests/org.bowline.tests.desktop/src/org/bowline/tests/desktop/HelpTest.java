/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.eclipse.core.runtime.Platform;
import org.eclipse.e4.ui.model.application.ui.basic.MPart;
import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.help.IHelpResource;
import org.eclipse.help.IToc;
import org.eclipse.help.ITopic;
import org.eclipse.jface.bindings.Binding;
import org.eclipse.jface.bindings.keys.KeySequence;
import org.eclipse.jface.bindings.keys.ParseException;
import org.eclipse.jface.preference.PreferenceDialog;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.eclipse.ui.keys.IBindingService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.rcp.Pages;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.export.ReportWizard;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferencePage;
import org.bowline.tracecompass.ui.sample.Sample;

/** Help where one is: F1, the contents, the shipped sample, the preferences. */
final class HelpTest {
    private static final int MOST_POPUPS = 5;
    private static final long STAYS_MILLIS = 200;
    private static final String GUIDE = "org.bowline.views.guide";
    private static final List<String> CONTEXTS = List.of("threads", "critical_path", "wait_for", "knots", "clocks", "preferences",
            "export", "findings", "requests", "compare");

    @AfterEach
    void close() {
        Samples.closeAll();
    }

    private static Path file(String href) {
        URL url = Pages.url(href);
        assertNotNull(url, "no page " + href);
        try {
            return Path.of(new URL(url.toString().replaceFirst("#.*", "")).toURI());
        } catch (URISyntaxException | IOException e) {
            throw new AssertionError(href, e);
        }
    }

    @Test
    void everyContextHasATextAndLinksToPagesThatExist() {
        for (String id : CONTEXTS) {
            IContext context = HelpSystem.getContext("org.bowline.help." + id);
            assertNotNull(context, id);
            assertTrue(context.getText().length() > 80, id);
            assertTrue(context.getRelatedTopics().length > 0, id);
            for (IHelpResource topic : context.getRelatedTopics()) {
                assertTrue(Files.isRegularFile(file(topic.getHref())), topic.getHref());
            }
        }
    }

    @Test
    void everyPageOfTheContentsExists() {
        IToc ours = java.util.Arrays.stream(HelpSystem.getTocs()).filter(toc -> toc.getHref().startsWith("/org.bowline.help/")).findFirst()
                .orElseThrow();
        List<String> pages = new ArrayList<>();
        collect(ours.getTopics(), pages);
        assertTrue(pages.size() > 10, pages.toString());
        pages.forEach(page -> assertTrue(Files.isRegularFile(file(page)), page));
    }

    private static void collect(ITopic[] topics, List<String> pages) {
        for (ITopic topic : topics) {
            if (topic.getHref() != null) {
                pages.add(topic.getHref());
            }
            collect(topic.getSubtopics(), pages);
        }
    }

    /** Trace Compass's program has "Check for Updates" and "Install New Software", which would find nothing. */
    @Test
    void theHelpMenuAsksNoSiteForUpdatesAsThereIsNone() throws WorkbenchException {
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.page().resetPerspective();
        Workbench.settle();
        Menu help = Arrays.stream(Workbench.window().getShell().getMenuBar().getItems())
                .filter(item -> item.getText().replace("&", "").equals("Help")).findFirst().orElseThrow().getMenu();
        help.notifyListeners(SWT.Show, new Event());
        List<String> entries = Arrays.stream(help.getItems()).map(item -> item.getText().replace("&", "")).toList();
        help.notifyListeners(SWT.Hide, new Event());
        assertTrue(entries.contains("Open the Sample"), entries::toString);
        assertTrue(entries.stream().noneMatch(entry -> entry.contains("Update") || entry.contains("Install")), entries::toString);
    }

    /** Trace Compass's program gives F1 to the contents; its bindings are here as in the product. */
    @Test
    void f1IsHelpOnWhatIsShown() throws ParseException {
        assertNotNull(Platform.getBundle("org.eclipse.tracecompass.rcp.ui"), "the bundle that binds F1 otherwise");
        Workbench.window();
        Binding binding = PlatformUI.getWorkbench().getService(IBindingService.class)
                .getPerfectMatch(KeySequence.getInstance("F1"));
        assertNotNull(binding, "F1 is bound");
        assertEquals("org.eclipse.ui.help.dynamicHelp", binding.getParameterizedCommand().getId());
    }

    @Test
    void f1ShowsTheHelpOfEachView() {
        Samples.openSample();
        for (String[] view : new String[][] {{"threads", "threads"}, {"criticalpath", "critical_path"}, {"waitfor", "wait_for"},
            {"knots", "knots"}, {"clocks", "clocks"}, {"findings", "findings"},
            {"requests", "requests"}, {"compare", "compare"}}) {
            IWorkbenchPart part = Workbench.showView("org.bowline.views." + view[0]);
            Workbench.settle();
            part.setFocus();
            f1Shows(view[1], () -> true);
        }
    }

    @Test
    void f1ShowsTheHelpOfAViewThatShowsOnlyAText() {
        Samples.closeAll();
        IWorkbenchPart part = Workbench.showView("org.bowline.views.criticalpath");
        Workbench.settle();
        part.setFocus();
        f1Shows("critical_path", () -> true);
    }

    @Test
    void f1ShowsTheHelpOfTheReportWizard() {
        Samples.openSample();
        ReportWizard wizard = new ReportWizard();
        wizard.init(PlatformUI.getWorkbench(), StructuredSelection.EMPTY);
        WizardDialog dialog = new WizardDialog(Workbench.window().getShell(), wizard);
        dialog.setBlockOnOpen(false);
        dialog.open();
        try {
            dialog.getShell().forceActive();
            f1Shows("export", () -> Display.getCurrent().getActiveShell() == dialog.getShell());
        } finally {
            dialog.close();
        }
    }

    /** Types F1 when the window is ready, and expects one popup with the text of a context, which Escape closes. */
    private static void f1Shows(String id, BooleanSupplier ready) {
        Workbench.await("the window is in front", ready);
        String text = HelpSystem.getContext("org.bowline.help." + id).getText().strip().replaceAll("\\s+", " ");
        Shell shown = staying(id, text);
        Pictures.screenshot(shown, "help-f1-" + id);
        if (Display.getCurrent().getActiveShell() == shown) {
            Hand.key("Escape");
            Workbench.pump(shown::isDisposed, 3_000);
        }
        if (!shown.isDisposed()) {
            shown.close(); // without a window manager a popup above a dialog does not always get the keyboard
        }
        Workbench.await("help on " + id + " is closed", () -> popup(text) == null);
    }

    /** The popup; it goes when the window below gets the keyboard once more, which a busy machine tells late, and then a person types F1 again. */
    private static Shell staying(String id, String text) {
        for (int attempt = 1; attempt <= MOST_POPUPS; attempt++) {
            Hand.key("F1", "help on " + id + " is shown", () -> popup(text) != null);
            Shell shown = popup(text);
            if (shown != null && !Workbench.pump(() -> popup(text) != shown, STAYS_MILLIS)) {
                return shown;
            }
            System.out.println("the help on " + id + " has gone, F1 is typed again");
        }
        return fail("help on " + id + " does not stay");
    }

    private static Shell popup(String text) {
        for (Shell shell : Display.getCurrent().getShells()) {
            if (shell.isVisible() && holds(shell, text)) {
                return shell;
            }
        }
        return null;
    }

    private static boolean holds(Composite parent, String text) {
        for (Control child : parent.getChildren()) {
            if (child instanceof Label label && label.getText().replace("&&", "&").equals(text)
                    || child instanceof Composite composite && holds(composite, text)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void everyStepOfTheGuideDoesWhatItSays() {
        Samples.openSample();
        IViewPart guide = Workbench.showView(GUIDE);
        List<Link> steps = links(guide);
        assertEquals(7, steps.size(), "the steps of the sheet");
        String[] shows = {"threads", "criticalpath", "waitfor", "knots", "clocks"};
        for (String view : shows) {
            IViewPart shown = Workbench.page().findView("org.bowline.views." + view);
            if (shown != null) {
                Workbench.page().hideView(shown);
            }
        }
        Workbench.await("the guide is laid out", () -> steps.get(0).getParent().getSize().x > 0);
        Pictures.screenshot(steps.get(0).getParent(), "guide");
        String[] expected = {"clocks", "threads", "criticalpath", "waitfor", "knots"};
        for (int i = 0; i < expected.length; i++) {
            String id = "org.bowline.views." + expected[i];
            Workbench.page().activate(guide);
            press(steps.get(i + 1));
            Workbench.await(steps.get(i + 1).getText() + " shows its view", () -> {
                IWorkbenchPart active = Workbench.page().getActivePart();
                return active != null && active.getSite().getId().equals(id);
            });
            Workbench.settle();
        }
        Workbench.page().activate(guide);
        // the wizard runs an event loop of its own: a look from within it, which closes it
        boolean[] wizard = {false};
        Display display = Display.getCurrent();
        Runnable look = new Runnable() {
            @Override
            public void run() {
                for (Shell shell : display.getShells()) {
                    if (shell.getData() instanceof WizardDialog dialog && dialog.getCurrentPage() != null) {
                        wizard[0] = dialog.getCurrentPage().getWizard() instanceof ReportWizard;
                        dialog.close();
                        return;
                    }
                }
                display.timerExec(50, this);
            }
        };
        display.timerExec(50, look);
        press(steps.get(6));
        Workbench.await("the wizard of the report is shown", () -> wizard[0]);
        display.timerExec(-1, look);
    }

    @Test
    void theFirstStepOfTheGuideOpensTheSample() {
        Samples.forgetAll();
        IViewPart guide = Workbench.showView(GUIDE);
        press(links(guide).get(0));
        Workbench.await("the sample is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment experiment
                && experiment.getTraces().size() >= 3);
        Workbench.settle();
        Samples.forgetAll();
    }

    private static List<Link> links(IViewPart guide) {
        return guide.getSite().getService(MPart.class).getWidget() instanceof Composite pane ? links(pane) : List.of();
    }

    private static List<Link> links(Composite parent) {
        List<Link> found = new ArrayList<>();
        for (Control child : parent.getChildren()) {
            if (child instanceof Link link) {
                found.add(link);
            } else if (child instanceof Composite composite) {
                found.addAll(links(composite));
            }
        }
        return found;
    }

    /** What a click on the link does; the mouse could miss one that is scrolled out of the view. */
    private static void press(Link link) {
        link.notifyListeners(SWT.Selection, new Event());
    }

    @Test
    void theSampleIsShippedAndUnpackedOnce() throws IOException {
        Path folder = Scratch.folder("bowline-help-");
        Path sample = Sample.unpackedBelow(folder);
        assertEquals(Sample.NAME, sample.getFileName().toString());
        try (java.util.stream.Stream<Path> files = Files.walk(sample)) {
            assertEquals(3, files.filter(file -> file.endsWith(Path.of("kernel", "metadata"))).count());
        }
        Path mark = Files.createFile(sample.resolve("mark"));
        assertEquals(sample, Sample.unpackedBelow(folder));
        assertTrue(Files.exists(mark), "not unpacked again");
        try (java.util.stream.Stream<Path> left = Files.list(folder)) {
            assertEquals(1, left.count());
        }
    }

    /** The point it extends is absent here, as in the product: the registry does not know it, an Eclipse with cheat sheets does. */
    @Test
    void theCheatSheetIsOfferedToAnEclipseThatShowsThem() throws IOException {
        assertNotNull(Platform.getBundle("org.bowline.help").getEntry("cheatsheets/find-the-bottleneck.xml"));
        try (java.io.InputStream in = Platform.getBundle("org.bowline.help").getEntry("plugin.xml").openStream()) {
            String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertTrue(text.contains("point=\"org.eclipse.ui.cheatsheets.cheatSheetContent\""), text);
            assertTrue(text.contains("id=\"org.bowline.help.findTheBottleneck\""), text);
        }
    }

    @Test
    void thePreferencePageOpensWithTheDefaults() {
        PreferenceDialog dialog = PreferencesUtil.createPreferenceDialogOn(Workbench.window().getShell(), WaitAnalysisPreferencePage.ID,
                null,
                null);
        dialog.setBlockOnOpen(false);
        dialog.open();
        try {
            assertTrue(dialog.getSelectedPage() instanceof WaitAnalysisPreferencePage);
            assertFalse(((WaitAnalysisPreferencePage) dialog.getSelectedPage()).getErrorMessage() != null);
            Workbench.pump(() -> false, 500);
            Pictures.screenshot(dialog.getShell(), "preferences");
            WaitAnalysisPreferencePage page = (WaitAnalysisPreferencePage) dialog.getSelectedPage();
            Text nodes = (Text) Workbench.controls(page.getControl())
                    .filter(control -> control instanceof Text text && text.getText().equals("60")).findFirst().orElseThrow();
            nodes.setText("2");
            nodes.notifyListeners(SWT.KeyUp, new Event()); // it is looked at as it is typed
            assertEquals("Most nodes: a whole number from 5 to 500", page.getErrorMessage());
            Pictures.screenshot(dialog.getShell(), "preferences-wrong");
            nodes.setText("60");
            dialog.getShell().forceActive();
            f1Shows("preferences", () -> Display.getCurrent().getActiveShell() == dialog.getShell());
        } finally {
            dialog.close();
        }
    }
}
