/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.Inquiry;
import org.bowline.tracecompass.core.waitfor.InquiryHistory;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.preferences.WaitAnalysisPreferences;

/**
 * What is asked of each experiment, in one place: all views show this, and what a person {@linkplain Choice chooses} in one of them changes it. Kept as long as the experiment is
 * open: it is an answer to one experiment, which says nothing about another.
 */
public final class Inquiries {
    private static final Map<WaitAnalysisModule, Inquiries> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    static {
        WaitAnalysisPreferences.store().addPropertyChangeListener(event -> Ui.run(() -> preferred(event.getProperty())));
    }

    private Inquiry now;
    private boolean rangeTold;
    private boolean locked;
    private boolean pending;
    private boolean walking;
    private final InquiryHistory history;

    private Inquiries(GivenOptions options) {
        now = Inquiry.FIRST.told(options);
        history = new InquiryHistory(now);
    }

    /** What was not chosen for an experiment is that of the preferences: all views of it follow at once, so that none shows another threshold than the one beside it. */
    private static void preferred(String setting) {
        for (ITmfTrace trace : TmfTraceManager.getInstance().getOpenedTraces()) {
            Inquiries of = of(trace);
            if (of != null && setting.equals(WaitAnalysisPreferences.THRESHOLD) && of.now().threshold() == null) {
                Choice.tell(ALL, trace, new Choice.OfThreshold(null));
            } else if (of != null && setting.equals(WaitAnalysisPreferences.NODES)) {
                Choice.tell(ALL, trace, new Choice.OfMerge(of.now().merge())); // the same vertices, in another picture
            }
        }
    }

    /** That of an open experiment or trace; null if it has no wait analysis. */
    public static @Nullable Inquiries of(@Nullable ITmfTrace trace) {
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        return module == null ? null : ALL.computeIfAbsent(module, any -> new Inquiries(any.options()));
    }

    /** What is asked of a trace. */
    public static Inquiry now(@Nullable ITmfTrace trace) {
        Inquiries of = of(trace);
        return of == null ? Inquiry.FIRST : of.now();
    }

    /** What is asked. */
    public synchronized Inquiry now() {
        return now;
    }

    /** The range that was told; null if none was, and that is what Trace Compass has selected. */
    public synchronized @Nullable RangeChoice range() {
        return rangeTold ? now.range() : null;
    }

    /** Takes a choice. Choices that are made at once are one step back. */
    void take(Choice.Of what) {
        synchronized (this) {
            now = taken(now, what);
            rangeTold |= what instanceof Choice.OfRange;
            locked = what instanceof Choice.OfLock lock ? lock.locked() : locked;
            if (pending || walking) {
                return;
            }
            pending = true;
        }
        Ui.later(this::settle);
    }

    /** Takes the range that is shown before anybody asks: no step. */
    synchronized void begin(RangeChoice range) {
        now = now.within(range);
        rangeTold = true;
        if (!history.hasBefore()) {
            history.replace(now);
        }
    }

    private static Inquiry taken(Inquiry from, Choice.Of what) {
        return switch (Choice.Kind.of(what)) {
            case RANGE -> from.within(((Choice.OfRange) what).range());
            case ORIGINS -> from.from(((Choice.OfOrigins) what).origins());
            case THRESHOLD -> from.at(((Choice.OfThreshold) what).threshold());
            case EVERYBODY -> from.with(((Choice.OfEverybody) what).everybody());
            case OPTIONS -> from.told(((Choice.OfOptions) what).options());
            case MERGE -> from.merging(((Choice.OfMerge) what).level());
            case THREAD -> from.of(((Choice.OfThread) what).thread());
            case OTHER -> from;
        };
    }

    private synchronized void settle() {
        pending = false;
        history.ask(now, System.nanoTime());
    }

    /** Whether there is a question before the present one, or after it. */
    public synchronized boolean canGo(boolean back) {
        return back ? history.hasBefore() || !history.present().equals(now) : history.hasAfter();
    }

    /** Goes to the question before, or forward again; null if there is none. The caller tells all views, and then calls {@link #arrived}. */
    public synchronized @Nullable Inquiry go(boolean back) {
        history.ask(now, System.nanoTime()); // what is not settled yet is a step as well
        Inquiry next = back ? history.back() : history.forward();
        walking = next != null;
        return next;
    }

    /** All views were told where a person went. */
    public synchronized void arrived() {
        walking = false;
        history.replace(now); // a thread stays chosen where none was
    }

    /** Whether the range stays, whatever is dragged. */
    public synchronized boolean isLocked() {
        return locked;
    }
}
