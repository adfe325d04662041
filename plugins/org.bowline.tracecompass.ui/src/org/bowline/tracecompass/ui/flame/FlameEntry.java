/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.NamedTimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;

import org.bowline.report.graph.FlameTree;
import org.bowline.tracecompass.core.flame.FlameAnswer;

/** A level of a flame graph as a row of a time graph, in which time is that of all stacks one after the other. Frames are made for what is visible only. */
@SuppressWarnings("unchecked") // Trace Compass's interface promises iterators of any sort of events, its class of these
final class FlameEntry extends TimeGraphEntry {
    private final FlameAnswer answer;
    private final int level;

    /** A frame. */
    static final class Bar extends NamedTimeEvent {
        private final int frame;

        Bar(FlameEntry entry, int frame) {
            super(entry, entry.answer.tree().startNanos(frame), entry.answer.tree().nanos(frame), frame, entry.answer.shown(frame));
            this.frame = frame;
        }

        /** Its number in the tree. */
        int frame() {
            return frame;
        }
    }

    FlameEntry(FlameAnswer answer, int level) {
        super("", 0, answer.tree().nanos(FlameTree.ROOT));
        this.answer = answer;
        this.level = level;
    }

    int level() {
        return level;
    }

    @Override
    public boolean hasTimeEvents() {
        return true;
    }

    @Override
    public Iterator<ITimeEvent> getTimeEventsIterator() {
        return getTimeEventsIterator(0, Long.MAX_VALUE, 0);
    }

    @Override
    public Iterator<ITimeEvent> getTimeEventsIterator(long fromNanos, long toNanos, long pixelNanos) {
        FlameTree tree = answer.tree();
        List<ITimeEvent> visible = new ArrayList<>();
        int end = tree.first(level + 1);
        for (int frame = tree.firstFrom(level, fromNanos); frame < end && tree.startNanos(frame) <= toNanos; frame++) {
            if (tree.nanos(frame) > 0 && tree.nanos(frame) >= pixelNanos) { // what is narrower than a pixel leaves room
                visible.add(new Bar(this, frame));
            }
        }
        return visible.iterator();
    }
}
