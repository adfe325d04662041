/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.jface.action.ToolBarManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.IViewPart;

/** A real mouse and keyboard: what a person does, until it is sure that it reached whom it is meant for. In the UI thread. */
final class Hand {
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 980;
    private static final String[] DOUBLE_CLICK = {"click", "--repeat", "2", "--delay", "40", "1"};
    private static final int ATTEMPTS = 5;
    /** After this, what was typed or pressed reached nobody. */
    private static final long LOST_MILLIS = 15_000;
    private static Rectangle bounds = new Rectangle(0, 0, WIDTH, HEIGHT);

    private Hand() {}

    /** Clicks with the left button at a point of a control. */
    static void click(Control control, int x, int y) {
        press(control, () -> new Point(x, y), "click", "1");
    }

    /** Clicks with the left button at a point of a control that is asked for when the control stands still. */
    static void click(Control control, Supplier<Point> where) {
        press(control, where, "click", "1");
    }

    /** Clicks with the left button on a row, near the begin of its first cell. */
    static void click(TableItem row) {
        press(row.getParent(), () -> in(row), "click", "1");
    }

    /** Clicks twice with the left button at a point of a control. */
    static void doubleClick(Control control, int x, int y) {
        press(control, () -> new Point(x, y), DOUBLE_CLICK);
    }

    /** Clicks twice with the left button on a row, near the begin of its first cell. */
    static void doubleClick(TableItem row) {
        press(row.getParent(), () -> in(row), DOUBLE_CLICK);
    }

    /** Clicks on a tool of a view, found by what its tooltip says, once it can be pressed. */
    static void clickTool(IViewPart view, String tooltip) {
        Workbench.page().activate(view);
        ToolBar bar = ((ToolBarManager) view.getViewSite().getActionBars().getToolBarManager()).getControl();
        ToolItem tool = Stream.of(bar.getItems()).filter(item -> tooltip.equals(item.getToolTipText())).findFirst()
                .orElseThrow(() -> new AssertionError("no tool " + tooltip + " in " + view.getTitle()));
        Workbench.await(tooltip + " can be pressed", tool::isEnabled);
        press(bar, () -> {
            Rectangle bounds = tool.getBounds();
            return new Point(bounds.x + Math.min(13, bounds.width / 2), bounds.y + bounds.height / 2);
        }, "click", "1");
    }

    /** Opens the menu of a view with the keyboard, and chooses an entry of its first level. */
    static void chooseInViewMenu(IViewPart view, String text) {
        Workbench.page().activate(view);
        standsStill(Workbench.window().getShell());
        boolean[] chosen = new boolean[1];
        Listener eyes = event -> {
            if (event.widget instanceof Menu menu) {
                chooseIn(menu, text, chosen);
            }
        };
        Display display = Display.getCurrent();
        display.addFilter(SWT.Show, eyes);
        try {
            key("ctrl+F10", text + " is chosen in the menu of " + view.getTitle(), () -> chosen[0]); // the menu has an event loop of its own
        } finally {
            display.removeFilter(SWT.Show, eyes);
        }
    }

    private static void start(List<String> command) {
        try {
            new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            throw new AssertionError("the tests need xdotool, a mouse for Xvfb (Debian package xdotool)", e);
        }
    }

    /** Goes down to an entry of a menu that has just opened. The menu has an event loop of its own: the keys come from outside. */
    private static void chooseIn(Menu menu, String text, boolean[] chosen) {
        List<String> keys = new ArrayList<>(List.of("xdotool", "sleep", "0.3"));
        for (MenuItem item : menu.getItems()) {
            if ((item.getStyle() & SWT.SEPARATOR) == 0) {
                keys.addAll(List.of("key", "Down"));
                if (item.getText().replace("&", "").equals(text)) {
                    item.addListener(SWT.Selection, event -> chosen[0] = true);
                    break;
                }
            }
        }
        keys.addAll(List.of("key", "Return"));
        menu.getDisplay().timerExec((int) LOST_MILLIS, () -> {
            if (!menu.isDisposed() && menu.isVisible()) {
                menu.setVisible(false); // nobody would ever come back
            }
        });
        start(keys);
    }

    /** Moves the mouse to a point of a control, as for a tooltip. */
    static void hover(Control control, int x, int y) {
        point(control, () -> new Point(x, y));
        move(control, x + 1, y);
    }

    /** Presses the left button at one point of a control and releases it at another. */
    static void drag(Control control, int x, int y, int toX, int toY) {
        press(control, () -> new Point(x, y), "mousedown", "1");
        move(control, (x + toX) / 2, (y + toY) / 2);
        move(control, toX, toY);
        boolean[] released = new boolean[1];
        Listener ears = event -> released[0] = true;
        Display display = control.getDisplay();
        display.addFilter(SWT.MouseUp, ears);
        try {
            xdotool("mouseup", "1");
            Workbench.await("the button is released", () -> released[0]);
        } finally {
            display.removeFilter(SWT.MouseUp, ears);
        }
    }

    /**
     * Drags over a view along time until what that does is seen. Such a view forgets a drag in whose course it loses the keyboard, as to a tooltip that goes where no window manager
     * is; a person drags again.
     */
    static void drag(Control control, Supplier<Point> from, Supplier<Point> to, String what, BooleanSupplier done) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            standsStill(control);
            Point begin = from.get();
            Point end = to.get();
            drag(control, begin.x, begin.y, end.x, end.y);
            if (Workbench.pump(done, LOST_MILLIS)) {
                return;
            }
            System.out.println("without effect, dragged again: " + begin + " to " + end + " of " + control + ", until " + what);
        }
        fail(what + ": not by " + ATTEMPTS + " drags");
    }

    /** Opens the context menu of a control with the right button, and chooses an entry by the names on the way to it. */
    static void chooseInContextMenu(Control control, Supplier<Point> where, String... names) {
        Menu[] opened = new Menu[1];
        Listener eyes = event -> opened[0] = event.widget instanceof Menu menu && opened[0] == null ? menu : opened[0];
        Display display = control.getDisplay();
        display.addFilter(SWT.Show, eyes);
        try {
            press(control, where, "click", "3");
            Workbench.await("the context menu opens", () -> opened[0] != null && opened[0].isVisible());
        } finally {
            display.removeFilter(SWT.Show, eyes);
        }
        // GTK puts submenus where the pointer may not reach them on a small screen: the way there is looked up, the entry is chosen
        MenuItem item = null;
        Menu menu = opened[0];
        for (String name : names) {
            if (menu != opened[0]) {
                menu.notifyListeners(SWT.Show, new org.eclipse.swt.widgets.Event());
            }
            Menu now = menu;
            item = Stream.of(menu.getItems()).filter(each -> each.getText().replace("&", "").startsWith(name)).findFirst()
                    .orElseThrow(() -> new AssertionError("no " + name + " in "
                            + Stream.of(now.getItems()).map(MenuItem::getText).toList()));
            menu = item.getMenu();
        }
        MenuItem chosen = item;
        assertNotNull(chosen);
        opened[0].setVisible(false);
        chosen.notifyListeners(SWT.Selection, new org.eclipse.swt.widgets.Event());
        handleEvents();
    }

    /** Drags what one control offers onto another one, in the steps in which window systems tell of it. */
    static void dragTo(Control from, Point at, Control onto, Point to) {
        press(from, () -> at, "mousedown", "1");
        Display display = from.getDisplay();
        Point begin = from.toDisplay(at);
        Point end = onto.toDisplay(to);
        for (int step = 1; step <= 10; step++) {
            xdotool("mousemove", Integer.toString(begin.x + (end.x - begin.x) * step / 10),
                    Integer.toString(begin.y + (end.y - begin.y) * step / 10));
            Workbench.pump(() -> false, 60);
        }
        Workbench.await("the pointer is at " + end, () -> display.getCursorLocation().equals(end));
        Workbench.pump(() -> false, 200); // until the target has said whether it takes it
        xdotool("mouseup", "1");
    }

    /** Turns the wheel at a point of a control: above 0 up (away from the person), below 0 down. */
    static void wheel(Control control, int x, int y, int clicks) {
        point(control, () -> new Point(x, y));
        xdotool("click", "--repeat", Integer.toString(Math.abs(clicks)), clicks > 0 ? "4" : "5");
    }

    /** Types a key, by its X name ({@code Return}, {@code ctrl+z}, {@code w}); the control that has the focus gets it. */
    static void key(String name) {
        Workbench.await("a control has the focus for " + name, () -> {
            Display display = Display.getCurrent();
            if (display.getFocusControl() == null) {
                Shell shell = display.getActiveShell();
                (shell == null ? Workbench.window().getShell() : shell).forceActive();
            }
            return display.getFocusControl() != null;
        });
        xdotool("key", name);
    }

    /**
     * Types a key until what it does is seen: without a window manager a key that is typed while a window comes or goes may reach nobody, or not the one it is meant
     * for, and a person types again; not before it is sure, for twice is something else.
     */
    static void key(String name, String what, BooleanSupplier done) {
        Display display = Display.getCurrent();
        boolean[] heard = new boolean[1];
        Listener ears = event -> heard[0] = true;
        display.addFilter(SWT.KeyDown, ears);
        display.addFilter(SWT.Traverse, ears);
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                heard[0] = false;
                key(name);
                Workbench.pump(() -> heard[0] || done.getAsBoolean(), LOST_MILLIS);
                if (Workbench.pump(done, heard[0] ? LOST_MILLIS : 0)) {
                    return;
                }
                // who has a key bound to a command hears nothing
                System.out.println((heard[0] ? "without effect" : "not heard, or a command without effect") + ", typed again: " + name
                        + ", until " + what);
            }
        } finally {
            display.removeFilter(SWT.KeyDown, ears);
            display.removeFilter(SWT.Traverse, ears);
        }
        fail(what + ": not by " + ATTEMPTS + " times " + name);
    }

    /** Where a row is clicked; asked only when the table stands still. */
    private static Point in(TableItem row) {
        row.getParent().showItem(row);
        Rectangle bounds = row.getBounds(0);
        return new Point(bounds.x + Math.min(20, bounds.width / 2), bounds.y + bounds.height / 2);
    }

    /**
     * Presses a button, and makes sure that the control heard of it: what is pressed while a window is still being laid out reaches nobody, and a person presses again.
     * Events come in order: once a move of the mouse that was made after the press is heard, and the press was not, it is lost. Pressing again any earlier would make a
     * second click of one that is only late.
     */
    private static void press(Control control, Supplier<Point> where, String... button) {
        Display display = control.getDisplay();
        boolean[] heard = new boolean[1];
        boolean[] movedOn = new boolean[1];
        Point[] next = {new Point(-1, -1)};
        Listener ears = event -> {
            heard[0] |= event.type == SWT.MouseDown && event.widget == control;
            movedOn[0] |= event.type == SWT.MouseMove && event.widget instanceof Control under
                    && under.toDisplay(event.x, event.y).equals(next[0]);
        };
        display.addFilter(SWT.MouseDown, ears);
        display.addFilter(SWT.MouseMove, ears);
        try {
            for (int attempt = 1; !heard[0]; attempt++) {
                Point at = point(control, where);
                next[0] = control.toDisplay(at.x + 1, at.y);
                movedOn[0] = false;
                List<String> words = new ArrayList<>(List.of(button));
                words.addAll(List.of("mousemove", Integer.toString(next[0].x), Integer.toString(next[0].y)));
                xdotool(words.toArray(String[]::new));
                Workbench.pump(() -> heard[0] || movedOn[0], LOST_MILLIS);
                if (!heard[0]) {
                    assertTrue(attempt < ATTEMPTS, () -> "a press of the mouse at " + at + " does not reach " + control);
                    System.out.println("not heard, pressed again: " + List.of(button) + " at " + at + " of " + control);
                }
            }
        } finally {
            display.removeFilter(SWT.MouseDown, ears);
            display.removeFilter(SWT.MouseMove, ears);
        }
        handleEvents();
    }

    /** Brings the pointer over a control that stands still; where it is now, in the control. */
    private static Point point(Control control, Supplier<Point> where) {
        standsStill(control);
        Point at = where.get();
        move(control, at.x, at.y);
        return at;
    }

    /** Waits until a control is seen and was at one place with one size for a moment: views are laid out step by step. */
    static void standsStill(Control control) {
        Rectangle[] last = {new Rectangle(0, 0, 0, 0)};
        long[] since = {System.nanoTime()};
        Workbench.await("the control stands still: " + control, () -> {
            Point corner = control.toDisplay(0, 0);
            Rectangle now = new Rectangle(corner.x, corner.y, control.getSize().x, control.getSize().y);
            if (!now.equals(last[0]) || !control.isVisible() || now.isEmpty()) {
                last[0] = now;
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > TimeUnit.MILLISECONDS.toNanos(100);
        });
    }

    private static void move(Control control, int x, int y) {
        Point to = control.toDisplay(x, y);
        xdotool("mousemove", Integer.toString(to.x), Integer.toString(to.y));
        Workbench.await("the pointer is at " + to, () -> control.getDisplay().getCursorLocation().equals(to));
    }

    private static void xdotool(String... arguments) {
        List<String> command = new ArrayList<>(List.of("xdotool"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            CompletableFuture<Process> end = process.onExit();
            Workbench.await("xdotool ends", end::isDone);
            assertEquals(0, process.exitValue(), () -> "xdotool failed: " + command);
        } catch (IOException e) {
            throw new AssertionError("the tests need xdotool, a mouse for Xvfb (Debian package xdotool)", e);
        }
        handleEvents();
    }

    private static void handleEvents() {
        Display display = Display.getCurrent();
        while (display.readAndDispatch()) {
            // what the mouse did is handled before the test goes on
        }
    }
}
