/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfCpuSelectedSignal;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.TmfStrings;
import org.eclipse.tracecompass.tmf.core.signal.TmfDataModelSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IPartListener2;
import org.eclipse.ui.IWorkbenchPartReference;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Which thread a person chooses in the views of Trace Compass, told to all views of Bowline: a row of <em>Control Flow</em>, or the thread that runs on a CPU of <em>Resources</em> at the selected moment. And back: one of
 * those views that is opened later shows the thread that was chosen before.
 */
public final class ToldThreads {
    private static final ThreadSource SHOWN = new ThreadSource() {};

    private @Nullable OnCpu onCpu;
    private @Nullable IWorkbenchWindow window;
    private final IPartListener2 opened = new IPartListener2() {
        @Override
        public void partVisible(IWorkbenchPartReference part) {
            if (ThreadChoice.isOfTraceCompass(part.getId())) {
                showAgain();
            }
        }
    };

    /** A CPU that was chosen: its thread is another one at another moment. */
    private record OnCpu(Object source, int host, int cpu) {}

    /** What is open and analysed. */
    private record Now(ITmfTrace trace, AnalysisResult result) {
        static @Nullable Now get() {
            ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
            WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
            AnalysisResult result = module == null ? null : module.result();
            return trace == null || result == null ? null : new Now(trace, result);
        }

        ThreadLocator locator() {
            return new ThreadLocator(result.timeline());
        }

        long moment() {
            return Span.selected(trace).fromNanos();
        }
    }

    /** Hears from now on, or not any more. In the UI thread. */
    void listen(boolean hear) {
        if (hear) {
            TmfSignalManager.register(this);
            window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
            if (window != null) {
                window.getPartService().addPartListener(opened);
            }
        } else {
            TmfSignalManager.deregister(this);
            if (window != null) {
                window.getPartService().removePartListener(opened);
            }
            window = null;
            onCpu = null;
        }
    }

    private void showAgain() {
        Now now = Now.get();
        int thread = now == null ? Timeline.NONE : Inquiries.now(now.trace()).thread();
        if (now != null && thread != Timeline.NONE) {
            ThreadChoice.showInTraceCompass(SHOWN, now.trace(), now.result().timeline(), thread);
        }
    }

    /** A thread was chosen. */
    @TmfSignalHandler
    public void threadSelected(TmfThreadSelectedSignal signal) {
        Now now = Now.get();
        if (now != null && !(signal.getSource() instanceof ThreadSource)) {
            ThreadLocator locator = now.locator();
            onCpu = null;
            tell(now, locator.thread(locator.host(now.trace(), signal.getTraceHost()), signal.getThreadId(), now.moment()));
        }
    }

    /** A CPU was chosen. */
    @TmfSignalHandler
    public void cpuSelected(TmfCpuSelectedSignal signal) {
        Now now = Now.get();
        if (now != null && !(signal.getSource() instanceof ThreadSource)) {
            follow(now, new OnCpu(signal.getSource(), now.locator().host(signal.getTrace()), signal.getCore()));
        }
    }

    /** A row of some view was chosen. */
    @TmfSignalHandler
    public void rowSelected(TmfDataModelSelectedSignal signal) {
        Now now = Now.get();
        if (now == null || signal.getSource() instanceof ThreadSource) {
            return;
        }
        TimeGraphEntry row = signal.getSource() instanceof AbstractTimeGraphView view && view.getTimeGraphViewer() != null
                && view.getTimeGraphViewer().getSelection() instanceof TimeGraphEntry selected ? selected : null;
        int tid = number(signal, OsStrings.tid());
        int cpu = number(signal, TmfStrings.cpu());
        onCpu = null;
        if (tid >= 0) {
            tell(now, ThreadChoice.thread(now.locator(), row, tid, now.moment()));
        } else if (cpu >= 0) {
            int host = row != null ? ThreadChoice.host(now.locator(), row) : now.result().timeline().hostCount() == 1 ? 0 : Timeline.NONE;
            follow(now, new OnCpu(signal.getSource(), host, cpu));
        }
    }

    private static int number(TmfDataModelSelectedSignal signal, String key) {
        for (Object value : signal.getMetadata().get(key)) {
            if (value instanceof Number number) {
                return number.intValue();
            }
        }
        return -1;
    }

    /** A moment was selected in the view in which a CPU was chosen before: the row is selected first, then the moment. */
    @TmfSignalHandler
    public void momentSelected(TmfSelectionRangeUpdatedSignal signal) {
        OnCpu of = onCpu;
        Now now = Now.get();
        if (of != null && now != null && signal.getSource() == of.source()) {
            tell(now, now.locator().running(of.host(), of.cpu(), signal.getBeginTime().toNanos()));
        }
    }

    private void follow(Now now, OnCpu of) {
        onCpu = of.host() == Timeline.NONE || of.cpu() < 0 ? null : of;
        if (onCpu != null) {
            tell(now, now.locator().running(of.host(), of.cpu(), now.moment()));
        }
    }

    private void tell(Now now, int thread) {
        if (thread != Timeline.NONE) {
            Ui.run(() -> Choice.tell(this, now.trace(), new Choice.OfThread(thread)));
        }
    }
}
