/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A build that sweeps as docs/how-to/did-the-new-build-help.md shows. */
final class SweepUserBuild extends MavenUser {
    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/how-to/did-the-new-build-help.md"));
    }

    @BeforeEach
    void plan() throws IOException {
        String page = page();
        int begin = page.indexOf("```xml\n<plugin>") + 7;
        project(page.substring(begin, page.indexOf("```", begin)));
        Path folder = Files.createDirectories(project.resolve("src/sweep"));
        for (String name : List.of("plan.yaml", "load", "server")) {
            Files.copy(ROOT.resolve("tests/sweep").resolve(name), folder.resolve(name));
        }
    }

    private String verdicts() throws IOException {
        return Files.readString(project.resolve("target/bowline-reports/TEST-bowline-sweep.xml"));
    }

    @Test
    void aSweepIsMadeJudgedAndWrittenAndCanBeJudgedAgain() throws IOException {
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("18 runs in random order, seed ").contains("Run 18 of 18: ");
        String shown = page().split("```log\n", 2)[1].split("```", 2)[0];
        assertThat(build.log()).contains(shown.lines().skip(3).toList());
        assertThat(verdicts()).contains("tests=\"3\"").contains("skipped=\"1\"").contains("failures=\"0\"");
        Path sweep = project.resolve("target/bowline-sweep");
        assertThat(sweep.resolve("report.html")).content().contains("<!DOCTYPE html>");
        assertThat(sweep.resolve("sweep.csv")).content().contains("fast");
        assertThat(leftovers()).isEmpty();

        Build turned = maven("bowline:compare", "-Dbowline.base=fast");
        assertThat(turned.code()).as(turned.log()).isEqualTo(1);
        assertThat(turned.log()).contains("FAILED  maxLoss main with 8 clients: ").contains("the limit is a loss of 5.0 %")
                .contains("SKIPPED maxLoss main with 64 clients").contains("2 of 3 Bowline checks failed");
        assertThat(verdicts()).contains("failures=\"2\"");
        Build strict = maven("bowline:compare", "-Dbowline.failOnNotComparable");
        assertThat(strict.log()).contains("FAILED  maxLoss fast with 64 clients: not compared").contains("1 of 3 Bowline checks failed");
        Build wrong = maven("bowline:compare", "-Dbowline.base=faster");
        assertThat(wrong.log()).contains("Parameter base: there is no build 'faster'; there are main, fast.").contains("BUILD FAILURE");
        assertThat(verdicts()).contains("errors=\"1\"").contains("faster");
    }

    @Test
    void aServerThatCrashesInTheNewBuildFailsTheBuildThoughTheOthersAreCompared() throws IOException {
        Path plan = project.resolve("src/sweep/plan.yaml");
        Files.writeString(plan, Files.readString(plan).replace("repetitions: 3", "repetitions: 2")
                .replace("sh load {build} {clients} {run}", "test {build}{clients} != fast8 && sh load {build} {clients} {run}"));
        Build build = maven("bowline:sweep");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("fast with 8 clients, run 1 failed: ").contains("ERROR   run: Line ")
                .contains("ERROR   maxLoss fast with 8 clients: there is no run of it, so it cannot be judged")
                .contains("maxLoss fast with 1 client: ");
        Files.writeString(plan, "builds: [");
        Build broken = maven("bowline:sweep");
        assertThat(broken.code()).isEqualTo(1);
        assertThat(broken.log()).contains("plan.yaml").contains("BUILD FAILURE");
        assertThat(verdicts()).contains("errors=\"1\"");
        assertThat(leftovers()).isEmpty();
    }
}
