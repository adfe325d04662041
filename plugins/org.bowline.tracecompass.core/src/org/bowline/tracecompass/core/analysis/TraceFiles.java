/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.URIUtil;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.Recorded;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.LostMetadata;

/** The files behind an open experiment, for what is read of them besides the analysis itself: its result holds no events. */
public final class TraceFiles {
    private static final Map<AnalysisResult, List<Recorded>> RECORDED = Collections.synchronizedMap(new WeakHashMap<>());

    private TraceFiles() {}

    /** The directories of those traces of an experiment that Bowline reads, in the order of the experiment; also of traces that are gone or have lost what tells what is in them, so that whoever reads them again is told which. */
    public static List<Path> of(ITmfTrace trace) {
        List<Path> paths = new ArrayList<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            Path path = Path.of(member.getPath());
            if (isOrWas(path)) {
                paths.add(path);
            }
        }
        return paths;
    }

    /** Whether a directory is a trace that Bowline reads, or was one. */
    static boolean isOrWas(Path directory) {
        return CtfTrace.isTrace(directory) || Files.notExists(directory) || LostMetadata.is(directory);
    }

    /**
     * Folders in which the programs of an experiment may have been kept, beside what its traces were copied from: the directories that archives would unpack to. What is beside the traces themselves is found
     * without.
     */
    public static List<Path> programs(ITmfTrace trace) {
        Set<Path> folders = new LinkedHashSet<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            Path source = source(member.getResource());
            if (source != null && !source.equals(Path.of(member.getPath()).toAbsolutePath().normalize())) {
                folders.addAll(SymbolFiles.beside(source));
            }
        }
        return List.copyOf(folders);
    }

    /**
     * All folders in which the programs of an experiment may be: for questions of what was stored, which has no traces beside which somebody would look.
     *
     * @param told those that were told, which come first
     */
    public static List<Path> symbols(ITmfTrace trace, List<Path> told) {
        Set<Path> folders = new LinkedHashSet<>(told);
        folders.addAll(programs(trace));
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            folders.addAll(SymbolFiles.beside(Path.of(member.getPath())));
        }
        return List.copyOf(folders);
    }

    private static @Nullable Path source(@Nullable IResource resource) {
        try {
            String source = resource == null ? null : resource.getPersistentProperty(TmfCommonConstants.SOURCE_LOCATION);
            return source == null || !source.startsWith("file:") ? null : URIUtil.toFile(URIUtil.fromString(source)).toPath();
        } catch (CoreException | URISyntaxException | InvalidPathException e) {
            Platform.getLog(TraceFiles.class).info("It is not known where the trace " + resource + " is from", e);
            return null;
        }
    }

    /**
     * Opens them as the analysis did, so that hosts have the same numbers; whoever asks closes it. Reads no event.
     *
     * @throws TraceReadException if none can be opened any more
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static Experiment open(List<Path> traces, Progress progress) throws TraceReadException {
        return Experiment.open(StoredAnalysis.ordered(traces), OpenOptions.DEFAULT, progress);
    }

    /**
     * What the traces of each host can tell, in the order of the hosts; empty if that is not known, as the traces are not there any more. Opens the traces the
     * first time, and is remembered as long as the result is.
     *
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static List<Recorded> recorded(List<Path> traces, AnalysisResult result, Progress progress) {
        List<Recorded> known = RECORDED.get(result);
        if (known == null) {
            known = look(traces, result, progress);
            RECORDED.put(result, known);
        }
        return known;
    }

    private static List<Recorded> look(List<Path> traces, AnalysisResult result, Progress progress) {
        try (Experiment experiment = open(traces, progress)) {
            List<String> hosts = experiment.hosts().stream().map(HostTraces::name).toList();
            return hosts.equals(result.hosts()) ? experiment.recorded() : List.of();
        } catch (TraceReadException e) {
            Platform.getLog(TraceFiles.class).warn("What was recorded is not known, as the traces cannot be opened", e);
            return List.of();
        }
    }
}
