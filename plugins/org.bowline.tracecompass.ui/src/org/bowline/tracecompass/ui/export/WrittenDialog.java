/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.nio.file.Path;
import java.util.function.Predicate;

import org.eclipse.jface.dialogs.Dialog;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Shell;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Ui;

/** Says where reports were written, with a link that opens the folder. The window behind it stays usable. */
public final class WrittenDialog extends Dialog {
    private static final int WIDTH = 420;

    private final Path directory;
    private final Predicate<String> opener;

    /**
     * Makes it; {@link #open} shows it and does not wait.
     *
     * @param parent above which it stands
     * @param directory where the reports are
     * @param opener opens a folder by its path; false if this desktop has no program for that
     */
    public WrittenDialog(@Nullable Shell parent, Path directory, Predicate<String> opener) {
        super(parent);
        this.directory = directory;
        this.opener = opener;
        setShellStyle(SWT.DIALOG_TRIM | SWT.MODELESS | SWT.RESIZE);
        setBlockOnOpen(false);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.Written_Title);
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = (Composite) super.createDialogArea(parent);
        Link link = new Link(area, SWT.WRAP);
        link.setText(NLS.bind(Messages.Written_Text, words()));
        link.setToolTipText(Messages.Written_Tip);
        GridData data = new GridData(SWT.FILL, SWT.FILL, true, true);
        data.widthHint = WIDTH;
        link.setLayoutData(data);
        link.addListener(SWT.Selection, event -> {
            if (!opener.test(directory.toString())) {
                Ui.copy(directory.toString());
                link.setText(NLS.bind(Messages.Written_NoProgram, words()));
                area.getShell().pack();
            }
        });
        return area;
    }

    /** A link takes an ampersand for a mnemonic. */
    private String words() {
        return directory.toString().replace("&", "&&");
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        createButton(parent, IDialogConstants.OK_ID, IDialogConstants.CLOSE_LABEL, true);
    }
}
