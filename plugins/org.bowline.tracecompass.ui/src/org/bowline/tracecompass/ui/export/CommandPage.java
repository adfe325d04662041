/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Ui;

/** The command that writes the same files. */
public final class CommandPage extends WizardPage {
    private final java.util.function.Supplier<String> command;
    private @Nullable Text text;

    CommandPage(java.util.function.Supplier<String> command) {
        super("command", Messages.Command_Title, null);
        this.command = command;
        setDescription(Messages.Command_Description);
    }

    @Override
    public void createControl(Composite parent) {
        Composite all = new Composite(parent, SWT.NONE);
        all.setLayout(new GridLayout());
        Text field = new Text(all, SWT.MULTI | SWT.READ_ONLY | SWT.WRAP | SWT.BORDER | SWT.V_SCROLL);
        field.setFont(org.eclipse.jface.resource.JFaceResources.getTextFont());
        GridData wide = new GridData(SWT.FILL, SWT.FILL, true, true);
        wide.heightHint = 5 * field.getLineHeight();
        wide.widthHint = 300;
        field.setLayoutData(wide);
        text = field;
        Button copy = new Button(all, SWT.PUSH);
        copy.setText(Messages.Command_Copy);
        copy.addListener(SWT.Selection, event -> Ui.copy(field.getText()));
        setControl(all);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(all, "org.bowline.help.export");
    }

    @Override
    public void setVisible(boolean visible) {
        if (visible && text != null) {
            text.setText(command.get());
        }
        super.setVisible(visible);
    }
}
