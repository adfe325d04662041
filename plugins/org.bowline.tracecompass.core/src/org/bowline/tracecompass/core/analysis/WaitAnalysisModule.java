/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.analysis.requirements.TmfAbstractAnalysisRequirement;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.clock.HostClockTransform;

/**
 * The wait analysis of an experiment, or of a single kernel trace: reads it once with Bowline's own reader, keeps the timeline and the
 * clocks, and hands them to all views and data providers.
 *
 * <p>Ask {@link #of} for it, {@link #start} it, and look at {@link #state}: the result is there when that is {@link State#DONE}. Safe for many threads.
 */
public final class WaitAnalysisModule extends TmfAbstractAnalysisModule {
    /** Its id in Trace Compass. */
    public static final String ID = "org.bowline.waitanalysis";
    /** Parameter: whether what was read is kept beside the traces, a Boolean; it is if nobody says otherwise. */
    public static final String KEEP = "org.bowline.waitanalysis.keep";

    /** How far it is. */
    public enum State {
        /** Nobody asked for it yet. */
        IDLE,
        /** It is being made. */
        RUNNING,
        /** {@link WaitAnalysisModule#result} is there. */
        DONE,
        /** {@link WaitAnalysisModule#failure} says why. */
        FAILED,
        /** The user stopped it; {@link WaitAnalysisModule#again} makes it after all. */
        CANCELLED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private volatile @Nullable AnalysisResult result;
    private volatile @Nullable ChosenRange work;
    private volatile @Nullable RecordedIntervals requests;
    private volatile boolean requestsChosen;
    private volatile @Nullable String failure;
    private volatile @Nullable MonitorProgress progress;
    private volatile boolean reopened;
    private @Nullable GivenOptions options;

    /**
     * The module of an open experiment or trace, or null if it has none (no kernel trace, or events are missing). A trace that is open as a
     * part of an experiment has the experiment's.
     */
    public static @Nullable WaitAnalysisModule of(ITmfTrace trace) {
        TmfExperiment around = experimentAround(trace);
        return (around == null ? trace : around).getAnalysisModule(ID) instanceof WaitAnalysisModule module ? module : null;
    }

    /** The open experiment that a trace is a part of, the active one first; null if there is none or the trace is an experiment. */
    private static @Nullable TmfExperiment experimentAround(ITmfTrace trace) {
        if (trace instanceof TmfExperiment) {
            return null;
        }
        TmfTraceManager manager = TmfTraceManager.getInstance();
        if (manager.getActiveTrace() instanceof TmfExperiment active && isPart(trace, active)) {
            return active;
        }
        if (manager.getOpenedTraces().contains(trace)) {
            return null; // open by itself
        }
        for (ITmfTrace open : manager.getOpenedTraces()) {
            if (open instanceof TmfExperiment experiment && isPart(trace, experiment)) {
                return experiment;
            }
        }
        return null;
    }

    private static boolean isPart(ITmfTrace trace, TmfExperiment experiment) {
        return TmfTraceManager.getTraceSet(experiment).contains(trace);
    }

    /** Starts it unless it was started, has ended, or was stopped by the user: for those who only want to see what is there. */
    public void start() {
        if (state.get() == State.IDLE) {
            schedule();
        }
    }

    /** Stops it, as the user wishes, also while it only waits for its turn; then it does not start by itself any more. Comes back at once. */
    public void stop() {
        state.compareAndSet(State.IDLE, State.CANCELLED); // a job that did not begin yet will not, and tells nobody
        cancel();
    }

    /** Makes it after all, after it was stopped or has failed; otherwise only starts it. Comes back at once. */
    public void again() {
        State before = state.get();
        if ((before == State.CANCELLED || before == State.FAILED) && state.compareAndSet(before, State.IDLE)) {
            failure = null;
            cancel();
            resetAnalysis(); // what has ended, Trace Compass does not start again
        }
        schedule();
    }

    @Override
    protected boolean executeAnalysis(IProgressMonitor monitor) {
        ITmfTrace trace = getTrace();
        if (trace == null) {
            return false;
        }
        MonitorProgress reported = new MonitorProgress(monitor);
        progress = reported;
        failure = null;
        state.set(State.RUNNING);
        try {
            if (analyse(trace, reported)) {
                state.set(State.DONE);
            }
            return true;
        } catch (CancelledException e) {
            state.set(State.CANCELLED);
            return false;
        } catch (TraceReadException e) {
            fail(String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            fail(NLS.bind(Messages.failure_memory, trace.getName(), Runtime.getRuntime().maxMemory() >> 20), e);
        } catch (RuntimeException e) {
            if (MonitorProgress.cancelled(e) != null || monitor.isCanceled()) {
                state.set(State.CANCELLED);
                return false;
            }
            fail(NLS.bind(Messages.failure_internal, trace.getName(), e), e);
        } finally {
            progress = null;
        }
        // It ran, and would fail again: what asks at every repaint shall not start it over and over.
        return true;
    }

    private void fail(String text, @Nullable Throwable cause) {
        failure = text;
        state.set(State.FAILED);
        Platform.getLog(WaitAnalysisModule.class).error(text, cause);
    }

    private boolean analyse(ITmfTrace trace, MonitorProgress reported) throws TraceReadException {
        List<Path> paths = TraceFiles.of(trace);
        List<Caveat> more = new ArrayList<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            if (!paths.contains(Path.of(member.getPath()))) {
                more.add(Caveat.of(Caveat.Severity.INFO, "", "not-ctf", 1, NLS.bind(Messages.caveat_notCtf, member.getName())));
            }
        }
        if (paths.isEmpty()) {
            fail(NLS.bind(Messages.failure_noTraces, trace.getName()), null);
            return false;
        }
        StoredAnalysis.Outcome outcome = StoredAnalysis.of(paths, store(trace, getParameter(KEEP)), reported);
        reopened = outcome.fromFile();
        notSynchronised(trace, outcome.result()).ifPresent(more::add);
        RequestEvents.Taken taken = RequestEvents.take(paths, beside(trace, RequestEvents.FILE), outcome.result(), reported);
        more.addAll(taken.caveats());
        GivenOptions.kept(beside(trace, GivenOptions.FILE), more);
        AnalysisResult found = withCaveats(outcome.result(), more);
        requestsChosen = taken.chosen();
        take(found, paths, withPrograms(trace, taken.intervals()), reported);
        result = found;
        return true;
    }

    private void take(AnalysisResult found, List<Path> paths, @Nullable RecordedIntervals read, Progress reported) {
        work = read == null ? ChosenRange.find(found.timeline(), () -> TraceFiles.recorded(paths, found, reported), reported)
                : read.analysis(found, Question.WORK).progress(reported).build().range();
        requests = read;
    }

    /**
     * Takes other pairs of events for the requests, reads these, and keeps the choice with the experiment. Long: not for the UI thread.
     *
     * @param specs which; none if there are no requests
     * @throws TraceReadException if a trace cannot be read any more; the choice stays as it was, as with the following
     * @throws org.bowline.core.trace.IntervalNames.UnknownNameException if a pair names an event or a field that no trace has; the message says what there is
     * @throws CancelledException if the progress says so
     * @throws IllegalStateException if there is no result yet
     */
    public void chooseRequests(List<IntervalSpec> specs, Progress reported) throws TraceReadException {
        ITmfTrace trace = getTrace();
        AnalysisResult of = result;
        if (trace == null || of == null) {
            throw new IllegalStateException("requests are chosen once the traces are read");
        }
        List<Path> paths = TraceFiles.of(trace);
        take(of, paths, specs.isEmpty() ? null : withPrograms(trace, RequestEvents.read(paths, of, specs, reported)), reported);
        requestsChosen = true;
        Path file = beside(trace, RequestEvents.FILE);
        if (file != null) {
            RequestEvents.keep(file, specs);
        }
    }

    private static @Nullable RecordedIntervals withPrograms(ITmfTrace trace, @Nullable RecordedIntervals read) {
        return read == null ? null : read.with(TraceFiles.programs(trace));
    }

    /** The file of the result; null for traces that are not of a project, which have no folder of their own. */
    private static @Nullable Path store(ITmfTrace trace, @Nullable Object keep) {
        return Boolean.FALSE.equals(keep) ? null : beside(trace, StoredAnalysis.FILE);
    }

    /** A file that is kept with an experiment; null if it is not of a project, and has no folder of its own. */
    public static @Nullable Path beside(ITmfTrace trace, String name) {
        if (trace.getResource() == null) {
            return null;
        }
        Path folder = Path.of(TmfTraceManager.getSupplementaryFileDir(trace));
        return Files.isDirectory(folder) ? folder.resolve(name) : null;
    }

    /** Says so if Trace Compass shows the traces with other clocks than these. */
    private static Optional<Caveat> notSynchronised(ITmfTrace trace, AnalysisResult found) {
        List<String> others = new ArrayList<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            // of a single host no clock need be set, but it may be that of another experiment with the same trace
            if (member.getTimestampTransform() instanceof HostClockTransform ours ? !isOf(ours, found) : found.hosts().size() > 1) {
                others.add(member.getName());
            }
        }
        return others.isEmpty() ? Optional.empty()
                : Optional.of(Caveat.of(Caveat.Severity.WARNING, "", "not-synchronised", others.size(),
                        NLS.bind(Messages.caveat_notSynchronised, String.join(", ", others))));
    }

    private static boolean isOf(HostClockTransform transform, AnalysisResult found) {
        int host = found.hosts().indexOf(transform.host());
        return host >= 0 && transform.isOf(transform.host(), found.sync().clocks().clock(host).estimate());
    }

    private static AnalysisResult withCaveats(AnalysisResult found, List<Caveat> more) {
        if (more.isEmpty()) {
            return found;
        }
        List<Caveat> caveats = new ArrayList<>(found.caveats());
        caveats.addAll(more);
        int hosts = found.hosts().size();
        long[] starts = new long[hosts];
        long[] ends = new long[hosts];
        for (int host = 0; host < hosts; host++) {
            starts[host] = found.hostStartNanos(host);
            ends[host] = found.hostEndNanos(host);
        }
        return new AnalysisResult(found.timeline(), found.sync(), caveats, starts, ends, found.files());
    }

    /** How far it is. */
    public State state() {
        return Objects.requireNonNull(state.get());
    }

    /** What was found, or null as long as the analysis has not ended, or has failed. */
    public @Nullable AnalysisResult result() {
        return result;
    }

    /** Where the work is in what was found, and why there; null as long as there is no {@link #result}. */
    public @Nullable ChosenRange work() {
        return work;
    }

    /** What was read of the requests; null if it is not known which events they are, or as long as there is no {@link #result}. */
    public @Nullable RecordedIntervals requests() {
        return requests;
    }

    /** Whether a person said what the requests are, or that there are none. */
    public boolean isRequestsChosen() {
        return requestsChosen;
    }

    /** What the analyses were told of this experiment, now or when it was open before. */
    public synchronized GivenOptions options() {
        GivenOptions known = options;
        if (known == null) {
            ITmfTrace trace = getTrace();
            known = trace == null ? GivenOptions.NONE : GivenOptions.kept(beside(trace, GivenOptions.FILE), new ArrayList<>());
            options = known;
        }
        return known;
    }

    /** Keeps what the analyses are told with the experiment. */
    public synchronized void keep(GivenOptions told) {
        ITmfTrace trace = getTrace();
        Path file = trace == null ? null : beside(trace, GivenOptions.FILE);
        if (file != null && !told.equals(options())) {
            told.keep(file);
        }
        options = told;
    }

    /** Why there is no result, for people; null if nothing failed. */
    public @Nullable String failure() {
        return failure;
    }

    /** What is being done while it runs, for people; empty otherwise. */
    public String task() {
        MonitorProgress now = progress;
        return now == null ? "" : now.task();
    }

    /** How much is done, 0 to 1. */
    public double fraction() {
        MonitorProgress now = progress;
        return now == null ? state.get() == State.DONE ? 1 : 0 : now.fraction();
    }

    /** Whether the result came from the supplementary folder: no trace was read. */
    public boolean isReopened() {
        return reopened;
    }

    @Override
    public boolean canExecute(ITmfTrace trace) {
        return EventNeeds.missing(trace).stream().noneMatch(EventNeeds::isMandatory) || EventNeeds.tellsRequests(trace);
    }

    @Override
    public Iterable<TmfAbstractAnalysisRequirement> getAnalysisRequirements() {
        return EventNeeds.requirements();
    }

    @Override
    protected String getFullHelpText() {
        return Messages.help_what;
    }

    @Override
    protected String getShortHelpText(ITmfTrace trace) {
        List<EventNeeds> missing = EventNeeds.missing(trace);
        return missing.isEmpty() ? Messages.help_what : Messages.help_what + ' ' + whatIsMissing(trace, missing);
    }

    @Override
    protected String getTraceCannotExecuteHelpText(ITmfTrace trace) {
        List<EventNeeds> missing = EventNeeds.missing(trace);
        return missing.isEmpty() ? NLS.bind(Messages.help_noKernel, trace.getName()) : whatIsMissing(trace, missing);
    }

    private static String whatIsMissing(ITmfTrace trace, List<EventNeeds> missing) {
        return NLS.bind(Messages.help_missing, trace.getName(), EventNeeds.labels(missing)) + ' '
                + NLS.bind(Messages.help_profile, EventNeeds.profiles(missing));
    }

    @Override
    protected void canceling() {
        // the monitor is polled
    }
}
