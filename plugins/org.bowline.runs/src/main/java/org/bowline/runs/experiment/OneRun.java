/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.ElfFile;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.rows.SweepRunRow;
import org.bowline.runs.RunFacts;
import org.bowline.runs.plan.LoadReading;
import org.bowline.runs.plan.LoadReading.Figures;
import org.bowline.runs.plan.Placeholders;
import org.bowline.runs.plan.SweepPlan.Load;
import org.bowline.runs.plan.SweepPlan.Server;

/** One run: from the start of its server to its end. */
final class OneRun {
    private static final double CHECK_SECONDS = 5;
    private static final double PREPARE_SECONDS = 600;
    /** Who is asked to stop has a moment: the process may be halted after five seconds. */
    private static final double HURRY_SECONDS = 1.5;
    /** The recorder is asked first, and what it has begun is to be ended by it. */
    private static final double RECORDER_SECONDS = 2.5;
    private static final double PATIENT_RECORDER_SECONDS = 30;
    private static final int MOST_OUTPUT = 1 << 20;
    private static final int MOST_SHOWN = 200;
    private static final double NANOS = 1e9;

    private final PlannedRun run;
    private final Path directory;
    private final Setting setting;
    private final Session session;
    private final Progress progress;
    private @Nullable Process server;

    /**
     * What all runs of a sweep share.
     *
     * @param server what is started; null if nothing is
     * @param load what asks
     * @param home where commands run: the folder of the plan
     * @param recorder how recording begins: command and options
     */
    record Setting(@Nullable Server server, Load load, Path home, String recorder, String recordOptions) {}

    OneRun(PlannedRun run, Path directory, Setting setting, Session session, Progress progress) {
        this.run = run;
        this.directory = directory.toAbsolutePath();
        this.setting = setting;
        this.session = session;
        this.progress = progress;
    }

    /** Makes it. Whatever happens, nothing that it started is left. */
    SweepRunRow make() throws IOException, RunFailedException {
        String binary = binary();
        String buildId = buildId(binary);
        boolean done = false;
        try {
            begin();
            SweepRunRow row = load(buildId);
            done = true;
            return row.noted(end(false));
        } finally {
            if (!done) {
                end(progress.isCancelled());
            }
        }
    }

    private String binary() throws RunFailedException {
        if (run.build().binary().isEmpty()) {
            return "";
        }
        Path binary = setting.home.resolve(run.build().binary());
        if (!Files.exists(binary)) {
            throw new RunFailedException("the build is missing: there is no file " + binary);
        }
        return binary.toString();
    }

    private static String buildId(String binary) {
        try {
            ElfFile file = binary.isEmpty() ? null : ElfFile.read(Path.of(binary).toRealPath(), false);
            return file == null ? "" : file.buildId();
        } catch (IOException e) {
            return ""; // who cannot read a program may still run it
        }
    }

    private String filled(String command, double seconds) {
        Map<String, String> places = run.places(directory.toString(),
                run.build().binary().isEmpty() ? "" : setting.home.resolve(run.build().binary()).toString(), seconds);
        Process process = server;
        if (process != null) {
            places.put("pid", Long.toString(process.pid()));
        }
        return Placeholders.fill(command, places);
    }

    private String filled(String command) {
        return filled(command, setting.load.seconds());
    }

    private void begin() throws IOException, RunFailedException {
        Server plan = setting.server;
        if (plan == null) {
            return;
        }
        Path said = directory.resolve("prepare.txt");
        if (!plan.prepare().isEmpty()) {
            int code = session.run(filled(plan.prepare()), PREPARE_SECONDS, said, progress);
            if (code != 0) {
                throw new RunFailedException("prepare " + ended(code, PREPARE_SECONDS) + last(said));
            }
        }
        Path check = directory.resolve("ready.txt");
        if (session.run(filled(plan.ready()), CHECK_SECONDS, check, progress) == 0) {
            throw new RunFailedException("the health check succeeds before the server is started, so another server answers it, or it asks"
                    + " nothing. End that server, or give a check that fails without one");
        }
        Path output = directory.resolve("server.txt");
        Process started = session.start(filled(plan.start()), plan.cpus(), output, true);
        server = started;
        long deadline = System.nanoTime() + (long) (plan.readyWithin() * NANOS);
        while (session.run(filled(plan.ready()), CHECK_SECONDS, check, progress) != 0) {
            if (!started.isAlive() && started.exitValue() != 0) {
                throw new RunFailedException(
                        "the server ended with exit code " + started.exitValue() + " before it was ready" + last(output));
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new RunFailedException(
                        "the server was not ready within " + PlannedRun.seconds(plan.readyWithin()) + " s" + last(output));
            }
        }
    }

    private SweepRunRow load(String buildId) throws IOException, RunFailedException {
        Load plan = setting.load;
        if (plan.warmUp() > 0) {
            Path said = directory.resolve("warm-up.txt");
            tool(session.start(filled(plan.command(), plan.warmUp()), plan.cpus(), said, true), "the warm-up", said, null);
        }
        Path said = directory.resolve("load.txt");
        Files.createFile(said);
        HostState before = HostState.now();
        Instant start = Instant.now();
        long began = System.nanoTime();
        if (run.recorded()) {
            Path recorder = directory.resolve("recorder.txt");
            tool(session.start(recording(filled(plan.command()), said), "", recorder, false), "the load tool or its recording", said,
                    recorder);
        } else {
            tool(session.start(filled(plan.command()), plan.cpus(), said, true), "the load tool", said, null);
        }
        LoadTimes times = new LoadTimes(start.getEpochSecond() * 1_000_000_000L + start.getNano(), System.nanoTime() - began);
        if (run.recorded()) {
            times = LoadTimes.noted(loadTimes(), times);
        }
        HostState after = HostState.now();
        alive();
        IntervalSpec intervals = plan.intervals();
        Figures figures = intervals == null ? figures(said) : counted(intervals);
        return new SweepRunRow(run.build().name(), run.clients(), Integer.toString(run.repetition()), figures.throughput(),
                figures.p50Nanos(),
                figures.p99Nanos(), figures.meanNanos(), after.machine(), "", "",
                times.startNanos(), times.lastedNanos(), after.kernel(), after.governor(), before.load(),
                after.stealSince(before), buildId);
    }

    private String recording(String command, Path output) {
        String cpus = setting.load.cpus();
        return "exec " + setting.recorder + " start -o " + quoted(directory.resolve("trace").toString()) + ' ' + setting.recordOptions
                + " -- env " + session.mark() + (cpus.isEmpty() ? "" : " taskset -c " + cpus) + " sh -c "
                + quoted(LoadTimes.noting("( " + command + "\n) >>\"$0\" 2>&1")) + ' ' + quoted(output.toString()) + ' '
                + quoted(loadTimes().toString());
    }

    private Path loadTimes() {
        return directory.resolve("load-times.txt");
    }

    static String quoted(String text) {
        return '\'' + text.replace("'", "'\\''") + '\'';
    }

    /**
     * Waits for the end of the load tool.
     *
     * @param said what it says goes there
     * @param recorder what its recorder says; null if it is not recorded
     */
    private void tool(Process process, String what, Path said, @Nullable Path recorder) throws IOException, RunFailedException {
        int code = -1;
        try {
            code = Session.await(process, setting.load.within(), progress) ? process.exitValue() : -1;
        } finally {
            // before the server, which may wait for its clients
            Session.stop(process,
                    recorder == null ? HURRY_SECONDS / 2 : progress.isCancelled() ? RECORDER_SECONDS : PATIENT_RECORDER_SECONDS);
        }
        if (code != 0) {
            throw new RunFailedException(what + ' ' + ended(code, setting.load.within())
                    + (recorder == null ? last(said) : last("the load tool", said) + last("its recorder", recorder)));
        }
    }

    private static String ended(int code, double seconds) {
        return code == -1 ? "did not end within " + PlannedRun.seconds(seconds) + " s" : "ended with exit code " + code;
    }

    private void alive() throws IOException, RunFailedException {
        Process process = server;
        Server plan = setting.server;
        if (process == null || plan == null || process.isAlive()) {
            return;
        }
        // one in the background is asked
        if (process.exitValue() != 0 || session.run(filled(plan.ready()), CHECK_SECONDS, directory.resolve("ready.txt"), progress) != 0) {
            throw new RunFailedException("the server ended under the load" + (process.exitValue() == 0 ? ""
                    : ", with exit code " + process.exitValue()) + last(directory.resolve("server.txt")));
        }
    }

    private Figures figures(Path said) throws IOException, RunFailedException {
        LoadReading reading = setting.load.reading();
        if (reading == null) {
            throw new IllegalStateException("a plan reads an output or counts intervals");
        }
        try {
            return reading.read(tail(said, MOST_OUTPUT));
        } catch (LoadReading.NoFigureException e) {
            throw new RunFailedException(e.getMessage() + last(said));
        }
    }

    private Figures counted(IntervalSpec intervals) throws RunFailedException {
        RunFacts facts;
        try {
            Analysis analysis = Analysis.of(List.of(directory.resolve("trace")), OpenOptions.DEFAULT,
                    Question.ALL.about(List.of(intervals), Question.Part.INTERVALS), progress);
            facts = RunFacts.of(run.name(), analysis, List.of());
        } catch (IOException | IllegalArgumentException e) {
            throw new RunFailedException("the recording cannot be read: " + e.getMessage());
        }
        Latencies all = Latencies.together(facts.latencies().values());
        if (all.ended() == 0 || facts.rangeNanos() == 0) {
            throw new RunFailedException("the recording has no interval " + intervals.text());
        }
        return new Figures(all.ended() / (facts.rangeNanos() / NANOS), all.median().nanos(), all.percentile(99).nanos(), all.meanNanos());
    }

    /**
     * Ends the server, and all that is left of the run.
     *
     * @param hurry whether the user waits for it
     * @return what is to be noted of that; empty if all is well
     */
    private String end(boolean hurry) throws IOException {
        Server plan = setting.server;
        int killed = plan == null ? session.end(HURRY_SECONDS) : end(plan, hurry ? HURRY_SECONDS : plan.stopWithin(), hurry);
        if (plan != null && !plan.cleanUp().isEmpty()) {
            session.run(filled(plan.cleanUp()), hurry ? HURRY_SECONDS : PREPARE_SECONDS, directory.resolve("clean-up.txt"), Progress.NONE);
            session.end(HURRY_SECONDS);
        }
        List<Long> left = session.left();
        if (!left.isEmpty()) {
            throw new IOException("processes that the run " + run.name() + " started cannot be ended (" + Words.list(left.stream()
                    .map(String::valueOf).toList(), "and") + "), perhaps because they run as somebody else. End them, then go on");
        }
        return plan == null || killed == 0 ? ""
                : "the server did not end within " + PlannedRun.seconds(plan.stopWithin()) + " s and was killed";
    }

    private int end(Server plan, double seconds, boolean hurry) throws IOException {
        Process process = server;
        if (process == null) {
            return session.end(HURRY_SECONDS);
        }
        if (plan.stop().isEmpty() || hurry) {
            return session.end(process, seconds);
        }
        session.run(filled(plan.stop()), seconds, directory.resolve("stop.txt"), Progress.NONE);
        return Session.await(process, seconds, Progress.NONE) ? session.end(seconds) : session.end(process, seconds);
    }

    /** The end of a message: what was said last. */
    private static String last(Path file) throws IOException {
        return last("it", file);
    }

    private static String last(String who, Path file) throws IOException {
        List<String> lines = Files.exists(file) ? tail(file, 1 << 12).lines().map(String::strip).filter(line -> !line.isEmpty()).toList()
                : List.of();
        return lines.isEmpty() ? ""
                : "; " + who + " said last: '" + PlainText.shorten(PlainText.visible(lines.get(lines.size() - 1)), MOST_SHOWN) + '\'';
    }

    private static String tail(Path file, int most) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, channel.size()));
            long from = channel.size() - bytes.capacity();
            while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
                // until all is there
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }
}
