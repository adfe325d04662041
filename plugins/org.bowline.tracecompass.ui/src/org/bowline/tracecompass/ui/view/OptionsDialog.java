/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Parameter;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Lets a person tell the analyses of an experiment what {@code bowline analyze} takes as options. All of them are listed, as the analyses describe them; checking one begins a line in the field below, where its value is
 * written. Whatever stands there is checked as it is typed, as the command line checks it.
 */
public final class OptionsDialog extends TitleAreaDialog {
    private static final Object ROOM = new Object();
    private static final int WIDTH = 760;
    private static final int HEIGHT = 600;
    private static final int ROWS = 8;
    private static final int HELP_LINES = 4;
    private static final int LINES = 4;
    private static final int WRONG_LINES = 2;

    private final GivenOptions before;
    private final Consumer<GivenOptions> listener;
    private GivenOptions chosen;
    private @Nullable Table table;
    private @Nullable Text help;
    private @Nullable Text text;
    private @Nullable Text wrong;

    private OptionsDialog(Shell shell, GivenOptions before, Consumer<GivenOptions> listener) {
        super(shell);
        this.before = before;
        this.listener = listener;
        chosen = before;
        setBlockOnOpen(false);
        setShellStyle(getShellStyle() | SWT.RESIZE);
    }

    /** Asks what the analyses of an experiment are to be told, and tells all views. In the UI thread; comes back at once. */
    public static OptionsDialog choose(Shell shell, ITmfTrace trace) {
        GivenOptions before = Inquiries.now(trace).options();
        OptionsDialog dialog = new OptionsDialog(shell, before, chosen -> {
            if (!chosen.equals(before)) {
                Choice.tell(ROOM, trace, new Choice.OfOptions(chosen));
            }
        });
        dialog.open();
        return dialog;
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.Options_Window);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(shell, "org.bowline.help.options");
    }

    @Override
    protected Point getInitialSize() {
        return new Point(WIDTH, HEIGHT);
    }

    @Override
    protected boolean isResizable() {
        return true;
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = new Composite((Composite) super.createDialogArea(parent), SWT.NONE);
        area.setLayout(GridLayoutFactory.swtDefaults().create());
        area.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        setTitle(Messages.Options_Title);
        setMessage(Messages.Options_Message);
        Table made = new Table(area, SWT.CHECK | SWT.BORDER | SWT.FULL_SELECTION);
        made.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(SWT.DEFAULT, ROWS * made.getItemHeight()).create());
        Tables.columns(made, new String[] {Messages.Options_Name, Messages.Options_Form, Messages.Options_About}, i -> false, i -> {});
        new FittedColumns(made, new int[] {140, 190, 380}, 2, 900, FittedColumns.NONE);
        for (Parameter<?> option : GivenOptions.all()) {
            new TableItem(made, SWT.NONE).setText(new String[] {option.name(), option.form(), option.help()});
        }
        made.addListener(SWT.Selection, this::selected);
        Ui.name(made, () -> Messages.Options_Title);
        table = made;
        help = told(area, HELP_LINES);
        new Label(area, SWT.NONE).setText(Messages.Options_Field);
        Text field = new Text(area, SWT.MULTI | SWT.BORDER | SWT.V_SCROLL | SWT.WRAP);
        field.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(1, LINES * field.getLineHeight()).create());
        field.setText(String.join("\n", before.texts()));
        field.addListener(SWT.Modify, event -> typed());
        Ui.tabGoesOn(field);
        text = field;
        wrong = told(area, WRONG_LINES);
        applyDialogFont(area);
        return area;
    }

    /** A text that can be read and copied, and has some lines at once. */
    private static Text told(Composite parent, int lines) {
        Text told = new Text(parent, SWT.MULTI | SWT.READ_ONLY | SWT.WRAP | SWT.V_SCROLL);
        told.setBackground(parent.getBackground()); // nothing can be typed here
        told.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(1, lines * told.getLineHeight()).create());
        return told;
    }

    @Override
    protected Control createContents(Composite parent) {
        Control contents = super.createContents(parent);
        typed();
        Text field = text;
        if (field != null) {
            field.setFocus();
            field.setSelection(field.getCharCount());
        }
        return contents;
    }

    private List<String> lines() {
        Text field = text;
        return field == null ? List.of() : field.getText().lines().filter(line -> !line.isBlank()).toList();
    }

    private static String nameIn(String line) {
        int equals = line.indexOf('=');
        return (equals < 0 ? line : line.substring(0, equals)).strip();
    }

    private void selected(Event event) {
        Text field = text;
        if (!(event.item instanceof TableItem item) || field == null) {
            return;
        }
        Parameter<?> option = GivenOptions.all().get(item.getParent().indexOf(item));
        if (help != null) {
            help.setText(option + (option.isFlag() ? "" : ' ' + option.form()) + ": " + option.help());
        }
        if (event.detail == SWT.CHECK) {
            List<String> lines = new ArrayList<>(lines());
            lines.removeIf(line -> nameIn(line).equals(option.name()));
            if (item.getChecked()) {
                lines.add(option.isFlag() ? option.name() : option.name() + '=');
            }
            field.setText(String.join("\n", lines));
            field.setFocus();
            field.setSelection(field.getCharCount());
        }
    }

    /** Checks what stands in the field. */
    private void typed() {
        List<String> lines = lines();
        Table rows = table;
        if (rows != null) {
            List<String> named = lines.stream().map(OptionsDialog::nameIn).toList();
            for (TableItem row : rows.getItems()) {
                row.setChecked(named.contains(row.getText(0)));
            }
        }
        String why = "";
        try {
            chosen = GivenOptions.of(lines);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            why = message.substring(0, 1).toUpperCase(Locale.ROOT) + message.substring(1);
        }
        if (wrong != null) {
            wrong.setText(why);
        }
        Button ok = getButton(IDialogConstants.OK_ID);
        if (ok != null) {
            ok.setEnabled(why.isEmpty());
        }
    }

    @Override
    protected void okPressed() {
        super.okPressed();
        listener.accept(chosen);
    }

    /** Presses OK, as a person does; does nothing as long as something is wrong. */
    public void accept() {
        Button ok = getButton(IDialogConstants.OK_ID);
        if (ok != null && ok.isEnabled()) {
            okPressed();
        }
    }

    /** Where the options are written; null before the dialog is made. */
    public @Nullable Text field() {
        return text;
    }

    /** The options that there are; null before the dialog is made. */
    public @Nullable Table options() {
        return table;
    }

    /** What is wrong with what stands in the field; empty if nothing is. */
    public String wrong() {
        return wrong == null ? "" : wrong.getText();
    }

    /** What is told of the selected option. */
    public String help() {
        return help == null ? "" : help.getText();
    }
}
