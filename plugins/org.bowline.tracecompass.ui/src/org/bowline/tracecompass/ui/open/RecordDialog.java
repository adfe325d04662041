/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Ui;

/** The commands that record what this machine does, to be copied into a terminal, and whether what they need was found. */
public final class RecordDialog extends TitleAreaDialog {
    private static final String RECORDER = "bowline-record";
    private static final String LTTNG = "lttng";
    private static final String HOW_TO = "/org.bowline.help/html/how-to/record-two-hosts.html";

    /** Runs in a window. */
    RecordDialog(Shell shell) {
        super(shell);
        setHelpAvailable(false);
        setShellStyle(getShellStyle() | SWT.RESIZE);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.record_window);
    }

    /** The commands, a line each. */
    public static String commands() {
        return "sudo bowline-record start -o my-recording -- ./load-test\n\n"
                + "sudo bowline-record start -o my-recording\nsudo bowline-record stop -o my-recording";
    }

    /**
     * Where a program is.
     *
     * @param path folders, separated as in a search path; null for none
     * @return null if it is in none of them
     */
    public static @Nullable Path find(String program, @Nullable String path) {
        return path == null ? null : Arrays.stream(path.split(File.pathSeparator)).filter(folder -> !folder.isEmpty())
                .map(folder -> file(folder, program)).filter(file -> file != null && Files.isExecutable(file)).findFirst().orElse(null);
    }

    private static @Nullable Path file(String folder, String program) {
        try {
            return Path.of(folder, program);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = new Composite((Composite) super.createDialogArea(parent), SWT.NONE);
        area.setLayout(GridLayoutFactory.swtDefaults().create());
        area.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        setTitle(Messages.record_title);
        setMessage(Messages.record_message);
        Text commands = new Text(area, SWT.MULTI | SWT.READ_ONLY | SWT.BORDER | SWT.H_SCROLL);
        commands.setFont(JFaceResources.getTextFont());
        commands.setText(commands());
        commands.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(720, 6 * commands.getLineHeight()).create());
        label(area, Messages.record_explained);
        String path = System.getenv("PATH");
        Path recorder = find(RECORDER, path);
        label(area, recorder == null ? Messages.record_noRecorder : NLS.bind(Messages.record_recorder, recorder));
        label(area, find(LTTNG, path) == null ? Messages.record_noLttng : Messages.record_lttng);
        Link link = new Link(area, SWT.NONE);
        link.setText(Messages.record_howTo);
        link.addListener(SWT.Selection, event -> {
            close();
            PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(HOW_TO);
        });
        applyDialogFont(area);
        commands.setFont(JFaceResources.getTextFont());
        return area;
    }

    private static void label(Composite area, String words) {
        Label label = new Label(area, SWT.WRAP);
        label.setText(words);
        label.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(720, SWT.DEFAULT).create());
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        createButton(parent, IDialogConstants.CLIENT_ID, Messages.record_copy, false);
        createButton(parent, IDialogConstants.OK_ID, IDialogConstants.CLOSE_LABEL, true);
    }

    @Override
    protected void buttonPressed(int button) {
        if (button == IDialogConstants.CLIENT_ID) {
            Ui.copy(commands().lines().findFirst().orElse(""));
        } else {
            super.buttonPressed(button);
        }
    }

    @Override
    protected boolean isResizable() {
        return true;
    }
}
