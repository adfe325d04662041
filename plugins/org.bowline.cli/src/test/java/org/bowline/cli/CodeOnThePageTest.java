/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which code requests wait in, in the page's section of the intervals. */
class CodeOnThePageTest {
    @TempDir private Path directory;

    private String intervals(String recording, String interval) throws IOException {
        String trace = Checkout.root().resolve("tests/traces").resolve(recording).toString();
        assertThat(Captured.run("analyze", trace, "--interval", interval, "-o", directory.toString()).code()).isZero();
        String page = Files.readString(directory.resolve("report.html"));
        int from = page.indexOf("<section id=\"intervals\"");
        return page.substring(from, page.indexOf("</section>", from));
    }

    @Test
    void partsOfRequestsTellWhichCodeTheyWaitIn() throws IOException {
        assertThat(intervals("journal-stacks", "begin=block_rq_issue,end=sched_waking")).contains("Mostly in")
                .containsPattern("j-writer.*blocked.*disk.*vdd service.*writer_main → \\[write_batch\\] → fdatasync");
    }

    @Test
    void withoutStacksOrFunctionsThereIsNoSuchColumn() throws IOException {
        assertThat(intervals("three-tier", "begin=wl:req_begin,end=wl:req_end,key=req")).contains("vdd service")
                .doesNotContain("Mostly in");
    }
}
