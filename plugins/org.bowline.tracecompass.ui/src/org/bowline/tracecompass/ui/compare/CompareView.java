/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.program.Program;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Table;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.text.SweepText;
import org.bowline.runs.sweep.SweepResults;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.Compared;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
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
    private final Answers answers = new Answers();
    private Sides sides = Sides.NONE;
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
        if (sides.isNothing() && active != null && WaitAnalysisModule.of(active) != null) {
            sides = sides.with(true, List.of(new RunSource.Recording(active)));
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
        compare(new Sides(newBase, newFresh));
    }

    private void compare(Sides newSides) {
        sweep = null;
        sides = newSides;
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
        Sides compared = sides;
        if (!compared.isComplete()) {
            forget();
            frame.show(sideChips().missing());
            return;
        }
        work(progress -> CompareAnswer.of(compared.base(), compared.fresh(), progress));
    }

    private void ask(ShownSweep asked, SweepResults.Recordings wanted) {
        work(progress -> CompareAnswer.ofSweep(asked.runs(), asked.question(), wanted, progress));
    }

    private void work(Function<Progress, CompareAnswer> question) {
        work.ask(Messages.Compare_Job, this, question, this::present, why -> {
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
        answers.ask(ShownSweep.of(runs));
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
            remember(path);
            showSweep(path);
        }
    }

    // the chips

    private void chips() {
        frame.chips(sweep == null ? sideChips().chips() : sweepChips().chips());
    }

    private SideChips sideChips() {
        return new SideChips(sides, answers);
    }

    /** What is asked of the sweep that is shown. In the UI thread, while one is. */
    public SweepChips sweepChips() {
        return new SweepChips(Objects.requireNonNull(sweep), answer instanceof CompareAnswer.Swept swept ? swept.input() : null, answers);
    }

    /** The menu of a side. */
    public MenuManager menu(boolean ofNew) {
        return sideChips().menu(ofNew);
    }

    /** What a person asks with the chips. */
    private final class Answers implements SideChips.Asked, SweepChips.Asked {
        @Override
        public void compare(Sides other) {
            CompareView.this.compare(other);
        }

        @Override
        public void ask(@Nullable ShownSweep other) {
            sweep = other;
            forget();
            CompareView.this.compare();
        }

        @Override
        public void look(ShownSweep other) {
            if (answer instanceof CompareAnswer.Swept swept) {
                sweep = other;
                work.cancel();
                frame.idle();
                present(other, swept.input());
            }
        }

        @Override
        public void addFolder(boolean ofNew) {
            CompareView.this.addFolder(ofNew);
        }

        @Override
        public void chooseSweep() {
            CompareView.this.chooseSweep();
        }

        @Override
        public void open(MenuManager menu) {
            Composite of = pane;
            if (of != null) {
                menu.createContextMenu(of).setVisible(true);
            }
        }
    }

    // what a person chooses

    private static void remember(Path chosen) {
        Path above = chosen.getParent();
        Ui.settings(ID).put(LAST_FOLDER, (above == null ? chosen : above).toString());
    }

    private void addFolder(boolean ofNew) {
        DirectoryDialog dialog = new DirectoryDialog(getSite().getShell(), SWT.OPEN);
        dialog.setText(Messages.Folder_Title);
        dialog.setMessage(Messages.Folder_Message);
        dialog.setFilterPath(Ui.settings(ID).get(LAST_FOLDER));
        String chosen = dialog.open();
        if (chosen != null) {
            Path path = Path.of(chosen);
            remember(path);
            if (ShownSweep.isIn(path)) {
                showSweep(path);
            } else {
                compare(sides.toggled(ofNew, new RunSource.Folder(path)));
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
                case FINDINGS -> "findings";
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
            if (frame.isAlive() && sweep == null && !sides.isComplete()) {
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
                boolean was = sides.has(gone);
                sides = sides.without(gone);
                if (sweep == null && (was || !sides.isComplete())) {
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
            if (sweep == null && choice.what() instanceof Choice.OfRequests && sides.has(of)) {
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
