/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.Platform;
import org.eclipse.e4.core.di.annotations.Execute;
import org.eclipse.e4.core.services.events.IEventBroker;
import org.osgi.service.event.EventHandler;

/**
 * What the program was asked to open when it was started: {@code -bowline.open PATH}, once or several times, becomes one experiment, once the window is up. The
 * workbench asks this class at every start; without the argument it does nothing, and nothing else of Bowline is loaded.
 */
public final class StartupProcessor {
    /** The argument; a path follows. */
    public static final String ARGUMENT = "-bowline.open";

    private static final String WINDOW_IS_UP = "org/eclipse/e4/ui/LifeCycle/appStartupComplete";

    /** Called by the workbench before the window is made. */
    @Execute
    public void start(IEventBroker broker) {
        List<Path> paths = paths(Platform.getApplicationArgs());
        if (!paths.isEmpty()) {
            EventHandler open = new EventHandler() {
                @Override
                public void handleEvent(org.osgi.service.event.Event event) {
                    broker.unsubscribe(this);
                    OpenRecordingHandler.schedule(paths, null);
                }
            };
            broker.subscribe(WINDOW_IS_UP, open);
        }
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
