/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.jface.action.ToolBarManager;
import org.eclipse.jface.dialogs.MessageDialogWithToggle;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
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
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceImportException;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/**
 * What every test in the workbench needs: a sample opened as a person would have it, waiting without sleeping, a real mouse and keyboard,
 * and pictures. All methods are called in the UI thread.
 */
final class Workbench {
    /** Long enough for anything on a busy machine; a wait that lasts longer fails. */
    static final long PATIENCE_MILLIS = 120_000;

    private static final String STATISTICS = "org.eclipse.linuxtools.tmf.ui.views.statistics";
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 980;
    private static final String[] DOUBLE_CLICK = {"click", "--repeat", "2", "--delay", "40", "1"};
    private static final int ATTEMPTS = 5;
    /** After this, what was typed or pressed reached nobody. */
    private static final long LOST_MILLIS = 15_000;
    private static final int CALM_TICKS = 12;
    private static final int TICK_MILLIS = 25;
    private static final long FRAME_MILLIS = 60;
    private static final long STILL_MILLIS = 250;
    private static final long ANIMATION_MILLIS = 2_000;

    private static Rectangle bounds = new Rectangle(0, 0, WIDTH, HEIGHT);

    private Workbench() {}

    // ---------------------------------------------------------------- the window

    /** The window, in front and of a size that pictures share. */
    static IWorkbenchWindow window() {
        // as the product sets it: else a kernel trace alone is opened with a question, which stands until somebody answers
        DefaultScope.INSTANCE.getNode("org.eclipse.tracecompass.tmf.ui").put("SWITCH_TO_PERSPECTIVE", MessageDialogWithToggle.NEVER);
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        if (window == null) {
            window = PlatformUI.getWorkbench().getWorkbenchWindows()[0];
        }
        Shell shell = window.getShell();
        if (!shell.getBounds().equals(bounds)) {
            shell.setBounds(bounds);
        }
        shell.forceActive();
        return window;
    }

    /** Gives the window another size for what follows. */
    static void resize(int width, int height) {
        bounds = new Rectangle(0, 0, width, height);
        window();
        standsStill(window().getShell());
    }

    /** Gives the window the size that all pictures share. */
    static void resize() {
        resize(WIDTH, HEIGHT);
    }

    static IWorkbenchPage page() {
        return window().getActivePage();
    }

    /** Shows a view by its id, with the focus. */
    static IViewPart showView(String id) {
        try {
            return page().showView(id);
        } catch (org.eclipse.ui.PartInitException e) {
            throw new AssertionError("the view " + id + " does not open", e);
        }
    }

    // ---------------------------------------------------------------- waiting

    /** Handles events until a condition holds, or the time is over and no event is left that was there before; whether it holds. */
    static boolean pump(BooleanSupplier until, long millis) {
        Display display = Display.getCurrent();
        assertNotNull(display, "tests run in the UI thread");
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean[] ticking = {true};
        Runnable tick = new Runnable() {
            @Override
            public void run() {
                if (ticking[0]) {
                    if (System.nanoTime() - end > TimeUnit.MILLISECONDS.toNanos(LOST_MILLIS)) {
                        closeDialogs(display); // they run an event loop of their own: without this nobody would ever ask again
                    }
                    display.timerExec(20, this); // wakes Display.sleep, so that the condition is asked again
                }
            }
        };
        display.timerExec(20, tick);
        try {
            while (!until.getAsBoolean()) {
                boolean more = display.readAndDispatch();
                long late = System.nanoTime() - end;
                if (late > 0 && (!more || late > TimeUnit.MILLISECONDS.toNanos(LOST_MILLIS))) {
                    return until.getAsBoolean();
                }
                if (!more) {
                    display.sleep();
                }
            }
            return true;
        } finally {
            ticking[0] = false;
            display.timerExec(-1, tick);
        }
    }

    private static void closeDialogs(Display display) {
        for (Shell shell : display.getShells()) {
            if (!shell.isDisposed() && (shell.getStyle() & (SWT.APPLICATION_MODAL | SWT.PRIMARY_MODAL | SWT.SYSTEM_MODAL)) != 0
                    && shell.isVisible()) {
                System.out.println("a dialog is in the way: " + shell.getText() + ' ' + texts(shell));
                shell.close();
            }
        }
    }

    private static String texts(org.eclipse.swt.widgets.Composite parent) {
        StringBuilder text = new StringBuilder();
        for (Control child : parent.getChildren()) {
            if (child instanceof org.eclipse.swt.widgets.Label label) {
                text.append(label.getText()).append(' ');
            } else if (child instanceof org.eclipse.swt.widgets.Composite composite) {
                text.append(texts(composite));
            }
        }
        return text.toString();
    }

    /** Handles events until a condition holds; fails if that takes longer than anyone would wait. */
    static void await(String what, BooleanSupplier until) {
        if (!pump(until, PATIENCE_MILLIS)) {
            fail("not within " + PATIENCE_MILLIS / 1000 + " s: " + what);
        }
    }

    /**
     * Handles events until for a moment no job runs but the platform's own. The moment is one of the event loop: views start jobs by timers of up to 250 ms, and on a busy
     * machine a timer comes late, but never after one that was due later.
     */
    static void settle() {
        Display display = Display.getCurrent();
        int[] calm = {0};
        Runnable tick = new Runnable() {
            @Override
            public void run() {
                calm[0] = running().isEmpty() ? calm[0] + 1 : 0;
                display.timerExec(TICK_MILLIS, this);
            }
        };
        display.timerExec(TICK_MILLIS, tick);
        try {
            assertTrue(pump(() -> calm[0] >= CALM_TICKS, PATIENCE_MILLIS), () -> "jobs that do not end: " + running());
        } finally {
            display.timerExec(-1, tick);
        }
    }

    private static List<String> running() {
        // Trace Compass opens traces in jobs that it hides; a project that is removed under one leaves traces that nobody closes
        return Stream.of(Job.getJobManager().find(null)).filter(job -> job instanceof TmfOpenTraceHelper.OpenProjectElementJob
                || job.getState() == Job.RUNNING && !job.isSystem()).map(Job::getName).toList();
    }

    // ---------------------------------------------------------------- the samples

    /** The sample recording of three hosts, opened as an experiment of a project of its own, and selected. */
    static TmfExperiment openSample() {
        return openSample("three-tier");
    }

    /** A folder of tests/traces, opened as an experiment of a project of its own, and selected; once opened it is only selected again. */
    static TmfExperiment openSample(String sample) {
        return openRecording(sample, () -> unpack(sample));
    }

    /** A folder of traces anywhere as an experiment of a project of its own, not opened. */
    static TmfExperimentElement importRecording(String name, Path recording) {
        try {
            return makeExperiment(project("bowline-" + name), name, recording);
        } catch (CoreException | IOException | TmfTraceImportException e) {
            throw new AssertionError("the recording " + name + " cannot be imported", e);
        }
    }

    private static TmfExperiment openRecording(String name, Callable<Path> recording) {
        try {
            window();
            TmfProjectElement project = project("bowline-" + name);
            TmfExperimentElement experiment = project.getExperimentsFolder().getExperiment(name);
            if (experiment == null) {
                experiment = makeExperiment(project, name, recording.call());
            }
            return open(experiment);
        } catch (Exception e) {
            throw new AssertionError("the recording " + name + " cannot be opened", e);
        }
    }

    /** Opens an experiment of a project as a double-click does, and waits until it is the active one. */
    static TmfExperiment open(TmfExperimentElement element) {
        assertTrue(TmfOpenTraceHelper.openFromElement(element).isOK(), "the experiment opens");
        await("the experiment " + element.getName() + " is the active trace", () -> active(element.getName()) != null);
        return assertPresent(active(element.getName()));
    }

    private static TmfExperiment assertPresent(TmfExperiment experiment) {
        assertNotNull(experiment);
        return experiment;
    }

    private static TmfExperiment active(String name) {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        return trace instanceof TmfExperiment experiment && experiment.getName().equals(name) ? experiment : null;
    }

    /**
     * Hides Bowline's views. Also Trace Compass's statistics, which come to the front where ours were and would read traces that nobody looks at.
     */
    static void hideViews() {
        hide("org.bowline.views");
        hide(STATISTICS);
    }

    private static void hide(String prefix) {
        for (IViewReference view : page().getViewReferences()) {
            if (view.getId().startsWith(prefix)) {
                page().hideView(view);
            }
        }
    }

    /** Closes all editors, and with them all traces. */
    static void closeAll() {
        hide(STATISTICS);
        statisticsAreRead();
        page().closeAllEditors(false);
        await("all traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        settle();
    }

    /** Trace Compass counts the events of every trace that is opened, and waits for ever if that trace is closed before the counting began. */
    private static void statisticsAreRead() {
        await("Trace Compass has counted the events",
                () -> Stream.of(Job.getJobManager().find(null)).noneMatch(job -> job.getName().equals("Running analysis Statistics")));
    }

    /** Closes everything and removes all projects, with what was stored for their traces; recordings that are linked stay. */
    static void forgetAll() {
        closeAll();
        try {
            for (IProject project : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
                project.delete(true, true, new NullProgressMonitor());
            }
        } catch (CoreException e) {
            throw new AssertionError("a project cannot be removed", e);
        }
        settle();
    }

    /** Unpacks the hosts of a sample into a new directory: {@code A/kernel, A/ust, B/kernel...}. */
    static Path unpack(String sample) throws IOException {
        Path folder = sampleFolder(sample);
        Path target = Files.createTempDirectory("bowline-sample-").resolve(sample);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path archive : files.filter(file -> file.toString().endsWith(".zip")).sorted().toList()) {
                unpack(archive, target);
            }
        }
        return target;
    }

    /** The folder of a sample in the repository. */
    static Path sampleFolder(String sample) {
        Path folder = Path.of(System.getProperty("bowline.root", ""), "tests", "traces", sample);
        assertTrue(Files.isDirectory(folder), () -> "no sample at " + folder + "; set -Dbowline.root to the repository");
        return folder;
    }

    private static void unpack(Path archive, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path file = target.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    /** A Tracing project of the workspace, made if it is not there. */
    static TmfProjectElement project(String name) {
        IProject project = TmfProjectRegistry.createProject(name, null, new NullProgressMonitor());
        return TmfProjectRegistry.getProject(project, true);
    }

    /** An experiment as Trace Compass's own wizards make it: the traces linked into the project, one folder a host. */
    private static TmfExperimentElement makeExperiment(TmfProjectElement project, String name, Path recording)
            throws CoreException, IOException, TmfTraceImportException {
        List<IFolder> traces = new ArrayList<>();
        try (Stream<Path> all = Files.walk(recording)) {
            for (Path metadata : all.filter(file -> file.endsWith("metadata")).sorted().toList()) {
                traces.add(link(project.getTracesFolder().getResource(), recording, metadata.getParent()));
            }
        }
        project.getTracesFolder().refresh();
        IFolder folder = project.getExperimentsFolder().getResource().getFolder(name);
        folder.create(true, true, new NullProgressMonitor());
        folder.setPersistentProperty(TmfCommonConstants.TRACETYPE, "org.eclipse.linuxtools.tmf.core.experiment.generic");
        project.getExperimentsFolder().refresh();
        TmfExperimentElement experiment = project.getExperimentsFolder().getExperiment(name);
        for (TmfTraceElement trace : project.getTracesFolder().getTraces()) {
            if (traces.contains(trace.getResource())) {
                experiment.addTrace(trace);
            }
        }
        experiment.refresh();
        assertEquals(traces.size(), experiment.getTraces().size(), "all traces are in the experiment");
        return experiment;
    }

    private static IFolder link(IFolder into, Path recording, Path trace) throws CoreException, TmfTraceImportException {
        IFolder folder = into;
        Path relative = recording.relativize(trace);
        for (int i = 0; i + 1 < relative.getNameCount(); i++) {
            folder = folder.getFolder(relative.getName(i).toString());
            if (!folder.exists()) {
                folder.create(true, true, new NullProgressMonitor());
            }
        }
        IFolder link = folder.getFolder(relative.getFileName().toString());
        link.createLink(org.eclipse.core.runtime.Path.fromOSString(trace.toString()), IResource.REPLACE, new NullProgressMonitor());
        TraceTypeHelper type = TmfTraceTypeUIUtils.selectTraceType(trace.toString(), null, null);
        assertNotNull(type, () -> "Trace Compass knows what " + trace + " is");
        assertTrue(TmfTraceTypeUIUtils.setTraceType(link, type).isOK(), "the trace type is set");
        return link;
    }

    /** The folder of a trace in a project, by the name of its host's folder and its own. */
    static TmfTraceElement trace(TmfTraceFolder folder, String path) {
        return folder.getTraces().stream().filter(trace -> trace.getElementPath().equals(path)).findFirst()
                .orElseThrow(() -> new AssertionError("no trace " + path + " in " + folder.getTraces()));
    }

    // ---------------------------------------------------------------- pictures

    /** Writes what the screen shows of a control to {@code ${bowline.screens}/NAME.png}, and returns it. */
    static ImageData screenshot(Control control, String name) {
        Rectangle bounds = control instanceof Shell shell ? shell.getClientArea()
                : new Rectangle(0, 0, control.getSize().x, control.getSize().y);
        assertTrue(bounds.width > 0 && bounds.height > 0, () -> name + " has a size");
        control.redraw();
        control.update();
        ImageData[] last = {copy(control, bounds)};
        long[] since = {System.nanoTime()};
        // windows come, and buttons of GTK change their colours, step by step
        pump(() -> {
            pump(() -> false, FRAME_MILLIS);
            byte[] before = last[0].data;
            last[0] = copy(control, bounds);
            if (!Arrays.equals(before, last[0].data)) {
                since[0] = System.nanoTime();
            }
            return System.nanoTime() - since[0] > TimeUnit.MILLISECONDS.toNanos(STILL_MILLIS);
        }, ANIMATION_MILLIS);
        ImageData data = last[0];
        ImageLoader loader = new ImageLoader();
        loader.data = new ImageData[] {data};
        Path folder = Path.of(System.getProperty("bowline.screens", System.getProperty("java.io.tmpdir") + "/bowline-screens"));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new AssertionError("no folder for pictures", e);
        }
        loader.save(folder.resolve(name + ".png").toString(), SWT.IMAGE_PNG);
        return data;
    }

    private static ImageData copy(Control control, Rectangle bounds) {
        Image image = new Image(control.getDisplay(), bounds.width, bounds.height);
        GC gc = new GC(control);
        gc.copyArea(image, 0, 0);
        gc.dispose();
        ImageData data = image.getImageData();
        image.dispose();
        return data;
    }

    /** The whole window as a picture. */
    static ImageData screenshot(String name) {
        return screenshot(window().getShell(), name);
    }

    /** How many pixels of a picture have a colour, give or take a little in each channel. */
    static int countPixels(ImageData image, int red, int green, int blue, int tolerance) {
        int count = 0;
        for (int y = 0; y < image.height; y++) {
            for (int x = 0; x < image.width; x++) {
                org.eclipse.swt.graphics.RGB rgb = image.palette.getRGB(image.getPixel(x, y));
                if (Math.abs(rgb.red - red) <= tolerance && Math.abs(rgb.green - green) <= tolerance
                        && Math.abs(rgb.blue - blue) <= tolerance) {
                    count++;
                }
            }
        }
        return count;
    }

    // ---------------------------------------------------------------- a real mouse and keyboard

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
        page().activate(view);
        ToolBar bar = ((ToolBarManager) view.getViewSite().getActionBars().getToolBarManager()).getControl();
        ToolItem tool = Stream.of(bar.getItems()).filter(item -> tooltip.equals(item.getToolTipText())).findFirst()
                .orElseThrow(() -> new AssertionError("no tool " + tooltip + " in " + view.getTitle()));
        await(tooltip + " can be pressed", tool::isEnabled);
        press(bar, () -> {
            Rectangle bounds = tool.getBounds();
            return new Point(bounds.x + Math.min(13, bounds.width / 2), bounds.y + bounds.height / 2);
        }, "click", "1");
    }

    /** Opens the menu of a view with the keyboard, and chooses an entry of its first level. */
    static void chooseInViewMenu(IViewPart view, String text) {
        page().activate(view);
        standsStill(window().getShell());
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
            await("the button is released", () -> released[0]);
        } finally {
            display.removeFilter(SWT.MouseUp, ears);
        }
    }

    /** Opens the context menu of a control with the right button, and chooses an entry by the names on the way to it. */
    static void chooseInContextMenu(Control control, Supplier<Point> where, String... names) {
        Menu[] opened = new Menu[1];
        Listener eyes = event -> opened[0] = event.widget instanceof Menu menu && opened[0] == null ? menu : opened[0];
        Display display = control.getDisplay();
        display.addFilter(SWT.Show, eyes);
        try {
            press(control, where, "click", "3");
            await("the context menu opens", () -> opened[0] != null && opened[0].isVisible());
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
            pump(() -> false, 60);
        }
        await("the pointer is at " + end, () -> display.getCursorLocation().equals(end));
        pump(() -> false, 200); // until the target has said whether it takes it
        xdotool("mouseup", "1");
    }

    /** Turns the wheel at a point of a control: above 0 up (away from the person), below 0 down. */
    static void wheel(Control control, int x, int y, int clicks) {
        point(control, () -> new Point(x, y));
        xdotool("click", "--repeat", Integer.toString(Math.abs(clicks)), clicks > 0 ? "4" : "5");
    }

    /** Types a key, by its X name ({@code Return}, {@code ctrl+z}, {@code w}); the control that has the focus gets it. */
    static void key(String name) {
        await("a control has the focus for " + name, () -> {
            Display display = Display.getCurrent();
            if (display.getFocusControl() == null) {
                Shell shell = display.getActiveShell();
                (shell == null ? window().getShell() : shell).forceActive();
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
                pump(() -> heard[0] || done.getAsBoolean(), LOST_MILLIS);
                if (pump(done, heard[0] ? LOST_MILLIS : 0)) {
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
                pump(() -> heard[0] || movedOn[0], LOST_MILLIS);
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
        await("the control stands still: " + control, () -> {
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
        await("the pointer is at " + to, () -> control.getDisplay().getCursorLocation().equals(to));
    }

    private static void xdotool(String... arguments) {
        List<String> command = new ArrayList<>(List.of("xdotool"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            CompletableFuture<Process> end = process.onExit();
            await("xdotool ends", end::isDone);
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
