/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.tags;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagLog;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.TagSpec;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.KeptLines;
import org.bowline.tracecompass.core.analysis.TraceFiles;

/**
 * The tags of an experiment: which events they are, and what is read of them. A person's choice is kept in a file of the experiment's supplementary folder, a line each, as {@code --tags} takes it; where nobody
 * chose, Bowline's annotations are taken. What is kept is the question: the events are read again from the traces when a view asks, which costs a pass over those of programs, and are remembered as long as the
 * result is.
 */
public final class TagEvents {
    /** Name of the file. */
    public static final String FILE = "bowline-tags.txt";
    private static final Map<AnalysisResult, Read> READ = Collections.synchronizedMap(new WeakHashMap<>());

    private TagEvents() {}

    /**
     * What was read.
     *
     * @param specs which events a person named; none for the annotations
     * @param log the tags; empty if there are none, or they cannot be read
     * @param caveats why they cannot be read
     */
    public record Read(List<TagSpec> specs, TagLog log, List<Caveat> caveats) {
        /** Copies the lists. */
        public Read {
            specs = List.copyOf(specs);
            caveats = List.copyOf(caveats);
        }
    }

    /**
     * Reads the tags, or takes what was read before. Long: not for the UI thread.
     *
     * @param file where the choice is kept; null for nowhere
     * @param result what was read of these traces
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static Read read(List<Path> traces, @Nullable Path file, AnalysisResult result, Progress progress) {
        List<Caveat> caveats = new ArrayList<>();
        List<TagSpec> specs = kept(file, caveats);
        Read known = READ.get(result);
        if (known != null && known.specs.equals(specs)) {
            return known;
        }
        TagLog log = TagLog.EMPTY;
        try {
            log = read(traces, result, specs, progress);
        } catch (TraceReadException | IllegalArgumentException e) { // of names that no trace has
            caveats.add(caveat(e));
        }
        Read read = new Read(specs, log, caveats);
        READ.put(result, read);
        return read;
    }

    /**
     * Reads the tags that some events are.
     *
     * @param specs none for the annotations
     * @throws TraceReadException if a trace cannot be read any more
     * @throws IntervalNames.UnknownNameException if one names an event or a field that no trace has; the message says what there is
     */
    static TagLog read(List<Path> traces, AnalysisResult result, List<TagSpec> specs, Progress progress) throws TraceReadException {
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            IntervalNames names = new IntervalNames(experiment);
            specs.forEach(names::check);
            return ReadTraces.again(experiment, result).tags(specs.isEmpty() ? List.of(TagSpec.ANNOTATIONS) : specs, progress);
        }
    }

    /**
     * The events that a person writes, one a line or one a word.
     *
     * @throws IllegalArgumentException if one is of another form; the message says what is wrong and how to write it
     */
    public static List<TagSpec> specs(List<String> lines) {
        return TagQuestion.EVENTS.read(KeptLines.said(lines));
    }

    private static List<TagSpec> kept(@Nullable Path file, List<Caveat> caveats) {
        if (file == null || !Files.exists(file)) {
            return List.of();
        }
        try {
            return specs(Files.readAllLines(file));
        } catch (IOException | IllegalArgumentException e) {
            caveats.add(caveat(e));
            return List.of();
        }
    }

    /** Why the tags of an answer with these caveats are not known; null if they are. */
    public static @Nullable String unread(List<Caveat> caveats) {
        return caveats.stream().filter(caveat -> caveat.kind().equals("tags-not-read")).map(Caveat::text).findFirst().orElse(null);
    }

    private static Caveat caveat(Exception why) {
        return Caveat.of(Caveat.Severity.WARNING, "", "tags-not-read", 1, NLS.bind(Messages.caveat_tags, why.getMessage()));
    }

    /** Keeps what a person chose. A file that cannot be written is logged. */
    public static void keep(Path file, List<TagSpec> specs) {
        KeptLines.write(file, Messages.tags_comment, specs.stream().map(TagSpec::text).toList(), "The choice of tags");
    }
}
