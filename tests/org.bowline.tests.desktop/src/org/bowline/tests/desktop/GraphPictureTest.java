/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.resource.ColorRegistry;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Scale;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;

import org.bowline.core.waitfor.Knot;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.View;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.graph.GraphImage;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;

/** The picture of the graph: what is drawn, found, moved and saved, with a real mouse and keyboard. */
class GraphPictureTest extends GraphScene {
    private static RGB colour(String name) {
        ColorRegistry theme = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry();
        return theme.getRGB("org.bowline.graph." + name);
    }

    private Rectangle bounds(PictureNode node) {
        double scale = canvas().camera().scale();
        return new Rectangle((int) canvas().camera().pixelX(node.x()) - 4, (int) canvas().camera().pixelY(node.y()) - 4,
                (int) (node.width() * scale) + 8, (int) (node.height() * scale) + 8);
    }

    private List<String> names(Knot knot) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            names.add(timeline().vertexName(knot.vertex(i)));
        }
        return names;
    }

    @Test
    void theKnotOfTheExampleIsMarkedOnTheScreen() {
        open("wperf-example");
        selectWorkload();
        View now = canvas().view();
        assertEquals(Knot.Kind.KNOT, now.knots().get(0).kind());
        List<String> members = names(now.knots().get(0));
        assertTrue(members.contains("w2-B") && members.size() == 2, () -> "the knot of thread and disk: " + members);
        ImageData image = Pictures.screenshot(canvas(), "wait-for-knot");
        Pictures.screenshot("wait-for-window");
        PictureNode knot = picture().nodes().get(picture().nodeOf(vertex("w2-B")));
        PictureNode free = picture().nodes().get(picture().nodeOf(vertex("w2-A")));
        assertTrue(pixels(image, colour("knot"), bounds(knot)) > 50, "the border of the knot has its colour");
        assertEquals(0, pixels(image, colour("knot"), bounds(free)), "who waits into the knot is not marked");
        assertTrue(canvas().describe(knot.index()).contains("knot 1"), () -> canvas().describe(knot.index()));
    }

    @Test
    void theLockContentionIsShown() {
        open("lock-contention");
        view.chooseRange(RangeChoice.WHOLE);
        Workbench.await("all of it is shown", () -> view.shown().whole() && !view.isBusy());
        origins("w3-T0");
        ImageData image = Pictures.screenshot(canvas(), "wait-for-locks");
        assertTrue(pixels(image, colour("node"), new Rectangle(0, 0, image.width, image.height)) > 500, "nodes are drawn");
        List<String> members = new ArrayList<>();
        canvas().view().knots().forEach(knot -> members.addAll(names(knot)));
        int holder = picture().graph().edge(vertex("w3-T1"), vertex("w3-T0"));
        assertTrue(holder >= 0, () -> "w3-T1 waits for the holder w3-T0; bottlenecks: " + members);
        assertTrue(canvas().isDrawn(picture().nodeOf(vertex("w3-T0"))));
    }

    @Test
    void theKeyboardWalksFromTheHeaviestNodeOn() {
        open("wperf-example");
        canvas().setFocus();
        int[] walk = canvas().walk();
        assertTrue(walk.length > 2);
        for (int i = 1; i < walk.length; i++) {
            assertTrue(picture().nodes().get(walk[i - 1]).weightNanos() >= picture().nodes().get(walk[i]).weightNanos(), "by weight");
        }
        Hand.key("Tab", "the heaviest has the focus", () -> canvas().focusedNode() == walk[0]);
        Hand.key("Tab", "then the next", () -> canvas().focusedNode() == walk[1]);
        Hand.key("shift+Tab", "and back", () -> canvas().focusedNode() == walk[0]);
        Pictures.screenshot(canvas(), "wait-for-focus");
        Hand.key("space", "Space chooses", () -> canvas().chosenNodes().get(walk[0]));
        Workbench.await("and its waits are listed", () -> view.waits().waits() != null);
        Hand.key("space", "Space again does not", () -> canvas().chosenNodes().isEmpty());
        Hand.key("Return", "Enter goes to the waits", () -> view.waits().table().isFocusControl());
        canvas().setFocus();
        Hand.key("Escape", "Escape clears", () -> canvas().chosenNodes().isEmpty());
        assertTrue(canvas().describe(walk[0]).contains("is waited for by 2, knot 1"), () -> canvas().describe(walk[0]));
    }

    @Test
    void theMouseMovesAndZoomsAtThePointer() {
        open("wperf-example");
        double scale = canvas().camera().scale();
        PictureNode node = picture().nodes().get(canvas().walk()[0]);
        int x = x(node);
        int y = y(node);
        Hand.wheel(canvas(), x, y, 3);
        Workbench.await("it is nearer", () -> canvas().camera().scale() > scale);
        assertTrue(Math.abs(x(node) - x) <= 2 && Math.abs(y(node) - y) <= 2, "the node under the pointer stays there");
        Hand.drag(canvas(), 10, 10, 60, 50);
        Workbench.await("it is moved", () -> Math.abs(x(node) - x - 50) <= 3 && Math.abs(y(node) - y - 40) <= 3);
        Hand.hover(canvas(), x(node), y(node));
        Workbench.await("a tooltip", () -> java.util.Arrays.stream(canvas().getDisplay().getShells()).anyMatch(shell -> shell.isVisible()
                && shell != Workbench.window().getShell() && shell.getParent() != null));
        Pictures.screenshot("wait-for-tooltip");
        canvas().setFocus();
        Hand.key("0", "0 fits", () -> canvas().camera().scale() == scale);
    }

    @Test
    void theSearchMarksNodes() {
        open("three-tier");
        view.searchField().setText("client");
        Workbench.await("found", () -> !canvas().hits().isEmpty());
        BitSet hits = canvas().hits();
        for (int node = hits.nextSetBit(0); node >= 0; node = hits.nextSetBit(node + 1)) {
            assertTrue(String.join(" ", picture().nodes().get(node).lines()).toLowerCase().contains("client"));
        }
        Pictures.screenshot(canvas(), "wait-for-search");
        view.searchField().setText("");
        assertTrue(canvas().hits().isEmpty());
    }

    @Test
    void aNarrowViewKeepsTheSliderOfTheThreshold() {
        open("three-tier");
        Composite content = view.searchField().getParent();
        Point before = content.getSize();
        content.setSize(360, before.y);
        int least = Stream.of(view.threshold().getChildren()).filter(Scale.class::isInstance).mapToInt(scale -> scale.getSize().x).min()
                .orElse(0);
        content.setSize(before);
        assertTrue(least >= 90, () -> "the slider has " + least + " pixels");
    }

    @Test
    void theSearchTakesTheLettersThatZoomAndMoveElsewhere() {
        open("three-tier");
        Workbench.page().activate(view);
        view.searchField().forceFocus();
        StringBuilder typed = new StringBuilder();
        for (String letter : List.of("w", "a", "s", "d", "z")) {
            typed.append(letter);
            Hand.key(letter, letter + " is in the field", () -> view.searchField().getText().contentEquals(typed));
        }
        view.searchField().setText("");
        canvas().forceFocus();
    }

    @Test
    void thePictureIsSaved() throws Exception {
        open("wperf-example");
        Path folder = Path.of(System.getProperty("bowline.screens", System.getProperty("java.io.tmpdir")));
        Files.createDirectories(folder);
        Path png = folder.resolve("saved.png");
        Path svg = folder.resolve("saved.svg");
        Files.deleteIfExists(png);
        Files.deleteIfExists(svg);
        GraphImage.save(canvas(), png);
        GraphImage.save(canvas(), svg);
        Workbench.await("both files are there", () -> Files.exists(png) && Files.exists(svg));
        ImageData image = new ImageData(png.toString());
        assertTrue(image.width >= picture().width(), "the whole picture, in twice the size");
        assertTrue(pixels(image, colour("node"), new Rectangle(0, 0, image.width, image.height)) > 1000, "nodes are drawn");
        assertNotNull(javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile()));
        Workbench.settle();
    }

    @Test
    void withoutATraceTheViewTellsTheNextStep() {
        Samples.closeAll();
        WaitForGraphView empty = (WaitForGraphView) Workbench.showView(WaitForGraphView.ID);
        assertEquals("No recording is open", empty.frame().empty().title());
        assertEquals(null, empty.canvas().picture());
    }
}
