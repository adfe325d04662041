/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Findings;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.runs.Baseline;
import org.bowline.runs.RunFacts;
import org.bowline.testkit.HangingRequests;

/**
 * The packed plug-in in a project that is not Bowline: offline, with a local repository of its own that holds the modules of this build;
 * everything else comes from the builder's local repository, which is only read. The project's configuration is the one that
 * docs/how-to/gate-a-pull-request.md shows. A build that records, or that a signal ends, is a process, as a user's is; any other runs in this
 * JVM, in the installed Maven's own classes, which are loaded and compiled once for all.
 */
final class PluginUserBuild {
    private static final Path ROOT = Path.of(System.getProperty("bowline.root", ""));
    private static final String VERSION = System.getProperty("bowline.version", "");
    private static final SortedMap<String, String> LIFE_CYCLE = lifeCycle();

    @TempDir static Path shared;

    /** What the how-to accepts: all there is. */
    private static Analysis accepted;
    /** The installed Maven, as its launcher loads it. */
    private static ClassLoader installed;

    @TempDir Path project;

    /** What Maven printed, and how it ended. */
    private record Build(int code, String log) {}

    @BeforeAll
    static void stage() throws IOException, InterruptedException {
        Path repository = shared.resolve("repository");
        Path log = shared.resolve("publish.log");
        int code = new ProcessBuilder(ROOT.resolve("releng/publish").toString(), "--built", repository.toString()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start().waitFor();
        assertThat(code).as(Files.readString(log)).isZero();
        Files.writeString(shared.resolve("settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <mirrors><mirror><id>builder</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>
                  <pluginGroups><pluginGroup>org.bowline</pluginGroup></pluginGroups>
                </settings>
                """.formatted(repository, Path.of(System.getProperty("bowline.local.repository", "")).toUri()));
    }

    @BeforeAll
    static void load() throws IOException {
        Path home = Path.of(System.getProperty("bowline.maven.home", ""));
        List<URL> places = new ArrayList<>(List.of(home.resolve("conf/logging/").toUri().toURL()));
        for (String folder : List.of("boot", "lib")) {
            try (Stream<Path> files = Files.list(home.resolve(folder))) {
                for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
                    places.add(jar.toUri().toURL());
                }
            }
        }
        installed = new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @BeforeAll
    static void accept() throws IOException {
        accepted = Analysis.of(List.of(ROOT.resolve("tests/traces/three-tier")), OpenOptions.DEFAULT, Question.ALL.about(
                List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")), Question.Part.INTERVALS),
                Progress.NONE);
    }

    @BeforeEach
    void sample() throws IOException {
        project(snippet());
        Path trace = Files.createDirectories(project.resolve("target/bowline-trace"));
        for (String host : List.of("A", "B", "C")) {
            Files.copy(ROOT.resolve("tests/traces/three-tier/" + host + ".zip"), trace.resolve(host + ".zip"));
        }
        Baseline.of(RunFacts.findings(Findings.of(accepted)), RunFacts.knots(accepted),
                RunFacts.of("accepted", accepted, List.of()).lengths().keySet())
                .write(project.resolve("bowline-baseline.json"));
    }

    /** Of a project where nothing is accepted yet. */
    private void emptyBaseline() throws IOException {
        Files.writeString(project.resolve("bowline-baseline.json"), "{\"bowline-baseline\": 1, \"findings\": [], \"knots\": []}");
    }

    /** The plug-in's configuration from the page, as it stands there. */
    private static String snippet() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        int begin = page.indexOf("```xml\n<plugin>") + 7;
        return page.substring(begin, page.indexOf("```", begin));
    }

    private void project(String plugin) throws IOException {
        pom("<packaging>pom</packaging>", plugin);
    }

    /** Every pom of a user's comes from here: it names the version of each plug-in of the life cycle, as Maven's own defaults are not on a new machine. */
    private void pom(String head, String plugin) throws IOException {
        StringBuilder pinned = new StringBuilder();
        LIFE_CYCLE.forEach((artifact, version) -> pinned.append("        <plugin><artifactId>").append(artifact)
                .append("</artifactId><version>").append(version).append("</version></plugin>\n"));
        Files.writeString(project.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId><artifactId>shop</artifactId><version>1</version>
                %s
                  <build>
                    <pluginManagement><plugins>
                %s    </plugins></pluginManagement>
                    <plugins>
                %s
                    </plugins>
                  </build>
                </project>
                """.formatted(head, pinned, plugin.replace("0.1.0-SNAPSHOT", VERSION)));
    }

    /** The plug-ins of Maven's own that this build pins, and so has resolved before these tests run. */
    private static SortedMap<String, String> lifeCycle() {
        SortedMap<String, String> versions = new TreeMap<>();
        try {
            NodeList plugins = (NodeList) XPathFactory.newInstance().newXPath().evaluate(
                    "/project/build/pluginManagement/plugins/plugin[groupId='org.apache.maven.plugins']",
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(ROOT.resolve("pom.xml").toFile()),
                    XPathConstants.NODESET);
            for (int i = 0; i < plugins.getLength(); i++) {
                Element plugin = (Element) plugins.item(i);
                versions.put(plugin.getElementsByTagName("artifactId").item(0).getTextContent(),
                        plugin.getElementsByTagName("version").item(0).getTextContent());
            }
        } catch (XPathExpressionException | ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException(ROOT.resolve("pom.xml") + " cannot be read", e);
        }
        return versions;
    }

    /** A plug-in that the builder's repository has by chance is not on a new machine; there the user's build would not even start. */
    private static void assertOnlyWhatTheReactorPins() throws IOException {
        Path plugins = shared.resolve("repository/org/apache/maven/plugins");
        if (Files.isDirectory(plugins)) {
            try (Stream<Path> files = Files.walk(plugins)) {
                assertThat(
                        files.filter(file -> file.toString().endsWith(".jar")).map(file -> plugins.relativize(file.getParent()).toString()))
                        .as("plug-ins (name/version) that a user's build has taken; pom.xml pins others, so a new machine lacks them")
                        .isSubsetOf(LIFE_CYCLE.entrySet().stream().map(one -> one.getKey() + '/' + one.getValue()).toList());
            }
        }
    }

    /** In this JVM. */
    private Build maven(String... arguments) throws IOException {
        Properties before = (Properties) System.getProperties().clone();
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream print = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setProperty("maven.home", System.getProperty("bowline.maven.home"));
            System.setProperty("maven.multiModuleProjectDirectory", project.toString());
            Thread.currentThread().setContextClassLoader(installed);
            Class<?> cli = installed.loadClass("org.apache.maven.cli.MavenCli");
            Object code = cli.getMethod("doMain", String[].class, String.class, PrintStream.class, PrintStream.class).invoke(
                    cli.getConstructor().newInstance(), words(arguments).toArray(String[]::new), project.toString(), print, print);
            assertOnlyWhatTheReactorPins();
            return new Build((int) code, log.toString(StandardCharsets.UTF_8));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the installed Maven cannot be called; it printed:\n" + log.toString(StandardCharsets.UTF_8), e);
        } finally {
            Thread.currentThread().setContextClassLoader(own);
            System.setProperties(before); // Maven makes each -D a property of the system
        }
    }

    private static List<String> words(String... arguments) {
        String settings = shared.resolve("settings.xml").toString();
        List<String> words = new ArrayList<>(List.of("-B", "-ntp", "-s", settings, "-gs", settings));
        words.addAll(List.of(arguments));
        return words;
    }

    /** In a process, as a user does. */
    private Build process(String... arguments) throws IOException, InterruptedException {
        return process(List.of(), arguments);
    }

    private Build process(List<String> by, String... arguments) throws IOException, InterruptedException {
        Path log = project.resolve("maven.log");
        return end(start(log, by, arguments), log);
    }

    private static Build end(Process process, Path log) throws IOException, InterruptedException {
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.destroy();
            throw new AssertionError("Maven did not end; it printed:\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
        assertOnlyWhatTheReactorPins();
        return new Build(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }

    private Process start(Path log, List<String> by, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(by);
        words.add(System.getProperty("bowline.maven.home") + "/bin/mvn");
        words.addAll(words(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(project.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // it lives for seconds
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().put("LTTNG_HOME", Files.createDirectories(shared.resolve("lttng")).toString());
        return builder.start();
    }

    private String junit() throws IOException {
        return Files.readString(project.resolve("target/bowline-reports/TEST-bowline.xml"));
    }

    @Test
    void theConfigurationOfTheHowToPassesOnTheSampleRecording() throws IOException, InterruptedException {
        Build build = process("verify");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("Bowline checks passed").doesNotContain("BUILD FAILURE");
        assertThat(project.resolve("target/bowline/threads.csv")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline/interval-path.csv")).isNotEmptyFile();
        assertThat(junit()).contains("failures=\"0\"").contains("errors=\"0\"").contains("<testcase name=\"maxP99 0\"");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void aKnotOfTheRequestsThatNobodyAcceptedFailsTheBuildAndInTheWholeRecordingThoseOfTheTracerDo() throws IOException {
        emptyBaseline();
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("from the first interval to the last (parameter range).").contains("FAILED  noNewKnots")
                .contains("w1-server");
        Build whole = maven("bowline:check@gate", "-Dbowline.range=all");
        assertThat(whole.code()).as(whole.log()).isEqualTo(1);
        assertThat(build.log()).doesNotContain("lttng-consumerd");
        assertThat(whole.log()).contains("lttng-consumerd");
        Build wrong = maven("bowline:check@gate", "-Dbowline.range=some");
        assertThat(wrong.code()).as(wrong.log()).isEqualTo(1);
        assertThat(wrong.log()).contains("Parameter range: 'some' is none of work, all and intervals");
    }

    @Test
    void limitsThatAreExceededAndNamesThatDoNotExistFailTheBuildWithOneTestCaseEach() throws IOException {
        project(snippet().replace("0=20ms", "0=1ms").replace("*=50ms", "checkout=50ms").replace("C:disk=60%", "D:disk=60%"));
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("the limit is 1.00 ms").contains("there is no interval of the label 'checkout'")
                .contains("there is no host 'D'; the hosts are A, B, C").contains("3 of 12 Bowline checks failed");
        assertThat(junit()).contains("failures=\"1\"").contains("errors=\"2\"");
        assertThat(leftovers()).isEmpty();
    }

    /** Makes requests of the recording hang. */
    private void hang(int type, java.util.function.IntPredicate which, int expected) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"))) {
            assertThat(HangingRequests.make(zip.getPath("/A/ust"), type, which)).isEqualTo(expected);
        }
    }

    @Test
    void requestsThatHangFailTheBuildWhetherAllOfALabelDoOrHalf() throws IOException {
        String only = "<maxShare>" + snippet().split("<maxShare>", 2)[1].split("</maxShare>", 2)[0] + "</maxShare>";
        project(snippet().replace("<limit>0=20ms</limit>", "").replace("*=50ms", "*=24ms").replace(only, ""));
        assertThat(maven("bowline:check@gate").code()).isZero();
        hang(0, request -> true, 10);
        Build all = maven("bowline:check@gate");
        assertThat(all.code()).as(all.log()).isEqualTo(1);
        assertThat(all.log()).contains("FAILED  labels 0: the baseline has the label, and no interval of it ended of 10 that began")
                .contains("FAILED  maxP99 0: p99 of '0' is at least ")
                .contains("FAILED  maxUnfinished 0: of 10 intervals of '0' 10 had not ended")
                .contains("3 of 15 Bowline checks failed");
        assertThat(junit()).contains("failures=\"3\"").contains("<testcase name=\"maxUnfinished 0\"");
        hang(3, request -> request % 12 == 3, 5);
        Build half = maven("bowline:check@gate");
        assertThat(half.log()).contains("FAILED  maxUnfinished 3: of 10 intervals of '3' 5 had not ended")
                .contains("FAILED  maxP99 3: p99 of '3' is at least ");
    }

    @Test
    void aGoalThatIsLeftOutLeavesNoVerdictOfAnEarlierBuild() throws IOException {
        for (String goal : List.of("check", "analyze", "record-start")) {
            stale();
            Build build = maven("bowline:" + goal, "-Dbowline.skip");
            assertThat(build.code()).as(build.log()).isZero();
            assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).as(goal).doesNotExist();
        }
    }

    @Test
    void ofUserSpaceAloneLatenciesAreJudgedAndTheRestIsSkipped() throws IOException {
        Files.delete(project.resolve("target/bowline-trace/B.zip"));
        Files.delete(project.resolve("target/bowline-trace/C.zip"));
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("/A/kernel"))) {
            for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("SKIPPED maxShare C:disk: not judged: there is no kernel trace").contains("SKIPPED noNewKnots")
                .contains("SKIPPED failOn").contains("13 Bowline checks passed, 3 skipped.");
        assertThat(junit()).contains("skipped=\"3\"").contains("<testcase name=\"maxP99 0\"");
        assertThat(project.resolve("target/bowline/interval-path.csv")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline/report.html")).isNotEmptyFile();
        Build none = maven("bowline:check", "-Dbowline.failOn=info");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).contains("none of the limits can be judged");
    }

    @Test
    void aTraceThatIsCutOffFailsTheBuildAndLeavesNothingHalfWritten() throws IOException {
        Path archive = project.resolve("target/bowline-trace/B.zip");
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("B.zip").contains("BUILD FAILURE");
        assertThat(project.resolve("target/bowline")).doesNotExist();
        assertThat(leftovers()).isEmpty();
        Build check = maven("bowline:check@gate");
        assertThat(check.code()).isEqualTo(1);
        assertThat(junit()).contains("errors=\"1\"").contains("B.zip");
    }

    @Test
    void entriesThatAreLeftEmptyAreRefused() throws IOException {
        project(snippet().replace("<limit>*=50ms</limit>", "<limit/>").replace("<limit>C:disk=60%</limit>", "<limit></limit>"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("Parameter maxP99: an element is empty.").doesNotContain("NullPointerException");
        assertThat(junit()).contains("errors=\"1\"");
        project(snippet().replace("<trace>${project.build.directory}/bowline-trace</trace>", "<trace/>"));
        Build none = maven("bowline:check@gate");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).doesNotContain("NullPointerException");
        assertThat(junit()).contains("errors=\"1\"");
    }

    @Test
    void whatIsWrittenMayBeReadByWhoeverMayReadTheBuild() throws IOException {
        Build build = maven("bowline:check@gate", "bowline:report");
        assertThat(build.code()).as(build.log()).isZero();
        for (String file : List.of("target/bowline-reports/TEST-bowline.xml", "target/site/bowline/findings.txt",
                "target/site/bowline/report.html", "bowline-baseline.json")) {
            assertThat(Files.getPosixFilePermissions(project.resolve(file))).as(file)
                    .isEqualTo(Files.getPosixFilePermissions(project.resolve("pom.xml")));
        }
    }

    @Test
    void ctrlCLeavesNothingHalfWritten() throws IOException, InterruptedException {
        Path log = project.resolve("maven.log");
        Path site = Files.createDirectories(project.resolve("target/site"));
        Path temporary = Files.createDirectories(project.resolve("tmp"));
        Process process = start(log, List.of("env", "MAVEN_OPTS=-Djava.io.tmpdir=" + temporary), "bowline:report");
        while (process.isAlive() && isEmpty(site)) {
            Thread.onSpinWait(); // the hidden directory is made before the traces are read
        }
        assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        ProcessHandle java = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(one -> one.info().commandLine().orElse("").contains("classworlds")).findFirst().orElseThrow();
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(java.pid())).start().waitFor()).isZero();
        Build build = end(process, log);
        assertThat(build.code()).as(build.log()).isEqualTo(130);
        assertThat(leftovers()).isEmpty();
        assertThat(isEmpty(site)).isTrue();
        try (Stream<Path> unpacked = Files.list(temporary)) {
            assertThat(unpacked.filter(file -> file.getFileName().toString().startsWith("bowline"))).isEmpty();
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void aTraceOfWhichOnlyAPartIsReadPassesOnlyIfThatIsAllowed() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("/"))) {
            Path stream = all.filter(path -> path.toString().contains("ust") && path.toString().endsWith("_1")).findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(stream);
            Files.write(stream, java.util.Arrays.copyOf(bytes, bytes.length - 100));
        }
        Build build = maven("bowline:check@gate", "-Dbowline.strict=false");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("ERROR   trace A: ").contains("What is missing may be what is looked for");
        Build allowed = maven("bowline:check@gate", "-Dbowline.strict=false", "-Dbowline.allowLostEvents");
        assertThat(allowed.log()).contains("maxP99").doesNotContain("ERROR   trace");
    }

    @Test
    void aBaselineOfAnotherVersionFailsTheBuild() throws IOException {
        Files.writeString(project.resolve("bowline-baseline.json"), "{\"bowline-baseline\": 7, \"findings\": [], \"knots\": []}");
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("is of version 7, this Bowline knows version 1");
    }

    @Test
    void aParameterThatDoesNotExistFailsEveryGoalInsteadOfLimitingNothing() throws IOException {
        project(snippet().replace("maxP99", "maxp99"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("There is no parameter 'maxp99', so <maxp99> would do nothing").contains("maxP99, maxShare");
        assertThat(junit()).contains("errors=\"1\"").contains("maxp99");
        assertThat(maven("bowline:analyze@gate").log()).contains("There is no parameter 'maxp99'").contains("BUILD FAILURE");
        project(snippet().replace("<intervals>", "<intervalls>").replace("</intervals>", "</intervalls>"));
        assertThat(maven("bowline:report").log()).contains("There is no parameter 'intervalls'").contains("BUILD FAILURE");
    }

    @Test
    void aLimitWhoseValueNobodyGaveFailsTheBuild() throws IOException {
        project(snippet().replace("<failOn>critical</failOn>", "<failOn>${worst}</failOn>"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("Parameter failOn: nothing defines '${worst}'");
        Build given = maven("bowline:check@gate", "-Dworst=critical");
        assertThat(given.code()).as(given.log()).isZero();
        assertThat(given.log()).contains("passed  failOn: ");
        project(snippet().replace("<limit>C:disk=60%</limit>", "<limit/>"));
        assertThat(maven("bowline:check@gate").log()).contains("Parameter maxShare: an element is empty.").contains("BUILD FAILURE");
        assertThat(junit()).contains("errors=\"1\"").contains("maxShare");
    }

    @Test
    void theReportGoesToTheSiteAndHelpKnowsEveryGoal() throws IOException {
        Build build = maven("bowline:report", "bowline:help");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(project.resolve("target/site/bowline/findings.txt")).isNotEmptyFile();
        assertThat(project.resolve("target/site/bowline/knots.json")).isNotEmptyFile();
        assertThat(project.resolve("target/site/bowline/report.html")).content().contains("<!DOCTYPE html>", "w1-backend");
        assertThat(build.log()).contains("bowline:record").contains("bowline:analyze").contains("bowline:check").contains("bowline:report");
    }

    @Test
    void aCommandIsRecordedAndAFailedOneLeavesNoTraceThatCouldBeTakenForIt() throws IOException, InterruptedException {
        assumeLttng();
        project("""
                <plugin><groupId>org.bowline</groupId><artifactId>bowline-maven-plugin</artifactId><version>0.1.0-SNAPSHOT</version>
                  <configuration>
                    <profiles><profile>requests</profile></profiles>
                    <events><event>lttng_ust_libc:*</event></events>
                    <command><word>sh</word><word>-c</word><word>echo under load; LD_PRELOAD=${wrapper} ls; exit ${code}</word></command>
                  </configuration>
                </plugin>
                """);
        Build good = process("bowline:record", "-Dcode=0", "-Dwrapper=liblttng-ust-libc-wrapper.so");
        assertThat(good.code()).as(good.log()).isZero();
        assertThat(good.log()).contains("under load").contains("Recorded to ").contains("next: bowline info ");
        assertThat(project.resolve("target/bowline-trace/recording.txt")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline-trace/A.zip")).doesNotExist();
        Build check = maven("bowline:check", "-Dbowline.failOn=info");
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.log()).contains("there is no ");
        Build none = process("bowline:record", "-Dcode=0", "-Dwrapper=libc.so.6");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).contains("nothing was recorded");
        assertThat(leftovers()).isEmpty();
        Build bad = process("bowline:record", "-Dcode=3", "-Dwrapper=liblttng-ust-libc-wrapper.so");
        assertThat(bad.code()).as(bad.log()).isEqualTo(1);
        assertThat(bad.log()).contains("ended with exit code 3").contains(" No trace was kept").doesNotContain("next: bowline info");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertThat(leftovers()).isEmpty();
    }

    /** A project with a test, in Java, that is recorded; what it does while it is, is given. */
    private void tested(String bound, String body) throws IOException {
        pom("""
                  <properties>
                    <maven.compiler.release>17</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <dependencies><dependency>
                    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>%s</version><scope>test</scope>
                  </dependency></dependencies>
                """.formatted(System.getProperty("bowline.junit.version", "")), bound);
        Path test = Files.createDirectories(project.resolve("src/test/java")).resolve("ShopTest.java");
        Files.writeString(test, """
                import java.nio.file.*;
                import java.util.concurrent.TimeUnit;
                import org.junit.jupiter.api.Test;
                class ShopTest {
                    @Test void sells() throws Exception {
                        Path work = Path.of("target/.bowline-trace.recording/trace/.recording/local/state");
                        Files.copy(work, Path.of("state.txt"), StandardCopyOption.REPLACE_EXISTING);
                        %s
                    }
                }
                """.formatted(body));
        stale();
    }

    /** The verdict of an earlier build, which was green. */
    private void stale() throws IOException {
        Files.writeString(Files.createDirectories(project.resolve("target/bowline-reports")).resolve("TEST-bowline.xml"), "<testsuite/>");
    }

    /** The goals that record the tests, from the page, of user-space events that any program has which is started with LTTng's library. */
    private static String recorded() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        int begin = page.indexOf("```xml\n", page.indexOf("## Record the tests")) + 7;
        String plugin = page.substring(begin, page.indexOf("```", begin));
        String wish = "<profile>requests</profile>";
        assertThat(plugin).contains("record-start").contains("record-stop").contains(wish);
        return plugin.substring(0, plugin.indexOf("<profile>")) + wish + "</profiles><events><event>lttng_ust_libc:*</event></events>"
                + plugin.substring(plugin.indexOf("</profiles>") + 11);
    }

    private static void assumeLttng() {
        assumeTrue(Stream.of(System.getenv("PATH").split(":", -1)).anyMatch(place -> Files.isExecutable(Path.of(place, "lttng"))),
                "there is no lttng here");
    }

    /** No session of the project's is left, and not its daemon, unless others use that by now. */
    private void assertNothingRuns(Build build) throws IOException, InterruptedException {
        assertThat(leftovers()).isEmpty();
        String session = "";
        long daemon = -1;
        for (String line : Files.readAllLines(project.resolve("state.txt"))) {
            session = line.startsWith("session=") ? line.substring(8) : session;
            daemon = line.startsWith("sessiond=") && line.length() > 9 ? Long.parseLong(line.substring(9)) : daemon;
        }
        assertThat(session).startsWith("bowline-");
        ProcessBuilder list = new ProcessBuilder("lttng", "-n", "list", session).redirectErrorStream(true);
        list.environment().put("LTTNG_HOME", shared.resolve("lttng").toString());
        Process process = list.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isNotZero();
        if (daemon > 0 && !build.log().contains("is left running: others record with it")) {
            assertThat(ProcessHandle.of(daemon)).isEmpty();
        }
    }

    @Test
    void theTestsOfTheBuildAreRecordedInTheProcessThatSurefireStarts() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), """
                ProcessBuilder ls = new ProcessBuilder("ls", "/").redirectOutput(ProcessBuilder.Redirect.DISCARD);
                ls.environment().put("LD_PRELOAD", "liblttng-ust-libc-wrapper.so");
                ls.environment().put("LTTNG_UST_REGISTER_TIMEOUT", "-1");
                if (!ls.start().waitFor(10, TimeUnit.MINUTES)) throw new AssertionError("ls does not end");
                """);
        Build build = process("test");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("until record-stop").contains("Tests run: 1").contains("Recorded to ")
                .doesNotContain("stop with:").doesNotContain("The build ended before");
        assertThat(project.resolve("target/bowline-trace/recording.txt")).content().contains("lttng_ust_libc:*");
        assertThat(project.resolve("target/bowline-trace/A.zip")).doesNotExist();
        try (Stream<Path> files = Files.walk(project.resolve("target/bowline-trace"))) {
            long bytes = files.filter(file -> file.getFileName().toString().startsWith("bowline-events_"))
                    .mapToLong(f -> f.toFile().length())
                    .sum();
            assertThat(bytes).as("bytes of events of ls").isPositive();
        }
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
        assertNothingRuns(build);
    }

    /** The page's own pom and a test that tells its requests: needs LTTng, no root. */
    @Test
    void inAContainerTheTestsOfTheBuildAreGatedByTheirLatencies() throws IOException, InterruptedException {
        assumeLttng();
        Path library = shared.resolve("c");
        ProcessBuilder make = new ProcessBuilder("make", "-s", "-C", ROOT.resolve("lttng-profiles/annotations/c").toString(),
                "OUT=" + library)
                .redirectErrorStream(true).redirectOutput(shared.resolve("make.log").toFile());
        make.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assumeTrue(make.start().waitFor() == 0 && Files.exists(library.resolve("libbowline-annotation-jni.so")),
                "no LTTng-UST headers here");
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        String[] blocks = page.substring(page.indexOf("## Without root, as in a container")).split("```xml\n");
        List<String> xml = Stream.of(blocks).skip(1).map(block -> block.substring(0, block.indexOf("```"))).toList();
        assertThat(xml.get(0)).contains("<artifactId>org.bowline.annotation</artifactId>");
        assertThat(xml.get(1)).contains("<argLine>");
        assertThat(xml.get(2)).contains("<profile>requests</profile>").contains("maxP99").contains("*=50ms");
        String patient = xml.get(2).replace("*=50ms", "*=60s"); // a busy machine wakes up late
        tested(xml.get(1).replace("/usr/local/lib", library.toString()) + patient, """
                org.bowline.annotation.Label get = org.bowline.annotation.Label.of("GET");
                for (int i = 0; i < 12; i++) {
                    try (org.bowline.annotation.Interval request = org.bowline.annotation.Interval.start(get)) {
                        Thread.sleep(1);
                    }
                }
                """);
        Path pom = project.resolve("pom.xml");
        Files.writeString(pom,
                Files.readString(pom).replace("</dependencies>", xml.get(0).replace("0.1.0-SNAPSHOT", VERSION) + "</dependencies>"));
        Build build = process("test", "bowline:analyze@gate", "bowline:check@gate");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("passed  maxP99 GET: p99 of 'GET' is ")
                .contains("passed  minCount GET: 12 intervals of 'GET' ended");
        assertThat(junit()).contains("<testcase name=\"maxUnfinished GET\"");
        assertNothingRuns(build);
    }

    @Test
    void testsThatFailEndTheRecordingAndLeaveNoTrace() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), "throw new AssertionError(\"sold out\");");
        Build build = process("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("sold out").contains("The build ended before its recording did").doesNotContain("Recorded to ")
                .doesNotContain("next: bowline info");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
        assertNothingRuns(build);
    }

    @Test
    void aBuildThatIsStoppedByASignalEndsTheRecordingAndOneThatIsKilledLeavesItToTheNext() throws IOException, InterruptedException {
        assumeLttng();
        String self = "ProcessHandle.current().parent().get()";
        String maven = "ProcessHandle one = " + self + "; while (!one.info().commandLine().orElse(\"\").contains(\"classworlds\"))"
                + " one = one.parent().get();\n";
        tested(recorded(), maven + "one.destroyForcibly(); one.onExit().get();");
        process("test");
        assertThat(project.resolve("target/.bowline-trace.recording/trace")).isDirectory();
        Files.copy(project.resolve("state.txt"), project.resolve("killed.txt"));
        tested(recorded(), maven + "one.destroy(); Thread.sleep(100_000);");
        Build stopped = process("test");
        assertThat(stopped.code()).as(stopped.log()).isEqualTo(143);
        assertThat(stopped.log()).contains("A build that was killed left a recording").contains("The build ended before its recording did");
        assertNothingRuns(stopped);
        Files.move(project.resolve("killed.txt"), project.resolve("state.txt"), StandardCopyOption.REPLACE_EXISTING);
        assertNothingRuns(stopped);
    }

    @Test
    void ctrlCEndsTheRecordingThoughEveryProcessOfTheTerminalGetsIt() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), """
                ProcessHandle one = ProcessHandle.current().parent().get();
                while (!one.info().commandLine().orElse("").contains("classworlds")) one = one.parent().get();
                new ProcessBuilder("sh", "-c", "kill -INT -" + one.pid()).start();
                Thread.sleep(100_000);
                """);
        Build build = process(List.of("setsid", "--wait"), "test"); // a group of processes of its own, as a shell makes
        assertThat(build.code()).as(build.log()).isEqualTo(130);
        assertThat(build.log()).contains("The build ended before its recording did").doesNotContain("could not be ended");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertNothingRuns(build);
    }

    @Test
    void aSecondStartAndAStopWithoutOneSayWhatIsWrong() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), "");
        Files.createDirectories(project.resolve("elsewhere"));
        Build stop = maven("bowline:record-stop");
        assertThat(stop.code()).as(stop.log()).isEqualTo(1);
        assertThat(stop.log()).contains("record-stop needs record-start in an earlier phase of the same build");
        Build twice = process("bowline:record-start", "bowline:record-start@default-cli", "-Dbowline.trace=elsewhere/trace");
        assertThat(twice.code()).as(twice.log()).isEqualTo(1);
        assertThat(twice.log()).contains("This build records already, into ").contains("elsewhere/trace. Stop that first")
                .contains("The build ended before its recording did");
        assertThat(project.resolve("elsewhere")).isEmptyDirectory();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void theVerdictOfAnEarlierBuildDoesNotOutliveAnAnalysisThatFails() throws IOException {
        stale();
        Files.write(project.resolve("target/bowline-trace/B.zip"), new byte[] {1, 2, 3});
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("analyze").contains("B.zip");
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(file -> file.toString().contains(".partial") || file.getFileName().toString().startsWith(".bowline"))
                    .toList();
        }
    }
}
