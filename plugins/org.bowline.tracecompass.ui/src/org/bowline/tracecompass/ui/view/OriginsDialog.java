/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.eclipse.jface.dialogs.Dialog;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
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

import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.waitfor.ProcessCost;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.core.waitfor.WaitQuestion;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Lets a person choose the processes whose waits count. Those that run and wait most in the range of the views come first, those that are set aside last, below a line; a filter shows fewer. All processes of a host
 * that are checked are the host, with what starts there later.
 */
public final class OriginsDialog extends Dialog {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 520;
    private static final int[] WIDTHS = {330, 50, 50, 70, 75, 75};
    private static final int NUMBERS = 2;

    /** Where it was chosen matters to nobody: all views follow. */
    private static final Object ROOM = new Object();

    private final List<ProcessCost> costs;
    private final Consumer<WaitOrigins> listener;
    private final Set<WaitOrigins.Process> checked = new HashSet<>();
    private @Nullable Table table;
    private @Nullable Text filter;

    private OriginsDialog(Shell shell, List<ProcessCost> costs, WaitOrigins before, Consumer<WaitOrigins> listener) {
        super(shell);
        this.costs = costs;
        this.listener = listener;
        setBlockOnOpen(false);
        setShellStyle(getShellStyle() | SWT.RESIZE);
        checked.addAll(before.processes());
        costs.stream().map(ProcessCost::process).filter(process -> before.hosts().contains(process.host())).forEach(checked::add);
    }

    /** Asks, once it is known what the processes cost; tells all views what was chosen. In the UI thread; comes back at once. */
    public static void choose(Shell shell, ITmfTrace trace, AnalysisResult result) {
        Span span = Ranges.span(Ranges.of(trace), trace, result);
        long from = Math.max(span.fromNanos(), result.timeline().startNanos());
        long to = Math.min(span.toNanos(), result.timeline().endNanos());
        WaitQuestion question = from < to ? new WaitQuestion(from, to, false, WaitOrigins.ALL)
                : new WaitQuestion(result.timeline().startNanos(), result.timeline().endNanos(), false, WaitOrigins.ALL);
        String job = NLS.bind(Messages.Origins_Job, trace.getName());
        new LatestJob(() -> !shell.isDisposed()).ask(job, trace,
                progress -> ProcessCost.of(WaitForAnswers.of(trace, result).analysis(question).with(progress)), costs -> {
                    WaitOrigins before = Inquiries.now(trace).origins();
                    new OriginsDialog(shell, costs, before, chosen -> {
                        if (!chosen.equals(before)) {
                            Choice.tell(ROOM, trace, new Choice.OfOrigins(chosen));
                        }
                    }).open();
                }, why -> Commands.failed(why, new IllegalStateException(job)));
    }

    /** What is checked; nothing, or everything, means all. */
    private WaitOrigins chosen() {
        Map<String, Set<WaitOrigins.Process>> ofHost = new HashMap<>();
        costs.forEach(cost -> ofHost.computeIfAbsent(cost.process().host(), host -> new HashSet<>()).add(cost.process()));
        Set<WaitOrigins.Process> processes = new HashSet<>(checked);
        Set<String> hosts = new HashSet<>();
        ofHost.forEach((host, all) -> {
            if (checked.containsAll(all)) {
                hosts.add(host);
                processes.removeIf(process -> process.host().equals(host));
            }
        });
        return hosts.size() == ofHost.size() ? WaitOrigins.ALL : new WaitOrigins(hosts, processes);
    }

    @Override
    protected void okPressed() {
        WaitOrigins chosen = chosen();
        super.okPressed();
        listener.accept(chosen);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.Origins_Title);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(shell, "org.bowline.help.origins");
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
        Composite area = (Composite) super.createDialogArea(parent);
        Label message = new Label(area, SWT.WRAP);
        message.setText(Messages.Origins_Message);
        message.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(WIDTH - 60, SWT.DEFAULT).create());
        Text search = new Text(area, SWT.SEARCH | SWT.ICON_SEARCH | SWT.ICON_CANCEL);
        search.setMessage(Messages.Origins_Filter);
        search.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).create());
        search.addListener(SWT.Modify, event -> fill());
        Ui.name(search, () -> Messages.Origins_Filter);
        filter = search;
        Table made = new Table(area, SWT.CHECK | SWT.FULL_SELECTION | SWT.BORDER | SWT.V_SCROLL);
        made.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        String[] names = {Messages.Origins_Name, Messages.Origins_Host, Messages.Origins_Pid, Messages.Origins_Threads,
            Messages.Origins_Running, Messages.Origins_Blocked};
        for (int i = 0; i < names.length; i++) {
            var column = new org.eclipse.swt.widgets.TableColumn(made, i < NUMBERS ? SWT.LEFT : SWT.RIGHT);
            column.setText(names[i]);
        }
        made.setHeaderVisible(true);
        new FittedColumns(made, WIDTHS, 0, WIDTH, FittedColumns.NONE); // names in bold may need more than the numbers below them
        made.addListener(SWT.Selection, this::selected);
        Ui.name(made, () -> Messages.Origins_Title);
        table = made;
        Composite buttons = new Composite(area, SWT.NONE);
        buttons.setLayout(GridLayoutFactory.fillDefaults().numColumns(2).create());
        button(buttons, Messages.Origins_All, () -> {
            shown().forEach(cost -> checked.add(cost.process()));
            fill();
        });
        button(buttons, Messages.Origins_None, () -> {
            checked.clear();
            fill();
        });
        fill();
        search.setFocus();
        return area;
    }

    private static void button(Composite parent, String name, Runnable action) {
        Button button = new Button(parent, SWT.PUSH);
        button.setText(name);
        button.addListener(SWT.Selection, event -> action.run());
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        createButton(parent, IDialogConstants.OK_ID, IDialogConstants.OK_LABEL, true);
        createButton(parent, IDialogConstants.CANCEL_ID, IDialogConstants.CANCEL_LABEL, false);
    }

    private List<ProcessCost> shown() {
        Text of = filter;
        String wanted = of == null ? "" : of.getText().trim().toLowerCase(Locale.ROOT);
        List<ProcessCost> shown = new ArrayList<>();
        for (ProcessCost cost : costs) {
            String text = name(cost) + ' ' + cost.process().host() + ' ' + cost.process().pid();
            if (text.toLowerCase(Locale.ROOT).contains(wanted)) {
                shown.add(cost);
            }
        }
        return shown;
    }

    private static String name(ProcessCost cost) {
        return cost.process().pid() < 0 || cost.name().isEmpty() ? Messages.Origins_Unknown : cost.name();
    }

    private void fill() {
        Table of = table;
        if (of == null) {
            return;
        }
        of.setRedraw(false);
        of.removeAll();
        boolean divided = false;
        for (ProcessCost cost : shown()) {
            if (cost.aside() && !divided) {
                divided = true;
                TableItem line = new TableItem(of, SWT.NONE);
                line.setText(Messages.Origins_Divider);
                line.setGrayed(true);
                line.setForeground(of.getDisplay().getSystemColor(SWT.COLOR_WIDGET_DISABLED_FOREGROUND));
            }
            TableItem item = new TableItem(of, SWT.NONE);
            WaitOrigins.Process process = cost.process();
            item.setText(new String[] {name(cost), process.host(), process.pid() < 0 ? "" : Integer.toString(process.pid()),
                Integer.toString(cost.threads()), TimeFormat.duration(cost.runningNanos()), TimeFormat.duration(cost.blockedNanos())});
            item.setData(process);
            item.setChecked(checked.contains(process));
        }
        of.setRedraw(true);
    }

    private void selected(Event event) {
        if (event.detail == SWT.CHECK && event.item instanceof TableItem item) {
            if (!(item.getData() instanceof WaitOrigins.Process process)) {
                item.setChecked(false); // the line
            } else if (item.getChecked()) {
                checked.add(process);
            } else {
                checked.remove(process);
            }
        }
    }
}
