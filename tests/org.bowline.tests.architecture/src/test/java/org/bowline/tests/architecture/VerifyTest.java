/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** releng/verify with a Maven that only writes what Maven and its tests would. */
class VerifyTest {
    private static final String MAVEN = """
            #!/bin/bash
            case "$*" in
              -v) echo 'Apache Maven 3.8.7'; exit ;;
              *-Pcoverage*) exit 1 ;;
              *spotless:check) [ "$BREAKS" != format ] || { echo '[ERROR] Some.java is not formatted'; exit 1; }; exit ;;
              *groups=opening*-DskipTests*|*-DskipTests*groups=opening*) name=opening reports=.bowline/verify-opening/org.bowline.tests.desktop/surefire-reports ;;
              *-Plauncher*) name=desktop reports=.bowline/verify/org.bowline.tests.desktop/surefire-reports ;;
              *-Papart*) name=base reports=.bowline/verify-base/org.bowline.some/surefire-reports ;;
              *) name=jars reports=plugins/some/target/surefire-reports ;;
            esac
            echo "[INFO] Building Bowline $name [1/1]"
            case $name in
              jars) [ "$BREAKS" != base-of-jars ] || { echo "[ERROR] it does not compile"; exit 1; }
                for module in plugins/org.bowline.{ctf,core,report,runs} tests/org.bowline.testkit; do mkdir -p $module/target/classes; done
                echo '[INFO] Building Bowline command line [2/2]' ;;
              desktop|opening) echo "$*" >words-$name; ls -d ${reports%%/org.*}/*/classes >classes-$name ;;
            esac
            mkdir -p $reports
            cat >$reports/TEST-$name.Slow.xml <<END
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
              name="$name.Slow" time="1,002.5" tests="5" errors="1" skipped="1" failures="1">
              <testcase name="tests=&quot;7&quot;" classname="$name.Slow" time="0.1"/>
            </testsuite>
            END
            echo "<testsuite name='x' />" | sed "s/'x'/\\"$name.Quick\\" time=\\"0.5\\" tests=\\"2\\" errors=\\"0\\" skipped=\\"0\\" failures=\\"0\\"/" >$reports/TEST-$name.Quick.xml
            echo "it is wrong <<< FAILURE! $name" >$reports/$name.Slow.txt
            case $name in
              $LASTS) echo $$ >pid-$name; echo '[INFO] Tests run: 2, -- in '$name.Quick; exec sleep 1000 ;;
              $BREAKS) echo "[ERROR] no such plug-in"; exit 1 ;;
            esac
            """;

    @TempDir Path directory;

    @BeforeEach
    void aCheckout() throws IOException {
        for (String folder : List.of("root/releng", "root/.tp/plugins", "root/plugins", "root/tests", "root/lttng-profiles", "bin")) {
            Files.createDirectories(directory.resolve(folder));
        }
        for (String script : List.of("verify", "lib.sh", "KeptProcessors.java")) {
            Files.copy(Checkout.root().resolve("releng").resolve(script), directory.resolve("root/releng").resolve(script));
        }
        program("root/releng/setup", "#!/bin/sh\n");
        program("bin/mvn", MAVEN);
        program("bin/Xvfb", "#!/bin/sh\n");
        program("bin/xvfb-run", "#!/bin/sh\nwhile :; do case $1 in -a) shift ;; -*) shift 2 ;; *) exec \"$@\" ;; esac; done\n");
    }

    private void program(String name, String text) throws IOException {
        Files.setPosixFilePermissions(Files.writeString(directory.resolve(name), text), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process verify(Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("env", "--default-signal=INT", "bash", "releng/verify")
                .directory(directory.resolve("root").toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home"), "PATH",
                directory.resolve("bin") + ":" + System.getenv("PATH"), "MAVEN_HOME", "", "LASTS", "-", "BREAKS", "-",
                "MAVEN_OPTS", "-Xmx1g"));
        builder.environment().putAll(variables);
        return builder.start();
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output"));
    }

    @Test
    void theTestsOfAllMavensAreCountedAndTheirSlowestClassesTold() throws IOException, InterruptedException {
        assertThat(verify(Map.of()).waitFor()).as(output()).isEqualTo(1);
        assertThat(output()).contains("Building Bowline jars", "Building Bowline desktop", "it is wrong <<< FAILURE! jars",
                "it is wrong <<< FAILURE! desktop").endsWith("\n16 passed, 8 failed, 4 skipped\n");
        assertThat(Files.readAllLines(directory.resolve("root/.bowline/verify-times.txt")))
                .extracting(line -> line.strip().replaceAll(" +", " "))
                .containsExactlyInAnyOrder("1002.5 s 5 2 1 jars.Slow", "1002.5 s 5 2 1 desktop.Slow", "1002.5 s 5 2 1 opening.Slow",
                        "1002.5 s 5 2 1 base.Slow",
                        "0.5 s 2 0 0 jars.Quick", "0.5 s 2 0 0 desktop.Quick", "0.5 s 2 0 0 opening.Quick", "0.5 s 2 0 0 base.Quick")
                .last().asString().contains("Quick");
    }

    @Test
    void theBaseIsCompiledOnceForTheDesktopsAndCheckersAreLoadedOnce() throws IOException, InterruptedException {
        verify(Map.of("MAVEN_OPTS", "")).waitFor(); // whoever sets options has reasons
        assertThat(directory.resolve("root/.bowline/kept-processors/KeptProcessors.class")).exists();
        for (String desktop : List.of("desktop", "opening")) {
            assertThat(Files.readString(directory.resolve("root/words-" + desktop))).contains(" -Dbowline.base.made=true ")
                    .contains("-Djavac.loader=-XDprocloader=KeptProcessors");
            assertThat(Files.readAllLines(directory.resolve("root/classes-" + desktop))).hasSize(5);
        }
    }

    @Test
    void aBaseThatDoesNotCompileIsNotTakenFromAnEarlierRun() throws IOException, InterruptedException {
        Files.createDirectories(directory.resolve("root/plugins/org.bowline.ctf/target/classes"));
        assertThat(verify(Map.of("BREAKS", "base-of-jars")).waitFor()).as(output()).isEqualTo(1);
        assertThat(Files.readString(directory.resolve("root/words-desktop"))).doesNotContain("bowline.base.made");
        assertThat(Files.readAllLines(directory.resolve("root/classes-desktop"))).isEmpty();
    }

    @Test
    void aMavenThatBreaksIsAFailureMoreAndDoesNotHideTheOther() throws IOException, InterruptedException {
        assertThat(verify(Map.of("BREAKS", "desktop")).waitFor()).as(output()).isEqualTo(1);
        assertThat(output()).contains("no such plug-in", "the build itself failed (counted as one failure)", "verify-desktop.log")
                .endsWith("\n16 passed, 9 failed, 4 skipped\n");
    }

    @Test
    void aFileThatIsNotInTheHouseFormatIsAFailureMore() throws IOException, InterruptedException {
        assertThat(verify(Map.of("BREAKS", "format")).waitFor()).as(output()).isEqualTo(1);
        assertThat(output()).contains("Some.java is not formatted", "not in the house format")
                .endsWith("\n16 passed, 9 failed, 4 skipped\n");
    }

    @Test
    void endingItEndsAllMavens() throws IOException, InterruptedException {
        for (String signal : List.of("INT", "TERM")) {
            Process verify = verify(Map.of("LASTS", "[jdob]*"));
            long[] pids = {pid(verify, "jars"), pid(verify, "desktop"), pid(verify, "opening"), pid(verify, "base")};
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(verify.pid())).start().waitFor()).isZero();
            assertThat(verify.waitFor()).as(output()).isEqualTo(signal.equals("INT") ? 130 : 143);
            for (long pid : pids) {
                assertThat(ProcessHandle.of(pid)).as("%s after SIG%s", pid, signal).isEmpty();
            }
            Files.delete(directory.resolve("root/pid-jars"));
            Files.delete(directory.resolve("root/pid-desktop"));
            Files.delete(directory.resolve("root/pid-opening"));
            Files.delete(directory.resolve("root/pid-base"));
        }
    }

    /** The process of a Maven that lasts, as soon as there is one. */
    private long pid(Process verify, String name) throws IOException, InterruptedException {
        Path file = directory.resolve("root/pid-" + name);
        while (!Files.exists(file) || Files.size(file) == 0) {
            if (verify.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it ended by itself: " + output());
            }
        }
        return Long.parseLong(Files.readString(file).strip());
    }
}
