/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.files.FileFailure;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;

/** Runs as the user names them: {@code PATH[,PATH...]}, each a directory of reports, a directory of such directories, or traces. */
final class RunArgument {
    /** What bowline-record notes of a recording. */
    private static final String RECORDING = "recording.txt";
    /** It notes less than this of a thousand hosts, in bytes. */
    private static final long MOST_NOTES = 1 << 20;

    private RunArgument() {}

    /**
     * The paths of the runs.
     *
     * @param word BASE or NEW
     * @throws Failure if a path is not there or given twice
     */
    static List<Path> paths(String word, String text) throws IOException {
        List<Path> paths = new ArrayList<>();
        // a path may hold a comma: what is there as it stands is one path
        List<String> parts = exists(text) ? List.of(text) : List.of(text.split(",", -1));
        Set<Path> seen = new HashSet<>();
        for (String part : parts) {
            if (part.isEmpty() || !exists(part)) {
                throw Failure
                        .unreadable(word + ": there is no '" + part + "'. Give directories that bowline analyze -o wrote, or traces, with"
                                + " commas between runs", null);
            }
            Path path = Path.of(part);
            List<Path> within = !Files.isDirectory(path) || ResultDirectory.is(path) ? List.of() : within(path);
            for (Path run : within.isEmpty() ? List.of(path) : within) {
                if (!seen.add(run.toRealPath())) {
                    throw Failure.usage(word + ": the run " + run + " is given twice; the same run again tells nothing of the noise between"
                            + " runs");
                }
                paths.add(run);
            }
        }
        return paths;
    }

    /** The runs that a directory holds: results, or recordings that have a host in common, which were made one after another. */
    private static List<Path> within(Path directory) throws IOException {
        List<Path> results = ResultDirectory.within(directory);
        if (!results.isEmpty() || Files.exists(directory.resolve(RECORDING))) {
            return results;
        }
        List<Path> directories;
        try (Stream<Path> entries = Files.list(directory)) {
            directories = entries.filter(Files::isDirectory).sorted().toList();
        }
        List<Path> recordings = directories.stream().filter(entry -> Files.isRegularFile(entry.resolve(RECORDING))).toList();
        Set<String> hosts = new HashSet<>();
        for (Path recording : recordings) {
            for (String host : hosts(recording)) {
                if (!hosts.add(host)) {
                    ResultDirectory.checkOpen(directories, recordings);
                    return recordings;
                }
            }
        }
        return List.of(); // a recording of each host: all of them are one run
    }

    /** The hosts that bowline-record says it has recorded. */
    private static List<String> hosts(Path recording) throws IOException {
        Path notes = recording.resolve(RECORDING);
        if (Files.size(notes) > MOST_NOTES) {
            return List.of(); // of somebody else
        }
        try {
            return Files.readAllLines(notes).stream().filter(line -> line.startsWith("host "))
                    .map(line -> line.split(" ", -1)[1]).toList();
        } catch (MalformedInputException e) {
            return List.of(); // of somebody else
        } catch (IOException e) {
            throw Failure.unreadable("cannot read " + notes + ", which says whose recording it is: " + FileFailure.reason(e)
                    + ". Check its permissions", e);
        }
    }

    /**
     * That no run is in both sets: a run differs from itself by nothing, so a gate over a slip of the pen would never fail.
     *
     * @throws Failure if one is
     */
    static void checkApart(List<Path> base, List<Path> fresh) throws IOException {
        Set<Path> seen = new HashSet<>();
        for (Path run : base) {
            seen.add(run.toRealPath());
        }
        for (Path run : fresh) {
            if (seen.contains(run.toRealPath())) {
                throw Failure.usage("--fail-on: the run " + run + " is in BASE and in NEW; it differs from itself by nothing, so the check"
                        + " could not fail. Name other runs for one of the two");
            }
        }
    }

    /**
     * That folders with symbols have something to name: results have the names that they got when they were made.
     *
     * @throws Failure if all runs are results
     */
    static void checkSymbols(List<Path> symbols, List<Path> base, List<Path> fresh) {
        if (!symbols.isEmpty() && Stream.concat(base.stream(), fresh.stream()).allMatch(ResultDirectory::is)) {
            throw Failure
                    .usage("--symbols names functions and locks of traces, and all runs are results, which have the names that analyze gave"
                            + " them: give it to analyze, with the builds that were recorded");
        }
    }

    /** Reads reports, or computes what traces tell. The question says where symbols are. */
    static RunFacts read(Shell shell, Path path, Question question, boolean strict) throws IOException {
        shell.progress().report("Reading " + path, 0);
        if (ResultDirectory.is(path)) {
            return ResultDirectory.read(path);
        }
        try {
            Analysis analysis = Analysis.of(List.of(path), new OpenOptions(strict, true, List.of(), null),
                    question.with(TagQuestion.EVENTS, List.of()), shell.progress());
            if (question.part() == Question.Part.INTERVALS && !analysis.intervalsWanted()) {
                throw Failure.usage(
                        "--range intervals: " + path + " has no annotated requests, so --interval has to say what the intervals are");
            }
            return RunFacts.of(path.toString(), analysis, Descriptors.installed().caveats(analysis));
        } catch (IntervalNames.UnknownNameException e) {
            throw Failure.usage("--interval " + e.getMessage() + " (" + path + ')');
        }
    }

    private static boolean exists(String text) {
        try {
            return Files.exists(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
