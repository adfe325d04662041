/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.events.KeyEvent;
import org.eclipse.swt.events.KeyListener;
import org.eclipse.swt.events.MouseListener;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphContentProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils.TimeFormat;
import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.core.flame.FlameAnswer;
import org.bowline.tracecompass.core.flame.FlameAnswer.What;
import org.bowline.tracecompass.ui.flame.FlameWalk.Step;
import org.bowline.tracecompass.ui.frame.FocusPane;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The picture: Trace Compass's time graph, with the levels of the stacks as rows, so that wheel, drag and keys zoom and move as in all of its views. A double click zooms to a frame, and to everything where that fills the picture already; arrow keys walk the frames, and Enter does what a double click does.
 */
public final class FlamePane {
    private static final int INDENT = 5;

    private final Composite pane;
    private final Combo what;
    private final Text search;
    private final Label told;
    private final TimeGraphViewer viewer;
    private final FlamePresentation presentation = new FlamePresentation();
    private final ZoomHistory zooms = new ZoomHistory();
    private final ZoomActions back;
    private @Nullable FlameAnswer answer;
    private int selected = FlameTree.NONE;

    FlamePane(Composite parent, Runnable another) {
        pane = new FocusPane(parent, this::graph);
        pane.setLayout(GridLayoutFactory.fillDefaults().numColumns(2).spacing(5, 5).create());
        what = Ui.choice(pane);
        what.setItems(Messages.Flame_WhatBlocked, Messages.Flame_WhatRunning, Messages.Flame_WhatBoth);
        what.select(0);
        what.addListener(SWT.Selection, event -> another.run());
        Ui.name(what, () -> Messages.Flame_What);
        search = new Text(pane, SWT.SEARCH | SWT.ICON_CANCEL);
        search.setMessage(Messages.Flame_Search);
        GridData wide = new GridData(SWT.FILL, SWT.CENTER, false, false);
        wide.widthHint = search.computeSize(SWT.DEFAULT, SWT.DEFAULT).x + Messages.Flame_Search.length() * 8;
        search.setLayoutData(wide);
        search.addListener(SWT.Modify, event -> searched());
        Ui.name(search, () -> Messages.Flame_Search);
        told = new Label(pane, SWT.NONE);
        told.setLayoutData(GridDataFactory.fillDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).span(2, 1).indent(INDENT, 0)
                .hint(1, SWT.DEFAULT).create());
        viewer = new TimeGraphViewer(pane, SWT.NONE);
        viewer.setTimeGraphContentProvider(new TimeGraphContentProvider());
        viewer.setTimeGraphProvider(presentation);
        viewer.setTimeFormat(TimeFormat.RELATIVE);
        viewer.setLabelsVisible(true);
        viewer.getControl().setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true, 2, 1));
        viewer.getTimeGraphControl().addMouseListener(MouseListener.mouseDownAdapter(event -> choose(frameAt(event.x, event.y))));
        viewer.getTimeGraphControl().addMouseListener(MouseListener.mouseDoubleClickAdapter(event -> zoom(frameAt(event.x, event.y))));
        TimeGraphControl control = viewer.getTimeGraphControl();
        control.removeKeyListener(control); // its arrow keys walk rows and times
        control.addKeyListener(KeyListener.keyPressedAdapter(event -> {
            if (!key(event)) {
                control.keyPressed(event);
            }
        }));
        control.addKeyListener(KeyListener.keyReleasedAdapter(control::keyReleased));
        Ui.picture(control, () -> told.getText().isEmpty() ? Messages.Flame_View : Messages.Flame_View + ": " + told.getText(),
                this::ofSelected);
        Ui.help(control, Messages.Flame_Keys);
        viewer.addRangeListener(event -> seen());
        back = new ZoomActions(() -> answer == null ? null : zooms, part -> viewer.setStartFinishTime(part.fromNanos(), part.toNanos()));
        pane.addListener(SWT.Dispose, event -> presentation.dispose());
    }

    /** What has the keyboard. */
    private Control graph() {
        return viewer.getTimeGraphControl();
    }

    /** Everything. */
    Composite control() {
        return pane;
    }

    /** Where a person types what to look for. */
    public Text search() {
        return search;
    }

    /** Which time a person chose. */
    What what() {
        return What.values()[Math.max(0, what.getSelectionIndex())];
    }

    /** The choice of that. */
    public Combo choice() {
        return what;
    }

    void show(@Nullable FlameAnswer shown) {
        if (pane.isDisposed()) {
            return;
        }
        answer = shown;
        selected = FlameTree.NONE;
        presentation.mark(FlameTree.NONE);
        presentation.show(shown, found());
        List<ITimeGraphEntry> rows = new ArrayList<>();
        if (shown != null) {
            for (int level = 1; level <= shown.tree().levels(); level++) {
                rows.add(new FlameEntry(shown, level));
            }
        }
        viewer.setInput(rows.toArray(ITimeGraphEntry[]::new));
        viewer.setNameSpace(0);
        if (shown != null) {
            viewer.setTimeBounds(0, end(shown));
            viewer.setStartFinishTime(0, end(shown));
        }
        zooms.clear();
        seen();
        tell();
    }

    private static long end(FlameAnswer of) {
        return Math.max(1, of.tree().nanos(FlameTree.ROOT));
    }

    /** Shows all of the time; false if all of it is shown already. */
    boolean all() {
        FlameAnswer of = answer;
        if (of == null || viewer.getTime0() == 0 && viewer.getTime1() == end(of)) {
            return false;
        }
        zoom(0, end(of));
        return true;
    }

    private void zoom(long from, long to) {
        zooms.rest();
        viewer.setStartFinishTime(from, to);
        seen();
        zooms.rest();
    }

    private void seen() {
        zooms.seen(new Span(viewer.getTime0(), viewer.getTime1()), System.nanoTime());
        back.changed();
    }

    /** Takes zooms back. */
    ZoomActions back() {
        return back;
    }

    /** The frame at a point of the control; {@link FlameTree#NONE} if there is none. */
    private int frameAt(int x, int y) {
        ITimeGraphEntry row = viewer.getTimeGraphControl().getEntry(new Point(x, y));
        FlameAnswer of = answer;
        return of == null || !(row instanceof FlameEntry level) ? FlameTree.NONE : of.tree().at(level.level(), viewer.getTimeAtX(x));
    }

    /** Selects a frame, and tells what is known of it. In the UI thread. */
    public void choose(int frame) {
        selected = frame;
        presentation.mark(frame);
        tell();
        graph().redraw();
        Ui.isNow(graph());
    }

    /** Does what a key is for; false if it is not for frames. */
    private boolean key(KeyEvent event) {
        FlameAnswer of = answer;
        if (of == null || of.isEmpty() || (event.stateMask & SWT.MODIFIER_MASK) != 0) {
            return false;
        }
        if (event.keyCode == SWT.CR || event.keyCode == SWT.KEYPAD_CR) {
            zoom(selected);
            return true;
        }
        Step step = Step.of(event.keyCode);
        if (step != null) {
            long pixel = (viewer.getTime1() - viewer.getTime0()) / Math.max(1, viewer.getTimeSpace());
            go(of.tree(), FlameWalk.next(of.tree(), selected, step, pixel));
        }
        return step != null;
    }

    private void go(FlameTree tree, int frame) {
        if (frame == FlameTree.NONE) {
            return;
        }
        long width = viewer.getTime1() - viewer.getTime0();
        long from = FlameWalk.begin(viewer.getTime0(), viewer.getTime1(), tree.startNanos(frame), tree.nanos(frame));
        from = Math.max(0, Math.min(from, tree.nanos(FlameTree.ROOT) - width));
        if (from != viewer.getTime0()) {
            viewer.setStartFinishTime(from, from + width);
        }
        // the marks that a click leaves
        viewer.setSelectedTime(Math.max(from, tree.startNanos(frame)), false);
        viewer.selectAndReveal(viewer.getExpandedElements()[tree.level(frame) - 1]);
        choose(frame);
    }

    /** The selected frame; {@link FlameTree#NONE} if there is none. */
    public int selected() {
        return selected;
    }

    /** Shows a frame as wide as the picture, or everything if it is that wide already. In the UI thread. */
    public void zoom(int frame) {
        FlameAnswer of = answer;
        if (of == null || frame == FlameTree.NONE) {
            return;
        }
        long from = of.tree().startNanos(frame);
        long to = from + of.tree().nanos(frame);
        if (viewer.getTime0() == from && viewer.getTime1() == to) {
            all();
        } else {
            zoom(from, to);
        }
    }

    // search

    private void searched() {
        presentation.show(answer, found());
        viewer.refresh();
        tell();
    }

    private @Nullable BitSet found() {
        FlameAnswer of = answer;
        String text = search.getText().strip();
        if (of == null || text.isEmpty()) {
            return null;
        }
        BitSet found = new BitSet();
        for (int frame = 1; frame < of.tree().size(); frame++) {
            found.set(frame, FlameAnswer.isMatch(of.tree().name(frame), text));
        }
        return found;
    }

    private void tell() {
        told.setText(text());
        told.setToolTipText(told.getText());
    }

    /** What the line above the picture tells: of what is searched for, or else of the selected frame, or else of everything. */
    private String text() {
        FlameAnswer of = answer;
        if (of == null || of.isEmpty()) {
            return "";
        }
        String text = search.getText().strip();
        if (!text.isEmpty()) {
            return NLS.bind(Messages.Flame_Found, text, of.matching(text));
        }
        return (selected == FlameTree.NONE ? ofAll(of) : ofSelected()).replace("&", "&&");
    }

    /** What is known of the selected frame; empty if there is none. */
    private String ofSelected() {
        FlameAnswer of = answer;
        if (of == null || selected == FlameTree.NONE) {
            return "";
        }
        StringJoiner facts = new StringJoiner(" · ", of.shown(selected) + ": ", "");
        for (Map.Entry<String, String> fact : FlamePresentation.facts(of, selected).entrySet()) {
            facts.add(fact.getKey() + ' ' + fact.getValue());
        }
        return facts.toString();
    }

    /** What is told of everything. */
    static String ofAll(FlameAnswer of) {
        return NLS.bind(switch (of.what()) {
            case RUNNING -> Messages.Flame_AllRunning;
            case BOTH -> of.runningKnown() ? Messages.Flame_AllBoth : Messages.Flame_NoRunning;
            case BLOCKED -> of.codeKnown() ? Messages.Flame_AllBlocked : Messages.Flame_NoCode;
        },
                org.bowline.report.text.TimeFormat.duration(of.tree().nanos(FlameTree.ROOT)));
    }

    /** What the line above the picture tells. */
    public String told() {
        return told.getText();
    }

    /** The picture. */
    public TimeGraphViewer viewer() {
        return viewer;
    }
}
