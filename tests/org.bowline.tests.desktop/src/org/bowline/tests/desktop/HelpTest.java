/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.Platform;
import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.help.IHelpResource;
import org.eclipse.help.IToc;
import org.eclipse.help.ITopic;
import org.eclipse.jface.preference.PreferenceDialog;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.bowline.rcp.Pages;
import org.bowline.tracecompass.ui.clocks.ClocksView;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferencePage;
import org.bowline.tracecompass.ui.sample.Sample;

/** Help where one is: F1, the contents, the shipped sample, the preferences. */
final class HelpTest {
    private static final List<String> CONTEXTS = List.of("threads", "critical_path", "wait_for", "knots", "clocks", "preferences",
            "export");

    @AfterEach
    void close() {
        Workbench.closeAll();
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

    @Test
    void f1ShowsTheHelpOfTheView() {
        Workbench.openSample();
        ClocksView view = (ClocksView) Workbench.showView(ClocksView.ID);
        Workbench.await("the clocks are shown", () -> view.shown() != null && !view.isBusy());
        view.plot().setFocus();
        Shell before = Display.getCurrent().getActiveShell();
        int shells = before.getShells().length;
        Workbench.key("F1");
        Workbench.await("a window with help is open", () -> before.getShells().length > shells);
        Workbench.pump(() -> false, 200);
        Workbench.screenshot(before.getShells()[shells], "help-f1");
        Workbench.key("Escape");
        Workbench.await("it is closed", () -> before.getShells().length == shells);
    }

    @Test
    void theSampleIsShippedAndUnpackedOnce() throws IOException {
        Path folder = Files.createTempDirectory("bowline-help-");
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

    @Test
    void theCheatSheetIsRegisteredAndItsFileIsThere() {
        assertEquals(1, java.util.Arrays.stream(Platform.getExtensionRegistry()
                .getConfigurationElementsFor("org.eclipse.ui.cheatsheets.cheatSheetContent"))
                .filter(element -> "org.bowline.help.findTheBottleneck".equals(element.getAttribute("id"))).count());
        assertNotNull(Platform.getBundle("org.bowline.help").getEntry("cheatsheets/find-the-bottleneck.xml"));
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
            Workbench.screenshot(dialog.getShell(), "preferences");
        } finally {
            dialog.close();
        }
    }
}
