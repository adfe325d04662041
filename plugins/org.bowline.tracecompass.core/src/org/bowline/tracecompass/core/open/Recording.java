/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/**
 * The traces below some folders, by host, with their clocks. Archives are unpacked into a temporary folder until this is closed; what is to
 * last must be copied from there before.
 */
public final class Recording implements AutoCloseable {
    private static final String KERNEL_TYPE = "org.eclipse.linuxtools.lttng2.kernel.tracetype";
    private static final String USER_TYPE = "org.eclipse.linuxtools.lttng2.ust.tracetype";
    private static final String CTF_TYPE = "org.eclipse.linuxtools.tmf.ui.type.ctf";
    /** The trace type that reads what Trace Compass cannot: CTF 2 in releases that do not know it, traces that are damaged. */
    public static final String CTF2_TYPE = "org.bowline.tracecompass.ctf2";

    private static final Set<String> DAMAGES = Set.of("truncated", "broken-packet");

    private final RecordingRead read;
    private final String name;
    private final AnalysisResult result;
    private final List<Trace> traces;

    private Recording(RecordingRead read, String name, AnalysisResult result, List<Trace> traces) {
        this.read = read;
        this.name = name;
        this.result = result;
        this.traces = traces;
    }

    /**
     * One trace.
     *
     * @param host name of its host within the experiment
     * @param folder the host's name as a folder of a project may have it; unique
     * @param name the trace's name within that folder; unique there
     * @param directory where it can be read now
     * @param source where the user has it: the same directory, or what the archive would unpack to
     * @param symbols what was collected of its host, where it can be read now; null if nothing was, or if it stays beside the directory
     * @param isTemporary whether that directory goes when the recording is closed
     * @param typeId Trace Compass's trace type for it
     * @param transform its clock
     */
    public record Trace(String host, String folder, String name, Path directory, Path source, @Nullable Path symbols,
            boolean isTemporary, String typeId, HostClockTransform transform) {}

    /**
     * Finds, groups and analyses the traces below some folders or in archives, and finds the trace type that opens each. Not in the UI thread.
     *
     * @throws TraceReadException if there is none, or none can be read; some that cannot be read are {@linkplain #leftOut(AnalysisResult) told}
     * @throws org.bowline.core.progress.CancelledException if cancelled; what was unpacked is gone
     */
    public static Recording open(List<Path> roots, MonitorProgress progress) throws TraceReadException {
        return of(() -> RecordingRead.begin(roots), progress);
    }

    /**
     * As {@link #open}, of what is being read already, which is closed with this, and also if this fails. The trace types are tried in the calling thread, one after another, while the traces are still being read
     * in theirs: Trace Compass deletes folders of its own after each, and two at once delete each other's.
     *
     * @param begun gives what is being read
     * @throws TraceReadException as there
     */
    public static Recording of(Supplier<RecordingRead> begun, MonitorProgress progress) throws TraceReadException {
        return of(begun, true, progress);
    }

    /**
     * As {@link #open}, of traces that have their trace types already: none is tried.
     *
     * @throws TraceReadException as there
     */
    public static Recording openImported(List<Path> roots, MonitorProgress progress) throws TraceReadException {
        return of(() -> RecordingRead.begin(roots), false, progress);
    }

    private static Recording of(Supplier<RecordingRead> begun, boolean tryTypes, MonitorProgress progress) throws TraceReadException {
        RecordingRead read = begun.get();
        boolean whole = false;
        try {
            List<HostTraces> hosts = read.hosts(progress);
            Map<OpenTrace, String> types = types(hosts, tryTypes, progress);
            AnalysisResult result = read.result(progress);
            Recording recording = new Recording(read, nameOf(read.roots()), result, tracesOf(hosts, types, result));
            whole = true;
            return recording;
        } finally {
            if (!whole) {
                read.close();
            }
        }
    }

    /** Which trace type opens each. */
    private static Map<OpenTrace, String> types(List<HostTraces> hosts, boolean tried, MonitorProgress progress) {
        Map<OpenTrace, String> types = new HashMap<>();
        for (HostTraces host : hosts) {
            for (OpenTrace trace : host.traces()) {
                progress.check();
                String type = typeId(trace);
                boolean opens = !tried || type.equals(CTF2_TYPE)
                        || TraceCompassReader.opens(type, trace.directory().toAbsolutePath().normalize());
                types.put(trace, opens ? type : CTF2_TYPE);
            }
        }
        return types;
    }

    /** The folder's name; of several that of the folder around all. */
    private static String nameOf(List<Path> roots) {
        Path around = roots.get(0).toAbsolutePath().normalize();
        for (Path root : roots) {
            while (around.getParent() != null && !root.toAbsolutePath().normalize().startsWith(around)) {
                around = around.getParent();
            }
        }
        Path last = around.getFileName();
        String text = last == null ? "traces" : last.toString();
        if (text.toLowerCase(Locale.ROOT).endsWith(".zip") && Files.isRegularFile(around)) {
            text = text.substring(0, text.length() - ".zip".length());
        }
        return safeName(text);
    }

    private static List<Trace> tracesOf(List<HostTraces> hosts, Map<OpenTrace, String> types, AnalysisResult result) {
        List<Trace> all = new ArrayList<>();
        Set<String> folders = new HashSet<>();
        for (HostTraces host : hosts) {
            String folder = unique(safeName(host.name()), folders);
            PiecewiseTransform clock = result.sync().clocks().clock(result.hosts().indexOf(host.name())).estimate();
            Set<String> names = new HashSet<>();
            for (OpenTrace trace : host.traces()) {
                Path directory = trace.directory().toAbsolutePath().normalize();
                boolean temporary = !directory.equals(trace.path().toAbsolutePath().normalize());
                all.add(new Trace(host.name(), folder, unique(safeName(wish(trace)), names), directory,
                        trace.path().toAbsolutePath().normalize(), temporary ? RecordedSymbols.folder(directory) : null, temporary,
                        Objects.requireNonNull(types.get(trace)),
                        new HostClockTransform(host.name(), trace.correctionNanos(), clock)));
            }
        }
        return List.copyOf(all);
    }

    private static String wish(OpenTrace trace) {
        if (trace.domain() == Domain.OTHER) {
            Path last = trace.path().getFileName();
            return last == null ? "ctf" : last.toString();
        }
        return trace.domain().label();
    }

    private static String typeId(OpenTrace trace) {
        TraceMetadata metadata = trace.metadata();
        if (isCtf2(metadata)) {
            return CTF2_TYPE;
        }
        String wish = switch (trace.domain()) {
            case KERNEL -> metadata.environment("tracer_name").startsWith("lttng") ? KERNEL_TYPE : CTF_TYPE;
            case USER -> USER_TYPE;
            case OTHER -> CTF_TYPE;
        };
        return TmfTraceType.getTraceType(wish) == null ? CTF_TYPE : wish; // LTTng's plug-ins need not be installed
    }

    /** Whether Trace Compass 6.2 cannot open it for its format. */
    static boolean isCtf2(TraceMetadata metadata) {
        return metadata.format() == TraceMetadata.Format.CTF_2;
    }

    /**
     * A name that a folder of a project may have: no separators, control characters, or characters that some systems refuse; not hidden; not
     * too long.
     */
    public static String safeName(String wish) {
        StringBuilder safe = new StringBuilder();
        wish.codePoints().limit(100).forEach(c -> safe.appendCodePoint(c < ' ' || c == 127 || "/\\:*?\"<>|".indexOf(c) >= 0 ? '_' : c));
        int begin = 0;
        while (begin < safe.length() && (safe.charAt(begin) == '.' || safe.charAt(begin) == ' ')) {
            begin++;
        }
        int end = safe.length();
        while (end > begin && (safe.charAt(end - 1) == '.' || safe.charAt(end - 1) == ' ')) {
            end--;
        }
        return begin == end ? "_" : safe.substring(begin, end);
    }

    private static String unique(String wish, Set<String> taken) {
        String name = wish;
        for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
            name = wish + '-' + i;
        }
        return name;
    }

    /** What an experiment of these traces may be called: the name of the folder. */
    public String name() {
        return name;
    }

    /** The analysis. */
    public AnalysisResult result() {
        return result;
    }

    /** All traces, by host. */
    public List<Trace> traces() {
        return traces;
    }

    /** What is missing because files of traces are damaged, as Bowline found it in the files; a sentence each. */
    public static List<String> damages(AnalysisResult result) {
        return result.caveats().stream().filter(caveat -> DAMAGES.contains(caveat.kind())).map(Caveat::text).toList();
    }

    /** Traces and directories that an analysis left out, with the reasons. */
    public static List<String> leftOut(AnalysisResult result) {
        return result.caveats().stream().filter(caveat -> caveat.kind().startsWith("unreadable")).map(Caveat::text).toList();
    }

    @Override
    public void close() {
        read.close();
    }
}
