/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.URIUtil;
import org.eclipse.e4.core.di.annotations.Execute;
import org.eclipse.e4.core.services.events.IEventBroker;
import org.eclipse.osgi.service.datalocation.Location;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWindowListener;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.osgi.service.event.EventHandler;

import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Openings;

/**
 * What the program was asked to open when it was started: {@code -bowline.open PATH}, once or several times, becomes one experiment, once the window is up; {@code -bowline.at PLACE} goes to a place in it. With {@code -bowline.window},
 * which {@code ./bowline ui} adds, the first window of a new workspace has room for the views, and where nothing is to open the guide and the sample in it. Windows take folders that are dropped on them; GTK's widgets follow their theme. The workbench asks
 * this class at every start; it is one of few that are loaded then.
 */
public final class StartupProcessor {
    /** The argument; a path follows. */
    public static final String ARGUMENT = "-bowline.open";

    /** The argument; a place in what is opened follows, as {@link org.bowline.core.finding.WindowLink} has it. */
    public static final String PLACE = "-bowline.at";

    /** The argument of a program of its own, whose first window is ours to size. */
    public static final String WINDOW = "-bowline.window";

    /** Of the program of its own; other installations have cheat sheets. */
    private static final String GUIDE = "org.bowline.views.guide";
    private static final String SAMPLE = "org.bowline.commands.openSample";

    private static final int WIDTH = 1600;
    private static final int HEIGHT = 1000;
    private static final String WINDOWS_OF_BEFORE = ".metadata/.plugins/org.eclipse.e4.workbench/workbench.xmi";
    private static final String WINDOW_IS_UP = "org/eclipse/e4/ui/LifeCycle/appStartupComplete";

    /** Called by the workbench before the window is made. */
    @Execute
    public void start(IEventBroker broker) {
        DarkWidgets.follow(broker);
        List<String> arguments = List.of(Platform.getApplicationArgs());
        List<Path> paths = paths(Platform.getApplicationArgs());
        boolean first = isFirst(arguments);
        if (first && !paths.isEmpty()) { // nothing is known of any recording, so it will be read
            ReadAhead.begin(paths, () -> {});
        }
        Openings.Opening soon = paths.isEmpty() ? null : new Openings.Opening(OpenRecordingJob.shown(paths), () -> 0, () -> {});
        if (soon != null) { // views are made before the window is up, and would say that nothing is open
            Openings.begin(soon);
        }
        EventHandler up = new EventHandler() {
            @Override
            public void handleEvent(org.osgi.service.event.Event event) {
                broker.unsubscribe(this);
                windowIsUp(first);
                if (soon != null) {
                    OpenRecordingJob opening = OpenRecordingHandler.schedule(paths, null);
                    Openings.end(soon);
                    String place = place(Platform.getApplicationArgs());
                    if (place != null) {
                        LinkTarget.after(opening, place);
                    }
                } else if (first) {
                    tour();
                }
            }
        };
        broker.subscribe(WINDOW_IS_UP, up);
    }

    /** Whether the window that is being made will show the tour. */
    public static boolean showsTour() {
        return isFirst(List.of(Platform.getApplicationArgs())) && paths(Platform.getApplicationArgs()).isEmpty();
    }

    private static boolean isFirst(List<String> arguments) {
        return arguments.contains(WINDOW) && isNewWorkspace();
    }

    /** Who starts the program for the first time, with nothing to open, sees the guide beside the sample. */
    public static void tour() {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        if (window == null) {
            IWorkbenchWindow[] all = PlatformUI.getWorkbench().getWorkbenchWindows();
            window = all.length == 0 ? null : all[0];
        }
        if (window == null || window.getActivePage() == null) {
            return;
        }
        if (PlatformUI.getWorkbench().getViewRegistry().find(GUIDE) != null) {
            Commands.show(window.getActivePage(), GUIDE);
        }
        Runnable sample = Commands.runner(window, SAMPLE);
        if (sample != null) {
            sample.run();
        }
    }

    private static boolean isNewWorkspace() {
        try {
            Location location = Platform.getInstanceLocation();
            return location != null && location.getURL() != null
                    && Files.notExists(Path.of(URIUtil.toURI(location.getURL())).resolve(WINDOWS_OF_BEFORE));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return false; // a workspace that is no folder: then the window stays as it is
        }
    }

    private static void windowIsUp(boolean first) {
        IWorkbench workbench = PlatformUI.getWorkbench();
        for (IWorkbenchWindow window : workbench.getWorkbenchWindows()) {
            WindowDrop.on(window);
            Shell shell = window.getShell();
            if (first && shell != null && !shell.getMaximized() && !shell.getFullScreen()) {
                shell.setBounds(bounds(shell.getMonitor().getClientArea()));
            }
        }
        workbench.addWindowListener(new IWindowListener() {
            @Override
            public void windowOpened(IWorkbenchWindow window) {
                WindowDrop.on(window);
            }

            @Override
            public void windowActivated(IWorkbenchWindow window) {
                // nothing to do
            }

            @Override
            public void windowDeactivated(IWorkbenchWindow window) {
                // nothing to do
            }

            @Override
            public void windowClosed(IWorkbenchWindow window) {
                // its drop target goes with it
            }
        });
    }

    /** The first window within a screen: in its middle, with room for the five views, but never larger than the screen. */
    public static Rectangle bounds(Rectangle screen) {
        int width = Math.min(WIDTH, screen.width);
        int height = Math.min(HEIGHT, screen.height);
        return new Rectangle(screen.x + (screen.width - width) / 2, screen.y + (screen.height - height) / 2, width, height);
    }

    /** The place in the arguments; null if there is none. */
    public static @Nullable String place(String[] arguments) {
        int at = List.of(arguments).indexOf(PLACE);
        return at >= 0 && at + 1 < arguments.length ? arguments[at + 1] : null;
    }

    /** The paths in the arguments, against the working directory. */
    public static List<Path> paths(String[] arguments) {
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i].equals(ARGUMENT)) {
                i++;
                paths.add(Path.of(arguments[i]).toAbsolutePath().normalize());
            }
        }
        return paths;
    }
}
