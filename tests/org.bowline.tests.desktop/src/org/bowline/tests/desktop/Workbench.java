/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.jface.dialogs.MessageDialogWithToggle;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;

/**
 * The window that every test needs, and waiting without sleeping. All methods are called in the UI thread. Recordings come from {@link Samples}, clicks and keys from {@link Hand}, and {@link Pictures} keep what was seen.
 */
final class Workbench {
    /** Long enough for anything on a busy machine; a wait that lasts longer fails. */
    static final long PATIENCE_MILLIS = 120_000;
    static final String STATISTICS = "org.eclipse.linuxtools.tmf.ui.views.statistics";
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 980;
    /** After this, what was typed or pressed reached nobody. */
    private static final long LOST_MILLIS = 15_000;
    private static final int CALM_TICKS = 12;
    private static final int TICK_MILLIS = 25;
    private static Rectangle bounds = sized(WIDTH, HEIGHT);

    private Workbench() {}

    /** The window, in front and of a size that pictures share. */
    static IWorkbenchWindow window() {
        // as the product sets it: else a kernel trace alone is opened with a question, which stands until somebody answers
        DefaultScope.INSTANCE.getNode("org.eclipse.tracecompass.tmf.ui").put("SWITCH_TO_PERSPECTIVE", MessageDialogWithToggle.NEVER);
        Look.once();
        OwnAnalyses.once();
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
        bounds = sized(width, height);
        window();
        Hand.standsStill(window().getShell());
    }

    private static Rectangle sized(int width, int height) {
        Point one = Look.size();
        return one == null ? new Rectangle(0, 0, width, height) : new Rectangle(0, 0, one.x, one.y);
    }

    /** Gives the window the size that all pictures share. */
    static void resize() {
        resize(WIDTH, HEIGHT);
    }

    /** A control and all within it. */
    static Stream<Control> controls(Control root) {
        return root instanceof Composite all ? Stream.concat(Stream.of(root), Stream.of(all.getChildren()).flatMap(Workbench::controls))
                : Stream.of(root);
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

    /**
     * Hides Bowline's views. Also Trace Compass's statistics, which come to the front where ours were and would read traces that nobody looks at.
     */
    static void hideViews() {
        hide("org.bowline.views");
        hide(STATISTICS);
    }

    static void hide(String prefix) {
        for (IViewReference view : page().getViewReferences()) {
            if (view.getId().startsWith(prefix)) {
                page().hideView(view);
            }
        }
    }

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
        await(what, until, () -> "");
    }

    /** The same, and a failure tells what there is instead. */
    static void await(String what, BooleanSupplier until, Supplier<String> instead) {
        if (!pump(until, PATIENCE_MILLIS)) {
            String told = instead.get();
            fail("not within " + PATIENCE_MILLIS / 1000 + " s: " + what + (told.isEmpty() ? "" : "; " + told));
        }
    }

    /**
     * Handles events until for a moment no job runs but the platform's own. The moment is one of the event loop: views start jobs by timers of up to 250 ms, and on a busy
     * machine a timer comes late, but never after one that was due later.
     */
    static void settle() {
        Display display = Display.getCurrent();
        int[] calm = {0};
        StrandedAnalyses stranded = new StrandedAnalyses();
        Runnable tick = new Runnable() {
            @Override
            public void run() {
                stranded.look();
                calm[0] = running().isEmpty() ? calm[0] + 1 : 0;
                display.timerExec(TICK_MILLIS, this);
            }
        };
        display.timerExec(TICK_MILLIS, tick);
        try {
            assertTrue(pump(() -> calm[0] >= CALM_TICKS, PATIENCE_MILLIS),
                    () -> "jobs that do not end: " + running().stream().map(Workbench::described).toList());
        } finally {
            display.timerExec(-1, tick);
        }
    }

    private static List<Job> running() {
        // Trace Compass opens traces in jobs that it hides; a project that is removed under one leaves traces that nobody closes
        return Stream.of(Job.getJobManager().find(null)).filter(job -> job instanceof TmfOpenTraceHelper.OpenProjectElementJob
                || job.getState() == Job.RUNNING && !job.isSystem()).toList();
    }

    /** The name of a job, and where it stands: what is not ours to mend is found only there. */
    private static String described(Job job) {
        Thread thread = job.getThread();
        return job.getName() + (thread == null ? "" : " at " + Arrays.toString(thread.getStackTrace()));
    }
}
