/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.Form;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Report;

/** Every command on the sample that the repository carries. What the figures say is for the golden tests; this is about the form. */
class SampleTest {
    private static final String INTERVAL = "--interval=begin=wl:req_begin,end=wl:req_end,key=req,label=type";
    private static final String CLIENT = "--thread=w1-client";

    private final Path sample = Checkout.root().resolve("tests/traces/three-tier");

    @TempDir Path directory;

    @BeforeEach
    void theSampleIsThere() {
        assumeTrue(Files.isDirectory(sample), "the sample tests/traces/three-tier is not there");
    }

    @Test
    void infoListsEveryTraceOfThreeHosts() throws IOException {
        String text = fine("info", sample.toString()).out();
        assertThat(text).contains("kernel", "ust", "lttng-modules", "streams   ").contains("3 hosts");
        List<NamedCsvRecord> traces = csv(fine("info", sample.toString(), "--format", "csv").out());
        assertThat(traces).extracting(row -> row.getField("host")).containsOnly("A", "B", "C");
        assertThat(traces).extracting(row -> row.getField("domain")).containsOnly("kernel", "ust");
        Map<String, Long> perTrace = new HashMap<>();
        for (NamedCsvRecord event : csv(fine("info", sample.toString(), "--events", "--format=csv").out())) {
            perTrace.merge(event.getField("trace") + event.getField("event").equals("(discarded)"), Long.parseLong(event.getField("count")),
                    Long::sum);
        }
        for (NamedCsvRecord trace : traces) {
            assertThat(trace.getField("events")).isEqualTo(Long.toString(perTrace.get(trace.getField("trace") + false)));
            assertThat(trace.getField("discarded")).isEqualTo(Long.toString(perTrace.getOrDefault(trace.getField("trace") + true, 0L)));
        }
    }

    @Test
    void infoProposesPairsOfEventsThatIntervalTakesAsTheyAre() throws IOException {
        assertThat(fine("info", sample.toString(), "--pairs").out()).contains("pairs of events that may mark units of work")
                .contains("begin=wl:req_begin,end=wl:req_end,key=req,label=type");
        NamedCsvRecord pair = csv(fine("info", sample.toString(), "--pairs", "--format", "csv").out()).stream()
                .filter(row -> row.getField("begin").equals("wl:req_begin")).findFirst().orElseThrow();
        assertThat(pair.getField("key")).isEqualTo("req");
        String paths = fine("critical-path", sample.toString(), "--interval", pair.getField("interval")).out();
        assertThat(paths).contains("60 intervals");
        Captured both = Captured.run("info", sample.toString(), "--pairs", "--events");
        assertThat(both.code()).isEqualTo(ExitCode.USAGE);
        assertThat(both.error()).contains("--events and --pairs print different tables: give one of them");
    }

    @Test
    void infoSaysWhatToDoWhereThereIsNoPair() throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(sample.resolve("A.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                if (!entry.isDirectory() && entry.getName().contains("/kernel/")) {
                    Files.createDirectories(file.getParent());
                    Files.write(file, zip.readAllBytes());
                }
            }
        }
        assertThat(fine("info", directory.toString(), "--pairs").out()).contains("0 pairs of events that may mark units of work")
                .contains("Annotate the program, or name any pair with --interval");
        assertThat(csv(fine("info", directory.toString(), "--pairs", "--format", "csv").out())).isEmpty();
    }

    @Test
    void theOnlyKernelTraceThatCannotBeReadIsNamed() throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(sample.resolve("A.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                if (!entry.isDirectory()) {
                    Files.createDirectories(file.getParent());
                    Files.write(file, entry.getName().endsWith("kernel/metadata") ? new byte[] {1, 2, 3} : zip.readAllBytes());
                }
            }
        }
        for (String command : List.of("analyze", "wait-for")) {
            Captured run = Captured.run(command, directory.toString());
            assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.UNREADABLE);
            assertThat(run.error()).hasLineCount(1).contains("nothing is known about waits", "kernel/metadata");
        }
    }

    /** Nobody asks for the waits of an edge, the network between hosts, or what requests would win; no thread tells for whom it works, and neither functions nor call stacks were recorded. */
    private static final Set<String> NOT_IN_THE_SAMPLE = Set.of("waits", "wait-for-network", "what-if-requests", "request-work", "off-cpu",
            "off-cpu-slow",
            "on-cpu", "wait-for-code", "path-code", "instrument-next", "functions");

    @Test
    void analyzeWritesEveryReportAndTellsSo() throws IOException {
        Path out = directory.resolve("out");
        Captured run = fine("analyze", sample.toString(), "-o", out.toString(), CLIENT, INTERVAL);
        assertThat(run.out()).contains("3 hosts", "Clocks", "Threads with the most waits", "Knots", "Critical path of A:",
                "Critical paths of ", "Wrote ");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(
                    Stream.concat(Stream.of(ReportDirectory.PAGE),
                            Descriptors.installed().files().stream().map(Report::name)
                                    .filter(name -> !NOT_IN_THE_SAMPLE.contains(name) && !name.startsWith("tag"))
                                    .map(name -> name + ".csv"))
                            .toList());
        }
        for (NamedCsvRecord thread : csv(Files.readString(out.resolve("threads.csv")))) {
            long states = 0;
            for (String state : List.of("running_ns", "runnable_ns", "preempted_ns", "blocked_ns", "unknown_ns", "interrupted_ns")) {
                states += number(thread, state);
            }
            assertThat(states).as(thread.toString()).isEqualTo(number(thread, "end_ns") - number(thread, "start_ns"));
            long causes = 0;
            for (String cause : List.of("thread", "timer", "disk", "network", "device", "ipi", "kernel", "unknown")) {
                causes += number(thread, "blocked_" + cause + "_ns");
            }
            assertThat(causes).as(thread.toString()).isEqualTo(number(thread, "blocked_ns"));
        }
        for (NamedCsvRecord edge : csv(Files.readString(out.resolve("wait-for.csv")))) {
            assertThat(edge.getField("source_tid").isEmpty()).as(edge.toString()).isEqualTo(!edge.getField("source_kind").equals("thread"));
            assertThat(edge.getField("target_tid").isEmpty()).as(edge.toString()).isEqualTo(!edge.getField("target_kind").equals("thread"));
            assertThat(number(edge, "direct_ns")).as(edge.toString()).isBetween(0L, number(edge, "weight_ns"));
        }
        assertThat(csv(Files.readString(out.resolve("sync.csv")))).extracting(row -> row.getField("host")).contains("A", "B", "C");
        assertThat(csv(Files.readString(out.resolve("sync.csv")))).extracting(row -> row.getField("slope")).allSatisfy(
                slope -> assertThat(slope.replace(".", "").length()).isGreaterThanOrEqualTo(18));
    }

    @Test
    void aCriticalPathTilesItsRange() throws IOException {
        List<NamedCsvRecord> path = csv(fine("critical-path", sample.toString(), CLIENT, "--format=csv").out());
        assertThat(path).isNotEmpty();
        for (int i = 1; i < path.size(); i++) {
            assertThat(path.get(i).getField("start_ns")).isEqualTo(path.get(i - 1).getField("end_ns"));
        }
        long begin = number(path.get(path.size() / 2), "start_ns");
        long end = begin + 5_000_000;
        List<NamedCsvRecord> part = csv(
                fine("critical-path", sample.toString(), CLIENT, "--from=" + begin, "--to=" + end, "--format=csv").out());
        assertThat(number(part.get(0), "start_ns")).isEqualTo(begin);
        assertThat(number(part.get(part.size() - 1), "end_ns")).isEqualTo(end);
    }

    @Test
    void thePartsOfAnIntervalSumUpToItsLength() throws IOException {
        Map<String, Long> left = new HashMap<>();
        for (NamedCsvRecord part : csv(fine("critical-path", sample.toString(), INTERVAL, "--format=csv").out())) {
            String interval = part.getField("label") + '/' + part.getField("key");
            left.putIfAbsent(interval, number(part, "end_ns") - number(part, "start_ns"));
            left.merge(interval, -number(part, "ns"), Long::sum);
        }
        assertThat(left).isNotEmpty();
        assertThat(left.values()).containsOnly(0L);
    }

    @Test
    void csvAndJsonHaveTheSameRows() throws IOException {
        for (String[] command : new String[][] {{"info"}, {"info", "--events"}, {"sync"}, {"wait-for"}, {"wait-for", "--knots"},
            {"critical-path", CLIENT}, {"critical-path", INTERVAL}}) {
            List<String> line = new ArrayList<>(List.of(command));
            line.add(sample.toString());
            line.add("--format");
            line.add("csv");
            List<NamedCsvRecord> rows = csv(fine(line.toArray(String[]::new)).out());
            line.set(line.size() - 1, "json");
            JsonObject json = JsonParser.parseString(fine(line.toArray(String[]::new)).out()).getAsJsonObject();
            JsonArray objects = json.getAsJsonArray("rows");
            assertThat(json.has("caveats")).isTrue();
            assertThat(objects.size()).as(line.toString()).isEqualTo(rows.size()).isPositive();
            for (int i = 0; i < rows.size(); i++) {
                JsonObject object = objects.get(i).getAsJsonObject();
                Map<String, String> fields = new HashMap<>();
                object.entrySet()
                        .forEach(entry -> fields.put(entry.getKey(), entry.getValue().isJsonNull() ? "" : entry.getValue().getAsString()));
                assertThat(fields).isEqualTo(rows.get(i).getFieldsAsMap());
            }
        }
    }

    @Test
    void textsFitATerminal() {
        Terminal terminal = new Terminal(true, true, 100, false);
        for (String[] command : new String[][] {{"sync"}, {"wait-for"}, {"critical-path", CLIENT}, {"critical-path", INTERVAL}}) {
            List<String> line = new ArrayList<>(List.of(command));
            line.add(sample.toString());
            Captured run = Captured.run(terminal, line.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(ExitCode.FINE);
            assertThat(run.out().lines()).allSatisfy(text -> assertThat(text.codePointCount(0, text.length())).isLessThanOrEqualTo(100));
        }
    }

    @Test
    void aThreadOrHostThatIsNotThereIsWrongUsage() {
        for (String[] command : new String[][] {{"critical-path", "--thread=nobody"}, {"wait-for", "--process=nobody"},
            {"sync", "--reference=Z"},
            {"info", "--host=Z=" + directory}, {"analyze", "--from=12"}}) {
            List<String> line = new ArrayList<>(List.of(command));
            line.add(sample.toString());
            if (command[1].equals("--from=12")) {
                line.add("--to=13");
            }
            Captured run = Captured.run(line.toArray(String[]::new));
            assertThat(run.error()).as(line.toString()).startsWith("bowline: ").hasLineCount(1);
            assertThat(run.code()).isEqualTo(ExitCode.USAGE);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void eventsAndFieldsThatNoTraceHasAreWrongUsage() {
        for (String[] wrong : new String[][] {{"begin=wl:req_bgin,end=wl:req_end", "wl:req_begin"},
            {"begin=wl:req_begin,end=nothing", "end=nothing"},
            {"begin=wl:req_begin,end=wl:req_end,key=rq", "it has"}, {"begin=wl:req_begin,end=wl:req_end,label=kind", "req, type"}}) {
            Captured run = Captured.run("critical-path", sample.toString(), "--interval", wrong[0]);
            assertThat(run.error()).startsWith("bowline: --interval ").contains(wrong[1]).hasLineCount(1);
            assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void aGraphWithoutAKnotSaysHowToNarrowItAndThenThereIsOne() {
        String lossy = Checkout.root().resolve("tests/traces/lost-events").toString();
        String whole = fine("analyze", lossy, INTERVAL, "--range", "all").out();
        assertThat(whole).contains("No knot:", "narrow it with --from and --to, or with --process");
        Matcher range = Pattern.compile("The intervals lie in (--from \\S+) (--to \\S+); --range intervals takes that\\.").matcher(whole);
        assertThat(range.find()).isTrue();
        String narrowed = fine("analyze", lossy, range.group(1).replace(' ', '='), range.group(2).replace(' ', '=')).out();
        assertThat(narrowed).containsPattern("knot 1, \\d members").doesNotContain("No knot:");
        assertThat(fine("analyze", sample.toString(), "--range=all").out().lines().filter(line -> line.strip().startsWith("sink ")))
                .hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void theRangeOfTheIntervalsIsWhatTheirFirstBeginAndLastEndSay() {
        String work = fine("analyze", sample.toString(), INTERVAL, "--range", "intervals").out();
        assertThat(work).contains("dominant-knot").containsPattern("knot 1, \\d members").doesNotContain("No knot:");
        Matcher times = Pattern.compile("; \\S+ (\\S+) to (\\S+) UTC").matcher(work);
        assertThat(times.find()).isTrue();
        assertThat(figures(fine("analyze", sample.toString(), INTERVAL, "--from", times.group(1), "--to", times.group(2)).out()))
                .isEqualTo(figures(work));
        assertThat(figures(fine("analyze", sample.toString(), INTERVAL).out())).isEqualTo(figures(work));
        assertThat(fine("findings", sample.toString(), INTERVAL, "--range=intervals", "--format", "csv").out())
                .isNotEqualTo(fine("findings", sample.toString(), INTERVAL, "--range=all", "--format", "csv").out())
                .isEqualTo(
                        fine("findings", sample.toString(), INTERVAL, "--from", times.group(1), "--to", times.group(2), "--format", "csv")
                                .out());
    }

    /** A text without what it says of how the range was chosen. */
    private static List<String> figures(String text) {
        return text.lines().filter(line -> !line.startsWith("  range: ") && !line.startsWith("  next: ")).toList();
    }

    @Test
    void withoutOptionsTheKnotAndWhatItCostsComeBeforeAnythingElse() throws IOException {
        List<String> lines = fine("analyze", sample.toString()).out().lines().toList();
        assertThat(lines.get(0)).startsWith("warning: dominant-knot: w1-server (B:273), w1-backend (C:277)").contains("bound the work",
                "53.1 % of the range",
                "at most 53.1 % shorter (an estimate).");
        assertThat(lines.get(1)).isEqualTo("  next: bowline waits " + sample + " --edge B:273,C:277");
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("  range: the work: 647 ms of 5.70 s, where w1-server"))
                .anySatisfy(line -> assertThat(line).startsWith("  set aside: ").endsWith("--show-all shows them"));
        assertThat(fine("critical-path", sample.toString(), "--thread", "B:273").out()).contains("Critical path of B:273 (w1-server)",
                "647 ms");
        assertThat(fine("wait-for", sample.toString(), "--top", "90").out()).doesNotContain("lttng");
        assertThat(fine("wait-for", sample.toString(), "--top", "90", "--show-all").out()).contains("lttng");
        assertThat(fine("threads", sample.toString(), "--top", "200").out()).doesNotContain("lttng");
        assertThat(fine("threads", sample.toString(), "--top", "200", "--show-all").out()).contains("lttng");
        assertThat(fine("analyze", sample.toString(), "--range", "all").out()).contains("range: the whole recording, 5.70 s")
                .doesNotContain("dominant-knot");
    }

    @Test
    void aRangeOfIntervalsNeedsThem() {
        Captured none = Captured.run("analyze", sample.toString(), "--range", "intervals");
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.error()).contains("--range intervals needs --interval");
        Captured wrong = Captured.run("findings", sample.toString(), INTERVAL, "--range", "interval");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.error()).contains("'interval' is none of work, all and intervals");
        // before the first request
        String from = fine("info", sample.toString()).out();
        Captured empty = Captured.run("analyze", sample.toString(), INTERVAL, "--range", "intervals", "--from", "23:13:33", "--to",
                "23:13:34");
        assertThat(empty.code()).as(empty.out() + from).isEqualTo(ExitCode.UNREADABLE);
        assertThat(empty.error()).contains("there is no interval").hasLineCount(1);
    }

    @Test
    void caveatsNameFilesAsTheUserKnowsThem() {
        String lost = Checkout.root().resolve("tests/traces/lost-events").toString();
        assertThat(fine("info", lost).out()).contains("events of B/kernel/kernel/c0_0 because")
                .doesNotContain(System.getProperty("java.io.tmpdir"));
    }

    @Test
    void theClocksComeWithTheCaveatsOfClocksOnly() {
        assertThat(fine("sync", sample.toString()).out()).contains("do not bound the clocks' rates").doesNotContain("still waited");
    }

    private static Captured fine(String... arguments) {
        Captured run = Captured.run(arguments);
        assertThat(run.code()).as("%s: %s", String.join(" ", arguments), run.error()).isEqualTo(ExitCode.FINE);
        return run;
    }

    private static List<NamedCsvRecord> csv(String text) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(text)) {
            return reader.stream().toList();
        }
    }

    private static long number(NamedCsvRecord row, String column) {
        return Long.parseLong(row.getField(column));
    }

    @Test
    void exportsAppearWithTheReportsAndGoWhenTheyAreNotWanted() throws IOException {
        Path out = directory.resolve("out");
        fine("analyze", sample.toString(), "-o", out.toString(), CLIENT, "--export", "svg,dot,graphml,collapsed,perfetto");
        for (Form export : Descriptors.installed().forms()) {
            // nobody asks for tags and for code that waits here
            assertThat(Files.exists(out.resolve(export.fileName()))).as(export.fileName())
                    .isNotEqualTo(export.fileName().startsWith("tags") || export.fileName().startsWith("off-cpu"));
        }
        JsonObject trace = JsonParser.parseString(Files.readString(out.resolve("critical-path.perfetto.json"))).getAsJsonObject();
        assertThat(trace.getAsJsonArray("traceEvents")).hasSizeGreaterThan(100);
        fine("analyze", sample.toString(), "-o", out.toString(), "--export", "dot");
        assertThat(out.resolve("wait-for.dot")).exists();
        assertThat(out.resolve("wait-for.svg")).doesNotExist();
        assertThat(out.resolve("critical-path.perfetto.json")).doesNotExist();
    }

    @Test
    void theFormatsOfAGraphAndOfAPathGoToTheStandardOutput() throws IOException {
        assertThat(fine("wait-for", sample.toString(), "--format", "svg").out()).startsWith("<svg ").endsWith("</svg>\n");
        assertThat(fine("wait-for", sample.toString(), "--format=dot").out()).startsWith("digraph ").contains("cluster_2");
        assertThat(fine("wait-for", sample.toString(), "--format=graphml").out()).startsWith("<?xml ");
        assertThat(fine("wait-for", sample.toString(), "--format=collapsed").out().lines())
                .allMatch(line -> line.matches("[^;]+(;[^;]+){4} [0-9]+"));
        assertThat(fine("critical-path", sample.toString(), CLIENT, "--format=perfetto").out()).startsWith("{\"displayTimeUnit\"");
    }

    @Test
    void exportsThatCannotBeAreUsageErrors() {
        for (String[] wrong : new String[][] {
            {"wait-for", "--format", "perfetto"}, {"wait-for", "--knots", "--format", "svg"}, {"critical-path", CLIENT, "--format", "dot"},
            {"critical-path", INTERVAL, "--format", "perfetto"}, {"analyze", "--export", "svg"},
            {"analyze", "-o", "x", "--export", "perfetto"},
            {"analyze", "-o", "x", "--export", "png"}}) {
            List<String> words = new ArrayList<>(List.of(wrong));
            words.add(sample.toString());
            Captured run = Captured.run(words.toArray(String[]::new));
            assertThat(run.code()).as(String.join(" ", wrong)).isEqualTo(ExitCode.USAGE);
            assertThat(run.out()).isEmpty();
        }
        assertThat(Path.of("x")).doesNotExist();
    }

    @Test
    void thePictureInTheManualIsWhatTheCommandPrints() throws IOException {
        Path contention = Checkout.root().resolve("tests/traces/lock-contention");
        assumeTrue(Files.isDirectory(contention), "the sample tests/traces/lock-contention is not there");
        String svg = fine("wait-for", contention.toString(), "--process", "w3-main", "--threshold", "5%", "--range", "all", "--show-all",
                "--blame", "waker",
                "--format", "svg").out();
        assertThat(svg).as("make docs/images/lock-contention-wait-for.svg anew with the command in docs/concepts/wait-for.md")
                .isEqualTo(Files.readString(Checkout.root().resolve("docs/images/lock-contention-wait-for.svg")));
    }
}
