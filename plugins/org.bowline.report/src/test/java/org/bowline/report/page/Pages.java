/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RunPage;

/** Pages to test with. */
final class Pages {
    static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\u061c\u0000\ud800]]>--><!--${x}'\"&<b>";

    private static final List<IntervalSpec> REQUESTS = List.of(new IntervalSpec("wl:req_begin", "wl:req_end", "req", "type"));
    private static final Set<String> VOID = Set.of("meta", "input");

    private Pages() {}

    /** What a page is of. */
    record Run(String title, Analysis analysis) {}

    static String html(Run run) throws IOException {
        StringWriter out = new StringWriter();
        HtmlReport.write(run.title(), "0", run.analysis(), Descriptors.installed(), out);
        return out.toString();
    }

    /** The elements that do not end where their parents expect it; the content of scripts and styles is not looked at. */
    static List<String> notNested(String html) {
        List<String> wrong = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>();
        Matcher tag = Pattern.compile("<(script|style)\\b[^>]*>.*?</\\1>|<(/?)([a-zA-Z0-9]+)((?:[^\">]|\"[^\"]*+\")*+)>", Pattern.DOTALL)
                .matcher(html);
        while (tag.find()) {
            String name = tag.group(3);
            if (name == null || VOID.contains(name) || tag.group(4).endsWith("/")) {
                continue;
            }
            if (tag.group(2).isEmpty()) {
                open.push(name);
            } else if (!name.equals(open.poll())) {
                wrong.add(tag.group() + " at " + tag.start());
            }
        }
        wrong.addAll(open);
        return wrong;
    }

    /** The work tree. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("no directory with .mvn above " + Path.of("").toAbsolutePath());
        }
        return directory;
    }

    /** Where recordings are that the repository does not have; perhaps nowhere. */
    static Path shared() {
        String named = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        return named == null ? root().resolveSibling("shared") : Path.of(named);
    }

    /** All of a recording, with the path of a thread and its requests if they are named. */
    static Run recording(Path traces, @Nullable String thread, boolean requests) throws IOException {
        Question question = Question.ALL.path(thread == null ? null : named(thread));
        return input(Analysis.of(List.of(traces), OpenOptions.DEFAULT, requests ? question.about(REQUESTS, Question.Part.ALL) : question,
                Progress.NONE), String.valueOf(traces.getFileName()));
    }

    private static Question.ThreadChoice named(String name) {
        return (timeline, from, to) -> IntStream.range(0, timeline.threadCount()).filter(i -> timeline.name(i).equals(name)).findFirst()
                .orElse(Timeline.NONE);
    }

    /** A recording from its first request to its last, with the path of a thread: what {@code analyze --range intervals} writes. */
    static Run work(Path traces, String thread) throws IOException {
        return input(Analysis.of(List.of(traces), OpenOptions.DEFAULT,
                Question.ALL.about(REQUESTS, Question.Part.INTERVALS).path(named(thread)), Progress.NONE), RunPage.title(List.of(traces)));
    }

    /** The recording with call stacks and samples while its writer writes: what writer and receiver do. */
    static Run code() throws IOException {
        Path traces = root().resolve("tests/traces/sampled-writer");
        return input(Analysis.of(List.of(traces), OpenOptions.DEFAULT,
                Question.WORK.about(List.of(IntervalSpec.parse("begin=log_record,end=dequeue")), Question.Part.WORK)
                        .with(FunctionQuestion.SYMBOLS, List.of(traces.resolve("symbols")))
                        .from(timeline -> thread -> timeline.name(thread).matches("w2-[AB]")),
                Progress.NONE), "sampled-writer");
    }

    private static Run input(Analysis analysis, String title) {
        return new Run(title, analysis);
    }

    /** Threads that wait for one another, requests of so many labels, and names of a length that only a damaged trace has. */
    static Run large(int threads, int labels, int nameLength) {
        String longName = "\ud83d\ude00".repeat(nameLength / 2);
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("host" + longName);
        for (int i = 0; i < threads; i++) {
            builder.thread(host, 100 + i, 100, "t" + i + longName);
        }
        int disk = builder.resource(host, org.bowline.core.model.VertexKind.DISK, "vda" + longName);
        List<NamedInterval> requests = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            for (long at = 0; at < 40_000_000; at += 1_000_000) {
                int request = builder.request(disk, i, at, at, at + 500_000);
                builder.writes(request);
                builder.blocked(i, at, at + 500_000, Cause.DISK, disk, request, 0);
                builder.blocked(i, at + 500_000, at + 1_000_000, Cause.THREAD, (i + 1) % threads, Timeline.NONE, 0);
            }
        }
        for (int i = 0; i < labels; i++) {
            requests.add(new NamedInterval("label" + i + longName, "key" + i + longName, host, i % threads, 0, 10_000_000 + 1_000 * i));
        }
        Timeline timeline = builder.build();
        SyncResult sync = new SyncResult(0, List.of(), ClockMap.identity(1), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        return input(Analysis.of(timeline).sync(sync).intervals(new MatchedIntervals(requests, List.of()))
                .question(Question.ALL.path(named(timeline.name(0)))).build(), "run" + longName);
    }

    /** Threads, a host and a run whose names are out to do harm. */
    static Run hostile() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host(HOSTILE);
        for (int i = 0; i < 4; i++) {
            builder.thread(0, 100 + i, 100, HOSTILE);
        }
        for (int i = 0; i < 4; i++) {
            for (long at = 0; at < 4_000_000; at += 1_000_000) {
                if (at / 1_000_000 % 4 == i) {
                    builder.segment(i, at, at + 1_000_000, ThreadState.RUNNING, 0);
                } else {
                    builder.blocked(i, at, at + 1_000_000, Cause.THREAD, (i + 1) % 4, Timeline.NONE, 0);
                }
            }
        }
        Timeline timeline = builder.build();
        SyncResult sync = new SyncResult(0, List.of(), ClockMap.identity(1), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        List<Caveat> caveats = List.of(Caveat.of(Caveat.Severity.WARNING, HOSTILE, "lost-events", 3, HOSTILE));
        return input(Analysis.of(timeline).sync(sync).caveats(caveats).question(Question.ALL.path(named(HOSTILE))).build(), HOSTILE);
    }
}
