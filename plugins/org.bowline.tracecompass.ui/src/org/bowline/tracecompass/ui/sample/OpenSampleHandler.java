/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ParameterizedCommand;
import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.commands.common.NotDefinedException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.FrameworkUtil;

import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Ui;

/** "Open the Sample": unpacks the sample into the workspace, once, and opens it as any recording. */
public final class OpenSampleHandler extends AbstractHandler {
    /** Id of the command. */
    public static final String ID = "org.bowline.commands.openSample";
    private static final String PATHS = "org.bowline.commands.open.paths";

    @Override
    public @Nullable Object execute(@Nullable ExecutionEvent event) {
        Display display = PlatformUI.getWorkbench().getDisplay();
        Path state = state();
        Job job = new Job(Messages.Sample_Job) {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                try {
                    Path sample = Sample.unpackedBelow(state);
                    display.asyncExec(() -> open(sample));
                    return Status.OK_STATUS;
                } catch (IOException e) {
                    return new Status(IStatus.ERROR, Ui.PLUGIN, NLS.bind(Messages.Sample_Failed, state, e.getMessage()), e);
                }
            }
        };
        job.setUser(true);
        job.schedule();
        return null;
    }

    /** Below which it is unpacked. */
    static Path state() {
        return Platform.getStateLocation(FrameworkUtil.getBundle(OpenSampleHandler.class)).toFile().toPath();
    }

    private static void open(Path sample) {
        ICommandService commands = PlatformUI.getWorkbench().getService(ICommandService.class);
        IHandlerService handlers = PlatformUI.getWorkbench().getService(IHandlerService.class);
        try {
            ParameterizedCommand open = ParameterizedCommand.generateCommand(commands.getCommand(Commands.OPEN),
                    Map.of(PATHS, sample.toString()));
            if (open == null) {
                throw new NotDefinedException(Commands.OPEN);
            }
            handlers.executeCommand(open, null);
        } catch (CommandException e) {
            Commands.failed(NLS.bind(Messages.Sample_Failed, sample, e.getMessage()), e);
        }
    }
}
