/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tags;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Collectors;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagPlace;
import org.bowline.core.trace.TagSpec;
import org.bowline.report.rows.TagRow;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.tags.TagEvents;
import org.bowline.tracecompass.core.tags.TagsAnswer;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.FocusPane;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/**
 * Which module the time of the range goes to, as {@code bowline tags} tells it: a tree of modules, on all processors or on one. A row leads the views along time to the longest stretch in which a thread ran in
 * that module.
 */
public final class TagsView extends WaitAnalysisView<TagsAnswer> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.tags";
    private static final String HELP = "org.bowline.help.tags";
    private static final String HOW_TO = "/org.bowline.help/html/how-to/see-which-module-uses-a-processor.html";

    private final LatestJob searching = new LatestJob(frame()::isAlive);
    private final Action choose = Actions.of(Messages.Tags_Choose, Messages.Tags_ChooseTip, Actions.icon("tags.png"), this::chooseEvents);
    private @Nullable Combo processors;
    private @Nullable TagsTree tree;
    private @Nullable TagsAnswer answer;
    /** The processor that counts in the recordings that are open, also while another one is looked at; none for all. Asked for in jobs. */
    private final Map<ITmfTrace, TagQuestion.Cpu> counted = Collections.synchronizedMap(new WeakHashMap<>());

    /** For the extension. */
    public TagsView() {
        super(Messages.Tags_View, Messages.Tags_Job, HELP);
        choose.setEnabled(false);
    }

    @Override
    protected Control createContent(Composite parent) {
        Composite pane = new FocusPane(parent, () -> tree == null ? null : tree.tree());
        pane.setLayout(GridLayoutFactory.fillDefaults().spacing(5, 5).create());
        Combo combo = Ui.choice(pane);
        combo.setLayoutData(new GridData(SWT.BEGINNING, SWT.CENTER, false, false));
        combo.add(Messages.Tags_CpuAll);
        combo.select(0);
        combo.addListener(SWT.Selection, event -> chooseProcessor(combo.getSelectionIndex()));
        Ui.name(combo, () -> Messages.Tags_Cpu);
        processors = combo;
        TagsTree made = new TagsTree(pane, this::go);
        made.tree().setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        tree = made;
        Action copy = Actions.of(Messages.Tags_Copy, () -> Ui.copy(made.text()));
        contextMenu(made.tree(), menu -> {
            TagRow row = made.selected();
            if (row != null) {
                menu.add(Actions.of(Messages.Tags_Longest, () -> go(row)));
            }
            menu.add(copy);
        });
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), copy);
        getViewSite().getActionBars().getMenuManager().add(choose);
        return pane;
    }

    @Override
    protected void fillToolBar(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, choose);
    }

    // the answer

    @Override
    protected TagsAnswer compute(AnalysedRange range, Progress progress) {
        TagEvents.Read read = TagEvents.read(TraceFiles.of(range.trace()), WaitAnalysisModule.beside(range.trace(), TagEvents.FILE),
                range.result(), progress);
        return TagsAnswer.of(range.result(), read, range.analysis().question(), counted.get(range.trace()), progress);
    }

    @Override
    protected void show(AnalysedRange range, TagsAnswer newAnswer) {
        answer = newAnswer;
        choose.setEnabled(true);
        Combo combo = processors;
        TagsTree shown = tree;
        if (combo == null || shown == null) {
            return;
        }
        List<String> names = new ArrayList<>(List.of(Messages.Tags_CpuAll));
        newAnswer.cpus().forEach(one -> names.add(NLS.bind(Messages.Tags_CpuOf, one.host(), one.number())));
        TagQuestion.Cpu now = newAnswer.cpu();
        if (!Arrays.asList(combo.getItems()).equals(names)) {
            combo.setItems(names.toArray(String[]::new));
        }
        combo.select(now == null ? 0 : Math.max(0, newAnswer.cpus().indexOf(now) + 1));
        shown.show(newAnswer.hosts());
    }

    @Override
    protected void clear() {
        answer = null;
        choose.setEnabled(false);
        searching.cancel();
        TagsTree shown = tree;
        if (shown != null && !shown.tree().isDisposed()) {
            shown.show(List.of());
        }
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, TagsAnswer of) {
        return of.caveats();
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, TagsAnswer of) {
        if (of.isWithoutTags()) {
            String unread = of.unread();
            return unread != null ? Hint.of(Messages.Empty_Unread, unread, Messages.Empty_Choose, this::chooseEvents)
                    : Hint.of(Messages.Empty_None, Messages.Empty_NoneText, Messages.Empty_Choose, this::chooseEvents);
        }
        if (!of.hosts().isEmpty()) {
            return null;
        }
        return of.cpu() != null // the choice is behind the hint
                ? Hint.of(Messages.Empty_Range, Messages.Empty_RangeText, Messages.Tags_CpuAll, () -> chooseProcessor(0))
                : Hint.of(Messages.Empty_Range, Messages.Empty_RangeText, Messages.Empty_HowTo,
                        () -> PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(HOW_TO));
    }

    private void chooseProcessor(int index) {
        TagsAnswer of = answer;
        ITmfTrace trace = getTrace();
        if (of != null && trace != null) {
            if (index <= 0 || index > of.cpus().size()) {
                counted.remove(trace);
            } else {
                counted.put(trace, of.cpus().get(index - 1));
            }
            refresh();
        }
    }

    // which events are tags

    private void chooseEvents() {
        AnalysedRange range = shown();
        TagsAnswer of = answer;
        if (range == null || of == null) {
            return;
        }
        String now = of.analysis().question().get(TagQuestion.EVENTS).stream().map(TagSpec::text).collect(Collectors.joining(" "));
        InputDialog dialog = new InputDialog(getSite().getShell(), Messages.Empty_Choose, Messages.Tags_ChooseText, now,
                TagsView::whatIsWrong);
        if (dialog.open() == Window.OK) {
            choose(range.trace(), specs(dialog.getValue()));
        }
    }

    private static List<TagSpec> specs(String text) {
        return TagEvents.specs(Arrays.asList(text.strip().split("\\s+")));
    }

    private static @Nullable String whatIsWrong(String text) {
        try {
            specs(text);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Takes other events for the tags, and keeps the choice with the experiment. In the UI thread; comes back at once. */
    public void choose(ITmfTrace trace, List<TagSpec> specs) {
        Path file = WaitAnalysisModule.beside(trace, TagEvents.FILE);
        if (file != null) {
            TagEvents.keep(file, specs);
        }
        refresh();
    }

    // to a place

    /** Leads the views along time to the longest stretch in which a thread ran in a module. In the UI thread; comes back at once. */
    public void go(TagRow row) {
        ITmfTrace trace = getTrace();
        TagsAnswer of = answer;
        if (trace != null && of != null && !row.times().isWall()) {
            searching.ask(Messages.Tags_Search, trace, progress -> of.longest(row, progress), places -> {
                if (!places.isEmpty() && of.equals(answer)) {
                    TagPlace place = places.get(0);
                    showEvidence(place.fromNanos(), place.toNanos());
                    ThreadChoice.tell(this, trace, of.analysis().timeline(), place.thread());
                }
            }, why -> frame().failed(why, () -> go(row)));
        }
    }

    @Override
    public void dispose() {
        Ui.run(searching::cancel);
        super.dispose();
    }

    /** What is shown; null while nothing is. */
    public @Nullable TagsAnswer answer() {
        return answer;
    }

    /** The modules; null before the view is made. */
    public @Nullable TagsTree modules() {
        return tree;
    }

    /** The choice of processors; null before the view is made. */
    public @Nullable Combo processors() {
        return processors;
    }
}
