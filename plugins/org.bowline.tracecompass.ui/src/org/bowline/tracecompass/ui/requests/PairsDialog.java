/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;

import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.RequestEvents;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.FittedColumns;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.Tables;

/**
 * Lets a person say which events begin and end the requests. What the recording has is proposed; checking a row writes it into the field below, where it can be changed: a pair a line, as
 * {@code --interval} takes it. Whatever stands there is counted as it is typed, from the traces.
 */
public final class PairsDialog extends TitleAreaDialog {
    private static final int SETTLE_MILLIS = 300;
    private static final int MOST_LABELS = 4;
    /** The column of the figure. */
    private static final int COUNT = 4;

    private final List<Path> traces;
    private final AnalysisResult result;
    private final RequestEvents.Proposals proposals;
    private final List<IntervalSpec> before;
    private final LatestJob counting = new LatestJob(() -> getShell() != null && !getShell().isDisposed());
    private final LatestJob countingCalls = new LatestJob(() -> getShell() != null && !getShell().isDisposed());
    private List<IntervalSpec> chosen = List.of();
    private Table table;
    private Text text;
    private Label count;

    /**
     * @param traces the files of the experiment
     * @param result what was read of them
     * @param proposals what may be requests
     * @param before what is chosen now
     */
    @SuppressWarnings("NullAway.Init") // the controls are made when the dialog opens
    PairsDialog(Shell shell, List<Path> traces, AnalysisResult result, RequestEvents.Proposals proposals, List<IntervalSpec> before) {
        super(shell);
        this.traces = traces;
        this.result = result;
        this.proposals = proposals;
        this.before = before;
        setShellStyle(getShellStyle() | SWT.RESIZE);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.Pairs_Window);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(shell, "org.bowline.help.requests");
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = new Composite((Composite) super.createDialogArea(parent), SWT.NONE);
        area.setLayout(GridLayoutFactory.swtDefaults().create());
        area.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        setTitle(Messages.Pairs_Title);
        setMessage(proposals.isEmpty() ? Messages.Pairs_NoneProposed
                : proposals.pairs().isEmpty() ? Messages.Pairs_CallsMessage : Messages.Pairs_Message);
        table = new Table(area, SWT.CHECK | SWT.BORDER | SWT.FULL_SELECTION);
        table.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(640, 7 * table.getItemHeight()).create());
        Tables.columns(table,
                new String[] {Messages.Pairs_Begin, Messages.Pairs_End, Messages.Pairs_Key, Messages.Pairs_Label, Messages.Pairs_Count},
                i -> i == COUNT, i -> {});
        FittedColumns columns = new FittedColumns(table, new int[] {170, 170, 70, 70, 60}, 0, 400, FittedColumns.NONE);
        for (IntervalProposal one : proposals.pairs()) {
            IntervalSpec spec = one.spec();
            new TableItem(table, SWT.NONE).setText(new String[] {spec.beginEvent(), spec.endEvent(),
                spec.keyField().isEmpty() ? Messages.Pairs_ByThread : spec.keyField(), spec.labelField(), Long.toString(one.pairs())});
        }
        for (IntervalSpec calls : proposals.calls()) {
            new TableItem(table, SWT.NONE).setText(ofKernel(calls));
        }
        columns.show(Arrays.stream(table.getItems())
                .map(item -> IntStream.range(0, table.getColumnCount()).mapToObj(item::getText).toArray(String[]::new)).toList());
        countCalls(0);
        table.addListener(SWT.Selection, this::checked);
        Ui.name(table, () -> Messages.Pairs_Title);
        new Label(area, SWT.NONE).setText(Messages.Pairs_Field);
        text = new Text(area, SWT.MULTI | SWT.BORDER | SWT.V_SCROLL | SWT.WRAP);
        text.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(640, 3 * text.getLineHeight()).create());
        count = new Label(area, SWT.WRAP);
        count.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(640, 3 * text.getLineHeight()).create());
        text.setText(lines(before.isEmpty() && !proposals.isEmpty() ? List.of(proposed(0)) : before));
        text.addListener(SWT.Modify, event -> typed());
        Ui.tabGoesOn(text);
        applyDialogFont(area);
        return area;
    }

    /** A row of requests that no program tells of. */
    private static String[] ofKernel(IntervalSpec of) {
        if (of.equals(IntervalSpec.ANSWERS)) {
            return ofKernel(Messages.Calls_Received, Messages.Calls_Answered, Messages.Calls_Key);
        }
        if (of.equals(IntervalSpec.ASKS)) {
            return ofKernel(Messages.Calls_Asked, Messages.Calls_GotAnswer, Messages.Calls_Key);
        }
        return of.equals(IntervalSpec.ANSWERED_PACKETS)
                ? ofKernel(Messages.Packets_Received, Messages.Packets_Answered, Messages.Packets_Key)
                : ofKernel(Messages.Packets_Asked, Messages.Packets_GotAnswer, Messages.Packets_Key);
    }

    private static String[] ofKernel(String begin, String end, String key) {
        return new String[] {begin, end, key, Messages.Calls_Label, Messages.Calls_Counting};
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        super.createButtonsForButtonBar(parent);
        getButton(IDialogConstants.OK_ID).setText(Messages.Pairs_Ok);
        typed();
    }

    private static String lines(List<IntervalSpec> specs) {
        return specs.stream().map(IntervalSpec::text).collect(Collectors.joining("\n"));
    }

    /** What a row proposes: pairs of events first. */
    private IntervalSpec proposed(int row) {
        int pairs = proposals.pairs().size();
        return row < pairs ? proposals.pairs().get(row).spec() : proposals.calls().get(row - pairs);
    }

    /** Counts the intervals of system calls and packets from one on, each in a pass over the traces of the kernels. */
    private void countCalls(int from) {
        if (from >= proposals.calls().size()) {
            return;
        }
        TableItem row = table.getItem(proposals.pairs().size() + from);
        IntervalSpec asked = proposals.calls().get(from);
        countingCalls.ask(Messages.Pairs_Counting, null, progress -> read(List.of(asked), progress).count(), counted -> {
            row.setText(COUNT, Integer.toString(counted));
            countCalls(from + 1);
        }, why -> {
            row.setText(COUNT, Messages.Calls_NotCounted);
            countCalls(from + 1);
        });
    }

    private RecordedIntervals read(List<IntervalSpec> asked, Progress progress) {
        try {
            return RequestEvents.read(traces, result, asked, progress);
        } catch (TraceReadException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void checked(Event event) {
        if (event.detail == SWT.CHECK && event.item instanceof TableItem item) {
            IntervalSpec spec = proposed(table.indexOf(item));
            List<String> lines = new ArrayList<>(text.getText().lines().filter(line -> !line.isBlank()).toList());
            lines.removeIf(line -> line.strip().equals(spec.text()));
            if (item.getChecked()) {
                lines.add(spec.text());
            }
            text.setText(String.join("\n", lines));
        }
    }

    /** Checks what stands in the field, and counts it when it has rested. */
    private void typed() {
        counting.cancel();
        try {
            chosen = RequestEvents.specs(text.getText().lines().toList());
        } catch (IllegalArgumentException e) {
            said(sentence(String.valueOf(e.getMessage())), false);
            return;
        }
        for (int i = 0; i < table.getItemCount(); i++) {
            table.getItem(i).setChecked(chosen.contains(proposed(i)));
        }
        if (chosen.isEmpty()) {
            said(Messages.Pairs_None, true);
            return;
        }
        said(Messages.Pairs_Counting, false);
        List<IntervalSpec> asked = chosen;
        getShell().getDisplay().timerExec(SETTLE_MILLIS, () -> {
            if (asked == chosen && !text.isDisposed()) {
                count(asked);
            }
        });
    }

    private void count(List<IntervalSpec> asked) {
        counting.ask(Messages.Pairs_Counting, null, progress -> counted(read(asked, progress)), words -> said(words, true),
                why -> said(sentence(why), false));
    }

    private static String sentence(String why) {
        return why.substring(0, 1).toUpperCase(Locale.ROOT) + why.substring(1);
    }

    /** How many requests there are, of which labels, and what does not fit. */
    static String counted(RecordedIntervals read) {
        List<String> labels = read.sorts().stream().flatMap(sort -> sort.intervals().stream()).map(NamedInterval::label).distinct().sorted()
                .toList();
        String some = labels.stream().limit(MOST_LABELS).collect(Collectors.joining(", "))
                + (labels.size() > MOST_LABELS ? ", \u2026" : "");
        String words = labels.size() <= 1 ? NLS.bind(Messages.Pairs_Counted, read.count())
                : NLS.bind(Messages.Pairs_CountedOf, new Object[] {read.count(), labels.size(), some});
        return words + read.sorts().stream().flatMap(sort -> sort.caveats().stream()).map(caveat -> ' ' + caveat.text()).distinct()
                .collect(Collectors.joining());
    }

    private void said(String words, boolean fine) {
        count.setText(words.replace("&", "&&"));
        Button ok = getButton(IDialogConstants.OK_ID);
        if (ok != null) {
            ok.setEnabled(fine);
        }
    }

    @Override
    public boolean close() {
        counting.cancel();
        countingCalls.cancel();
        return super.close();
    }

    @Override
    protected boolean isResizable() {
        return true;
    }

    /** What was chosen, once the dialog is closed. */
    List<IntervalSpec> chosen() {
        return chosen;
    }
}
