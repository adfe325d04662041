/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.jface.wizard.WizardPage;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.ui.dialog.DirectoryDialogFactory;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.report.analyses.RunFiles;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.ui.view.AnalysedRange;

/** Where the reports go, in which format, and of which range. */
public final class TargetPage extends WizardPage {
    private static final String DIRECTORY_KEY = "directory";
    private static final String FORMAT_KEY = "format";
    private static final int FIELD_CHARACTERS = 50;
    private List<AnalysedRange> ranges;
    private final List<Button> choices = new ArrayList<>();
    private String problem;
    private boolean awaits;
    private @Nullable Text directory;
    private @Nullable Group range;
    private @Nullable Button json;

    /**
     * @param ranges what can be written, what is chosen at first before the others; empty if there is no analysis
     * @param problem why there is no analysis
     * @param awaits whether there will be one, see {@link #show}
     */
    TargetPage(List<AnalysedRange> ranges, String problem, boolean awaits) {
        super("target", Messages.Export_Title, null);
        this.ranges = List.copyOf(ranges);
        this.problem = problem;
        this.awaits = awaits;
        setDescription(Messages.Export_Description);
    }

    @Override
    public void createControl(Composite parent) {
        initializeDialogUnits(parent);
        Composite all = new Composite(parent, SWT.NONE);
        all.setLayout(new GridLayout(3, false));
        new Label(all, SWT.NONE).setText(Messages.Export_Directory);
        Text field = new Text(all, SWT.BORDER);
        GridData wide = new GridData(SWT.FILL, SWT.CENTER, true, false);
        wide.widthHint = convertWidthInCharsToPixels(FIELD_CHARACTERS); // else a long path makes the window wider than the screen
        field.setLayoutData(wide);
        IDialogSettings settings = getDialogSettings();
        String before = settings == null ? null : settings.get(DIRECTORY_KEY);
        field.setText(before == null ? Path.of(System.getProperty("user.home", "."), "bowline-report").toString() : before);
        field.addListener(SWT.Modify, event -> check());
        directory = field;
        Button browse = new Button(all, SWT.PUSH);
        browse.setText(Messages.Export_Browse);
        browse.addListener(SWT.Selection, event -> browse());
        Group format = group(all, Messages.Export_Format);
        boolean asJson = settings != null && Format.JSON.name().equals(settings.get(FORMAT_KEY));
        radio(format, Messages.Export_Csv, !asJson);
        json = radio(format, Messages.Export_Json, asJson);
        Group of = group(all, Messages.Export_Range);
        range = of;
        fill(of);
        setControl(all);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(all, "org.bowline.help.export");
        check();
    }

    private void fill(Group of) {
        for (AnalysedRange one : ranges) {
            choices.add(radio(of, text(one), choices.isEmpty()));
        }
        of.setVisible(!ranges.isEmpty());
    }

    /** The analysis that was awaited has ended: shows what can be written, or why nothing can be. In the UI thread. */
    void show(List<AnalysedRange> newRanges, String newProblem) {
        ranges = List.copyOf(newRanges);
        problem = newProblem;
        awaits = false;
        Group of = range;
        if (of != null && !of.isDisposed()) {
            fill(of);
            of.requestLayout();
            check();
        }
    }

    private static String text(AnalysedRange range) {
        TmfTimestampFormat time = TmfTimestampFormat.getDefaulTimeFormat();
        String pattern = switch (range.chosen().kind()) {
            case WORK -> Messages.Export_Work;
            case WHOLE -> Messages.Export_Whole;
            case SELECTED -> Messages.Export_Selection;
        };
        return NLS.bind(pattern, time.format(range.fromNanos()), time.format(range.toNanos()));
    }

    private static Group group(Composite parent, String name) {
        Group group = new Group(parent, SWT.NONE);
        group.setText(name);
        group.setLayout(new GridLayout());
        group.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false, 3, 1));
        return group;
    }

    private Button radio(Group group, String name, boolean selected) {
        Button button = new Button(group, SWT.RADIO);
        button.setText(name);
        button.setSelection(selected);
        button.addListener(SWT.Selection, event -> check());
        return button;
    }

    private void browse() {
        DirectoryDialog dialog = DirectoryDialogFactory.create(getShell(), SWT.SAVE);
        dialog.setText(Messages.Export_Title);
        String chosen = dialog.open();
        if (chosen != null && directory != null) {
            directory.setText(chosen);
        }
    }

    private void check() {
        String error = ranges.isEmpty() && !awaits ? problem : null;
        Path path = directory();
        if (error == null && path == null) {
            error = Messages.Export_NoDirectory;
        } else if (error == null && path != null && Files.exists(path) && !Files.isDirectory(path)) {
            error = NLS.bind(Messages.Export_NotDirectory, path);
        }
        setErrorMessage(error);
        setPageComplete(error == null && !ranges.isEmpty());
        boolean earlier = path != null && RunFiles.areIn(path);
        setMessage(awaits ? problem : earlier ? Messages.Export_Replaces : null, awaits ? INFORMATION : WARNING);
    }

    void remember() {
        IDialogSettings settings = getDialogSettings();
        if (settings != null && directory != null) {
            settings.put(DIRECTORY_KEY, directory.getText());
            settings.put(FORMAT_KEY, format().name());
        }
    }

    @Nullable
    Path directory() {
        String text = directory == null ? "" : directory.getText().trim();
        try {
            return text.isEmpty() ? null : Path.of(text).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Writes there. */
    public void setDirectory(Path newDirectory) {
        if (directory != null) {
            directory.setText(newDirectory.toString());
        }
    }

    Format format() {
        return json != null && json.getSelection() ? Format.JSON : Format.CSV;
    }

    @Nullable
    AnalysedRange range() {
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i).getSelection()) {
                return ranges.get(i);
            }
        }
        return null;
    }
}
