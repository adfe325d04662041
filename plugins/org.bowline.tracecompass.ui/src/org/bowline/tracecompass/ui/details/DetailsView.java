/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.details;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTimestampFormatUpdateSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadDetails;
import org.bowline.tracecompass.core.threads.ThreadNames;
import org.bowline.tracecompass.core.threads.WaitingCode;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.frame.ViewFrame;
import org.bowline.tracecompass.ui.view.EvidenceSource;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;

/**
 * What the chosen thread did at the selected time, with all there is to say of it: state and cause, who ended the wait and what that one did meanwhile, what was before and what came after. A link leads all
 * views to that thread and time; the range that they are about stays.
 */
public final class DetailsView extends TmfView implements ThreadSource, EvidenceSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.details";
    private static final String HELP = "org.bowline.help.details";

    private final ViewFrame frame = new ViewFrame(() -> {});
    private final LatestJob reading = new LatestJob(frame::isAlive);
    private final LatestJob code = new LatestJob(frame::isAlive);
    private @Nullable DetailsText text;
    private @Nullable ITmfTrace trace;

    /** For the extension. */
    public DetailsView() {
        super(Messages.Details_View);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        DetailsText made = new DetailsText(frame.create(parent, HELP), this::go);
        text = made;
        frame.content(made.control());
        getViewSite().getActionBars().getMenuManager().add(Actions.of(Messages.Details_Copy, this::copy));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Details_Copy, this::copy));
        adopt(TmfTraceManager.getInstance().getActiveTrace());
    }

    @Override
    public void setFocus() {
        frame.setFocus();
    }

    @Override
    public void dispose() {
        Ui.run(reading::cancel);
        Ui.run(code::cancel);
        super.dispose();
    }

    private void copy() {
        Ui.copy(Objects.requireNonNull(text).text());
    }

    // what is shown

    private void adopt(@Nullable ITmfTrace newTrace) {
        if (!frame.isAlive()) {
            return;
        }
        trace = newTrace;
        reading.cancel();
        code.cancel();
        frame.idle();
        WaitAnalysisModule module = newTrace == null ? null : WaitAnalysisModule.of(newTrace);
        if (newTrace != null && module != null && module.result() == null) {
            frame.title("");
            frame.reading(newTrace.getName());
            reading.read(newTrace, module, false, this::update);
        } else {
            update();
        }
    }

    /** Shows what is selected now. */
    private void update() {
        ITmfTrace of = trace;
        if (!frame.isAlive()) {
            return;
        }
        WaitAnalysisModule module = of == null ? null : WaitAnalysisModule.of(of);
        AnalysisResult result = module == null ? null : module.result();
        if (of == null) {
            nothing(null);
            frame.noTrace(getSite());
        } else if (module == null) {
            nothing(null);
            frame.noAnalysis(getSite());
        } else if (result == null) {
            nothing(null);
            frame.ended(module, () -> adopt(of));
        } else {
            show(of, result);
        }
    }

    private void show(ITmfTrace of, AnalysisResult result) {
        WaitingCode known = WaitingCode.known(result);
        frame.caveats(known == null ? List.of() : known.caveats());
        int thread = Inquiries.now(of).thread();
        if (thread == Timeline.NONE || thread >= result.timeline().threadCount()) {
            nothing(Hint.of(Messages.Details_None, Messages.Details_NoneText));
            return;
        }
        long moment = Span.selected(of).fromNanos();
        ThreadDetails details = ThreadDetails.of(result, thread, moment, known);
        if (details == null) {
            nothing(Hint.of(Messages.Details_Absent,
                    NLS.bind(Messages.Details_AbsentText, ThreadNames.phrase(result.timeline(), thread))));
            return;
        }
        frame.title(TmfTimestampFormat.getDefaulTimeFormat().format(moment));
        Objects.requireNonNull(text).show(details.lines());
        frame.show(null);
        if (ThreadDetails.isWait(result.timeline(), thread, moment) && !code.isBusy()) {
            List<Path> programs = Stream.concat(Inquiries.now(of).options().programs().stream(), TraceFiles.programs(of).stream())
                    .distinct()
                    .toList();
            if (known == null || !known.isNamedBy(programs)) {
                readCode(of, result, programs);
            }
        }
    }

    /** Reads, once for an experiment, in which code threads waited, and names it; shows it of whatever is selected then. */
    private void readCode(ITmfTrace of, AnalysisResult result, List<Path> programs) {
        List<Path> traces = TraceFiles.of(of);
        frame.busy(code::fraction);
        code.ask(NLS.bind(Messages.Details_Job, of.getName()), of, progress -> WaitingCode.read(traces, programs, result, progress),
                read -> {
                    frame.idle();
                    update();
                }, why -> frame.idle());
    }

    private void nothing(@Nullable Hint hint) {
        frame.title("");
        frame.caveats(List.of());
        Objects.requireNonNull(text).show(List.of());
        if (hint != null) {
            frame.show(hint);
        }
    }

    /** What stands around the content. */
    public ViewFrame frame() {
        return frame;
    }

    /** What is shown; null before the view is made. */
    public @Nullable DetailsText text() {
        return text;
    }

    // a link

    /** Leads all views to a moment of a thread. In the UI thread. */
    public void go(ThreadDetails.Goal goal) {
        ITmfTrace of = trace;
        WaitAnalysisModule module = of == null ? null : WaitAnalysisModule.of(of);
        AnalysisResult result = module == null ? null : module.result();
        if (of == null || result == null) {
            return;
        }
        broadcast(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(goal.nanos()), TmfTimestamp.fromNanos(goal.nanos()), of));
        ThreadChoice.tell(this, of, result.timeline(), goal.thread());
        update();
    }

    // signals

    /** Another time was selected. */
    @TmfSignalHandler
    public void selectionChanged(TmfSelectionRangeUpdatedSignal signal) {
        Ui.later(this::update);
    }

    /** Another thread was chosen. */
    @TmfSignalHandler
    public void choiceTold(Choice choice) {
        if (choice.what() instanceof Choice.OfThread) {
            Ui.later(this::update);
        }
    }

    /** A trace was opened. */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        Ui.run(() -> adopt(signal.getTrace()));
    }

    /** A trace was chosen. */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        Ui.run(() -> adopt(signal.getTrace()));
    }

    /** A trace was closed. */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        Ui.run(() -> {
            if (signal.getTrace() == trace) {
                ITmfTrace active = TmfTraceManager.getInstance().getActiveTrace();
                adopt(active == trace ? null : active);
            }
        });
    }

    /** Times are written in another way. */
    @TmfSignalHandler
    public void formatUpdated(TmfTimestampFormatUpdateSignal signal) {
        Ui.later(this::update);
    }
}
