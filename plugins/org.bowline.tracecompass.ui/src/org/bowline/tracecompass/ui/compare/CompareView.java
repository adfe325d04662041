/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.program.Program;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.Table;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.text.SweepText;
import org.bowline.runs.sweep.SweepResults;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.Compared;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.TitleStrip;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.view.LatestJob;

/**
 * Two sets of runs side by side, as {@code bowline compare} and its page have them: open experiments, and folders of results. The chips tell what is compared and change it; NEW is the experiment that was
 * active when somebody looked first. Or a sweep: builds at several numbers of clients, as {@code bowline compare --by concurrency} and its page have them.
 */
public final class CompareView extends TmfView {
    /** Its id. */
    public static final String ID = "org.bowline.views.compare";
    private static final String HELP = "org.bowline.help.compare";
    private static final String VIEWS = "org.bowline.views.";
    private static final String PAGE = "report.html";
    private static final String LAST_FOLDER = "folder";

    private final ViewFrame frame = new ViewFrame(this::cancel);
    private final LatestJob work = new LatestJob(frame::isAlive);
    private List<RunSource> base = List.of();
    private List<RunSource> fresh = List.of();
    private @Nullable ComparePane pane;
    private @Nullable SweepPane sweepPane;
    private @Nullable CompareAnswer answer;
    /** What is shown instead of two sets of runs; null if these are. */
    private @Nullable ShownSweep sweep;

    /** For the extension. */
    public CompareView() {
        super(Messages.Compare_View);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        Composite body = frame.create(parent, HELP);
        ComparePane made = new ComparePane(body, ID, this::go);
        SweepPane ofSweep = new SweepPane(body, ID);
        pane = made;
        sweepPane = ofSweep;
        frame.content(made);
        Action copy = Actions.of(Messages.Compare_Copy, () -> {
            if (sweep == null) {
                made.copy();
            } else {
                ofSweep.copy();
            }
        });
        for (Table table : List.of(made.rows().table(), ofSweep.rows().table())) {
            MenuManager menu = new MenuManager();
            menu.add(copy);
            table.setMenu(menu.createContextMenu(table));
        }
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), copy);
        frame.fill(getViewSite().getActionBars().getToolBarManager());
        takeActive();
        compare();
    }

    private void takeActive() {
        ITmfTrace active = TmfTraceManager.getInstance().getActiveTrace();
        if (base.isEmpty() && fresh.isEmpty() && active != null && WaitAnalysisModule.of(active) != null) {
            fresh = List.of(new RunSource.Recording(active));
        }
    }

    @Override
    public void setFocus() {
        frame.setFocus();
    }

    @Override
    public void dispose() {
        work.cancel();
        super.dispose();
    }

    // what is compared

    /** Compares these. In the UI thread; comes back at once. */
    public void compare(List<RunSource> newBase, List<RunSource> newFresh) {
        sweep = null;
        base = List.copyOf(newBase);
        fresh = List.copyOf(newFresh);
        compare();
    }

    private void compare() {
        work.cancel();
        frame.idle();
        if (!frame.isAlive()) {
            return;
        }
        chips();
        ShownSweep asked = sweep;
        if (asked != null) {
            // at once what runs tell, then what their recordings do
            ask(asked, SweepResults.Recordings.NONE);
            return;
        }
        if (base.isEmpty() || fresh.isEmpty()) {
            forget();
            frame.show(missing());
            return;
        }
        List<RunSource> left = base;
        List<RunSource> right = fresh;
        work.ask(Messages.Compare_Job, this, progress -> CompareAnswer.of(left, right, progress), this::present, why -> {
            frame.idle();
            frame.failed(why, this::compare);
        });
        frame.busy(work::fraction);
    }

    private void ask(ShownSweep asked, SweepResults.Recordings wanted) {
        work.ask(Messages.Compare_Job, this, progress -> CompareAnswer.ofSweep(asked.runs(), asked.question(), wanted, progress),
                this::present, why -> {
                    frame.idle();
                    frame.failed(why, this::compare);
                });
        frame.busy(work::fraction);
    }

    private void cancel() {
        if (work.isBusy()) {
            work.cancel();
            frame.idle();
            if (answer == null) {
                frame.cancelled(this::compare);
            }
        }
    }

    private void forget() {
        answer = null;
        frame.title("");
        frame.caveats(List.of());
        ComparePane shown = pane;
        if (shown != null && !shown.isDisposed()) {
            shown.clear();
        }
    }

    private void present(CompareAnswer newAnswer) {
        frame.idle();
        answer = newAnswer;
        if (newAnswer instanceof CompareAnswer.Known known) {
            frame.title(known.summary());
            frame.caveats(known.caveats());
            ComparePane shown = Objects.requireNonNull(pane);
            shown.show(known);
            frame.content(shown);
            frame.show(known.rows().isEmpty() ? Hint.of(Messages.Empty_Refused, known.summary()) : null);
        } else if (newAnswer instanceof CompareAnswer.Swept swept) {
            present(Objects.requireNonNull(sweep), swept.input());
        } else if (newAnswer instanceof CompareAnswer.Refused refused) {
            forget();
            answer = refused;
            frame.show(Hint.of(Messages.Empty_Refused, refused.why()));
        }
    }

    private void present(ShownSweep asked, SweepInput input) {
        String load = asked.load(input);
        frame.title(SweepText.heading(input, load));
        frame.caveats(input.caveats().stream().sorted(Comparator.comparing(Caveat::severity).reversed()).toList());
        SweepPane shown = Objects.requireNonNull(sweepPane);
        shown.show(input, load);
        frame.content(shown);
        frame.show(null);
        chips();
        if (input.recorded().unread() > 0) {
            ask(asked, SweepResults.Recordings.ALL);
        }
    }

    // a sweep

    /**
     * Shows a sweep. In the UI thread; comes back at once.
     *
     * @param runs a file of runs, or the folder of a sweep
     */
    public void showSweep(Path runs) {
        ask(ShownSweep.of(runs));
    }

    private void ask(@Nullable ShownSweep asked) {
        sweep = asked;
        forget();
        compare();
    }

    private void chooseSweep() {
        FileDialog dialog = new FileDialog(getSite().getShell(), SWT.OPEN);
        dialog.setText(Messages.Sweep_Title);
        dialog.setFilterNames(new String[] {Messages.Sweep_File});
        dialog.setFilterExtensions(new String[] {"*.csv"});
        dialog.setFilterPath(Ui.settings(ID).get(LAST_FOLDER));
        String chosen = dialog.open();
        if (chosen != null) {
            Path path = Path.of(chosen);
            Path above = path.getParent();
            Ui.settings(ID).put(LAST_FOLDER, (above == null ? path : above).toString());
            showSweep(path);
        }
    }

    private List<Chip> chips(ShownSweep asked) {
        List<Chip> chips = new ArrayList<>();
        String name = NLS.bind(Messages.Chip_Sweep, asked.name());
        chips.add(Chip.of(name, name, NLS.bind(Messages.Chip_SweepTip, asked.runs()), this::chooseSweep, () -> ask(null)));
        if (answer instanceof CompareAnswer.Swept swept) {
            SweepInput input = swept.input();
            String against = NLS.bind(Messages.Chip_SweepBase, input.base());
            chips.add(Chip.of(against, against, Messages.Chip_SweepBaseTip, () -> open(baseMenu()), null));
            if (input.loads().size() > 1) {
                String load = NLS.bind(Messages.Chip_Load, asked.load(input));
                chips.add(Chip.of(load, load, Messages.Chip_LoadTip, () -> open(loadMenu()), null));
            }
            String fallen = NLS.bind(Messages.Chip_Fallen, Percent.percent(input.fallen(), 0));
            chips.add(Chip.of(fallen, fallen, Messages.Chip_FallenTip, () -> open(fallenMenu()), null));
        }
        return chips;
    }

    private void open(MenuManager menu) {
        SweepPane of = sweepPane;
        if (of != null) {
            menu.createContextMenu(of).setVisible(true);
        }
    }

    /** The menu of the build that the others are compared with. */
    public MenuManager baseMenu() {
        MenuManager menu = new MenuManager();
        if (sweep != null && answer instanceof CompareAnswer.Swept swept) {
            ShownSweep asked = sweep;
            String base = swept.input().base();
            swept.input().rows().stream().map(SweepRow::build).distinct()
                    .forEach(build -> menu.add(radio(build, build.equals(base), () -> ask(asked.against(build)))));
        }
        return menu;
    }

    /** The menu of the loads. */
    public MenuManager loadMenu() {
        MenuManager menu = new MenuManager();
        if (sweep != null && answer instanceof CompareAnswer.Swept swept) {
            ShownSweep asked = sweep;
            String seen = asked.load(swept.input());
            swept.input().loads().forEach(load -> menu.add(radio(load, load.equals(seen), () -> {
                ShownSweep other = asked.under(load);
                sweep = other;
                work.cancel();
                frame.idle();
                present(other, swept.input());
            })));
        }
        return menu;
    }

    /** The menu of how far below its peak a build has fallen. */
    public MenuManager fallenMenu() {
        MenuManager menu = new MenuManager();
        if (sweep != null) {
            ShownSweep asked = sweep;
            ShownSweep.FALLEN.forEach(share -> menu
                    .add(radio(Percent.percent(share, 0), share == asked.question().fallen(), () -> ask(asked.fallenBelow(share)))));
        }
        return menu;
    }

    private static Action radio(String text, boolean checked, Runnable chosen) {
        Action action = new Action(text.replace("&", "&&"), IAction.AS_RADIO_BUTTON) {
            @Override
            public void run() {
                if (isChecked()) {
                    chosen.run();
                }
            }
        };
        action.setChecked(checked);
        return action;
    }

    /** Asks for the side that is missing. */
    private Hint missing() {
        boolean ofNew = fresh.isEmpty();
        List<TitleStrip.Way> ways = new ArrayList<>();
        for (ITmfTrace trace : open()) {
            RunSource one = new RunSource.Recording(trace);
            if (!base.contains(one) && !fresh.contains(one)) {
                ways.add(new TitleStrip.Way(NLS.bind(Messages.Menu_Experiment, one.name()), () -> toggle(ofNew, one)));
            }
        }
        ways.add(new TitleStrip.Way(Messages.Empty_Folder, () -> addFolder(ofNew)));
        ways.add(new TitleStrip.Way(Messages.Empty_Sweep, this::chooseSweep));
        return new Hint(base.isEmpty() && fresh.isEmpty() ? Messages.Empty_Nothing
                : NLS.bind(ofNew ? Messages.Empty_New : Messages.Empty_Base, names(ofNew ? base : fresh)),
                ofNew ? Messages.Empty_NewText : Messages.Empty_BaseText, ways);
    }

    private static List<ITmfTrace> open() {
        return TmfTraceManager.getInstance().getOpenedTraces().stream().filter(trace -> WaitAnalysisModule.of(trace) != null).toList();
    }

    private static String names(List<RunSource> of) {
        return of.stream().map(RunSource::name).collect(Collectors.joining(", "));
    }

    private void chips() {
        if (sweep != null) {
            frame.chips(chips(sweep));
            return;
        }
        List<Chip> chips = new ArrayList<>();
        chips.add(chip(false));
        chips.add(chip(true));
        if (!base.isEmpty() && !fresh.isEmpty()) {
            chips.add(Chip.of(Messages.Chip_Swap, Messages.Chip_SwapBrief, Messages.Chip_SwapTip, () -> compare(fresh, base), null));
        }
        frame.chips(chips);
    }

    private Chip chip(boolean ofNew) {
        List<RunSource> side = ofNew ? fresh : base;
        String names = names(side);
        String text = side.isEmpty() ? ofNew ? Messages.Chip_NewNone : Messages.Chip_BaseNone
                : NLS.bind(ofNew ? Messages.Chip_New : Messages.Chip_Base, names);
        String all = side.stream().map(one -> one instanceof RunSource.Folder folder ? folder.path().toString() : one.name())
                .collect(Collectors.joining("\n"));
        return Chip.of(text, text, NLS.bind(Messages.Chip_Tip, all.isEmpty() ? text : all), () -> openMenu(ofNew),
                side.isEmpty() ? null : () -> compare(ofNew ? base : List.of(), ofNew ? List.of() : fresh));
    }

    private void openMenu(boolean ofNew) {
        ComparePane of = pane;
        if (of != null) {
            Menu menu = menu(ofNew).createContextMenu(of);
            menu.setVisible(true);
        }
    }

    /** The menu of a side: each open experiment and each folder is in it or not, and folders can be added. */
    public MenuManager menu(boolean ofNew) {
        List<RunSource> side = ofNew ? fresh : base;
        List<RunSource> all = new ArrayList<>(side);
        open().stream().map(RunSource.Recording::new).filter(one -> !all.contains(one)).forEach(all::add);
        MenuManager menu = new MenuManager();
        for (RunSource one : all) {
            Action action = new Action(one instanceof RunSource.Folder folder ? folder.path().toString()
                    : NLS.bind(Messages.Menu_Experiment, one.name()), IAction.AS_CHECK_BOX) {
                @Override
                public void run() {
                    toggle(ofNew, one);
                }
            };
            action.setChecked(side.contains(one));
            menu.add(action);
        }
        menu.add(Actions.of(Messages.Menu_Folder, () -> addFolder(ofNew)));
        menu.add(Actions.of(Messages.Menu_Sweep, this::chooseSweep));
        return menu;
    }

    private void toggle(boolean ofNew, RunSource one) {
        List<RunSource> side = new ArrayList<>(ofNew ? fresh : base);
        if (!side.remove(one)) {
            side.add(one);
        }
        compare(ofNew ? base : side, ofNew ? side : fresh);
    }

    private void addFolder(boolean ofNew) {
        DirectoryDialog dialog = new DirectoryDialog(getSite().getShell(), SWT.OPEN);
        dialog.setText(Messages.Folder_Title);
        dialog.setMessage(Messages.Folder_Message);
        dialog.setFilterPath(Ui.settings(ID).get(LAST_FOLDER));
        String chosen = dialog.open();
        if (chosen != null) {
            Path path = Path.of(chosen);
            Path above = path.getParent();
            Ui.settings(ID).put(LAST_FOLDER, (above == null ? path : above).toString());
            if (ShownSweep.isIn(path)) {
                showSweep(path);
            } else {
                toggle(ofNew, new RunSource.Folder(path));
            }
        }
    }

    // into a run

    /** Leads to a run: of an open experiment to the view that shows best what was compared, of a folder to its page. In the UI thread. */
    public void go(RunSource run, Compared what) {
        if (run instanceof RunSource.Recording recording) {
            ITmfTrace trace = recording.trace();
            broadcast(new TmfTraceSelectedSignal(this, trace));
            Commands.show(getSite().getPage(), VIEWS + switch (what.seen()) {
                case REQUESTS -> "requests";
                case THREADS -> "threads";
                case PATH -> "criticalpath";
                case GRAPH -> "waitfor";
                case TABLES -> "tables";
            });
        } else if (run instanceof RunSource.Folder folder) {
            Path page = folder.path().resolve(PAGE);
            Program.launch((Files.isRegularFile(page) ? page : folder.path()).toString());
        }
    }

    // signals

    /** An experiment was chosen: the first one is NEW. */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        Ui.run(() -> {
            if (frame.isAlive() && sweep == null && (base.isEmpty() || fresh.isEmpty())) {
                takeActive();
                compare(); // there may be another one to choose
            }
        });
    }

    /** An experiment that was closed cannot be asked any more: it is no longer compared. */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        Ui.run(() -> {
            RunSource gone = new RunSource.Recording(signal.getTrace());
            if (frame.isAlive()) {
                boolean was = base.contains(gone) || fresh.contains(gone);
                base = base.stream().filter(one -> !one.equals(gone)).toList();
                fresh = fresh.stream().filter(one -> !one.equals(gone)).toList();
                if (sweep == null && (was || base.isEmpty() || fresh.isEmpty())) {
                    compare();
                }
            }
        });
    }

    /** What the requests of an experiment are was chosen anew. */
    @TmfSignalHandler
    public void choiceTold(Choice choice) {
        Ui.run(() -> {
            RunSource of = new RunSource.Recording(choice.trace());
            if (sweep == null && choice.what() instanceof Choice.OfRequests && (base.contains(of) || fresh.contains(of))) {
                compare();
            }
        });
    }

    // for tests

    /** What stands around the content. */
    public ViewFrame frame() {
        return frame;
    }

    /** What is shown; null before the view is made. */
    public @Nullable ComparePane pane() {
        return pane;
    }

    /** What shows sweeps; null before the view is made. */
    public @Nullable SweepPane sweepPane() {
        return sweepPane;
    }

    /** What is shown; null while nothing is. */
    public @Nullable CompareAnswer answer() {
        return answer;
    }

    /** Whether something is being computed. */
    public boolean isBusy() {
        return work.isBusy();
    }
}
