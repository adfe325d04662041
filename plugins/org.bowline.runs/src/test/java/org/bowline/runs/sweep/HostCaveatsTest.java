/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;

class HostCaveatsTest {
    private static final String HEAD = "build,clients,run,throughput,machine,problem,note,kernel,governor,steal,build_id\n";

    @TempDir Path directory;

    private List<String> caveats(String... rows) throws IOException {
        Path file = Files.writeString(directory.resolve("runs.csv"), HEAD + String.join("\n", rows) + '\n');
        return SweepFile.read(file).caveats().stream().map(caveat -> caveat.kind() + ": " + caveat.text()).toList();
    }

    @Test
    void alikeRunsHaveNone() throws IOException {
        assertThat(caveats("a,1,1,10,cpu,,,6.1,performance,0.001,ab", "b,1,1,10,cpu,,,6.1,performance,,cd", "b,1,2,10,cpu,,,,,,cd"))
                .isEmpty();
    }

    @Test
    void whatDiffersOrDisturbsIsTold() throws IOException {
        assertThat(caveats("a,1,1,10,cpu,,,6.1,performance,0.03,ab", "a,1,2,10,cpu,,,6.5,powersave,0.02,cd")).containsExactly(
                "kernels-differ: The runs are under different kernels (6.1, 6.5): what differs may be due to that.",
                "governors-differ: The clock of the processors was set in different ways in these runs (performance, powersave): what differs may be due to that.",
                "build-changed: The runs of a are of 2 different binaries (build ids ab, cd): it was built anew in between. Make all its runs again.",
                "steal: In 2 runs the hypervisor gave more than 1 % of the processors' time to others (at most 3.0 %): differences may be theirs.");
        assertThat(caveats("a,1,1,10,cpu,,was killed,6.1,powersave,0,ab", "b,1,1,10,cpu,,,6.1,powersave,0,ab")).containsExactly(
                "clock-varies: The clock of the processors is set by the governor 'powersave', which follows the load: at low levels runs may be slower for"
                        + " that. 'performance' holds it.",
                "builds-are-one: a and b are one binary, with the build id ab.", "run-noted: Of 1 run something was noted (was killed).");
    }

    @Test
    void whatIsSomebodyElsesColumnDoesNoHarmAndAFailedRunSaysWhy() throws IOException {
        assertThat(caveats("a,1,1,10,cpu,,,,,much,", "a,2,1,,cpu,no port,,,,,")).singleElement().asString()
                .startsWith("run-left-out: Line 3 of ").endsWith("(a, 2 clients) failed: no port; it is left out.");
    }

    @Test
    void severitiesAreThoseOfTheReference() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve(".mvn"))) {
            root = root.getParent();
        }
        String page = Files.readString(root.resolve("docs/reference/compare.md"));
        Files.writeString(directory.resolve("runs.csv"),
                HEAD + "a,1,1,10,cpu,,x,6.1,performance,0.03,ab\na,1,2,10,cpu,,,6.5,powersave,0.02,cd\n"
                        + "b,1,2,10,cpu,,,6.5,powersave,0.02,cd\n");
        for (Caveat caveat : SweepFile.read(directory).caveats()) {
            assertThat(page).containsPattern("(?m)^\\|[^|]*`" + caveat.kind() + "`[^|]*\\| " + caveat.severity().label() + " \\|");
        }
    }
}
