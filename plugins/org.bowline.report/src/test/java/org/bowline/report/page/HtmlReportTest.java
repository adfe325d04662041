/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Caveat;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitForRows;
import org.bowline.report.text.TimeFormat;

class HtmlReportTest {
    private static final long LARGEST = 3_000_000;

    private final Path sample = Pages.root().resolve("tests/traces/three-tier");

    private static JsonObject data(String html) {
        String begin = "id=\"data\">";
        int at = html.indexOf(begin) + begin.length();
        return JsonParser.parseString(html.substring(at, html.indexOf("</script>", at))).getAsJsonObject();
    }

    @Test
    void namesCannotLeaveTheirPlace() throws IOException {
        String html = Pages.html(Pages.hostile());
        assertThat(html).doesNotContain("<img", "<b>\"", Pages.HOSTILE, "\u202e", "\u061c", "\u0000", "<!--")
                .contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd");
        assertThat(html.split("</script>", -1)).as("one element of data, one script").hasSize(3);
        assertThat(data(html).getAsJsonArray("nodes").toString()).contains("onerror");
    }

    @Test
    void aPageOfThousandsOfThreadsFindingsAndLabelsWithEndlessNamesIsStillAPage() throws IOException {
        Pages.Run run = Pages.large(1_000, 1_000, 10_000);
        assertThat(Findings.of(run.analysis()).findings()).hasSizeGreaterThan(FindingsSection.MOST_FINDINGS);
        String html = Pages.html(run);
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan((int) LARGEST);
        assertThat(html).contains("lighter ones in the report findings", "800 more labels are in the report interval-path");
        assertThat(html.chars().filter(c -> c == 0xfffd).count()).as("no half characters").isZero();
        assertThat(data(html).getAsJsonArray("nodes")).isNotEmpty();
    }

    @Test
    void aNameOfThousandsOfCharactersIsShortenedInTheMiddleAndWholeInItsTitle() throws IOException {
        String html = Pages.html(Pages.large(3, 2, 10_000));
        String shown = html.replaceAll("title=\"[^\"]*\"|<title>[^<]*</title>", "");
        Matcher run = Pattern.compile("(?:\ud83d\ude00){201,}").matcher(shown);
        assertThat(run.results().map(match -> shown.substring(Math.max(0, match.start() - 200), match.start())).toList())
                .as("what precedes a name that is too long").isEmpty();
        assertThat(html).contains("<td title=\"host" + "\ud83d\ude00".repeat(1_000)).contains("\ud83d\ude00…\ud83d\ude00");
    }

    @Test
    void whatWasNotComputedIsLeftOut() throws IOException {
        String html = Pages.html(Pages.recording(sample, null, false));
        assertThat(html).contains("id=\"clocks\"", "id=\"wait-for\"", "id=\"threads\"").doesNotContain("id=\"critical-path\"",
                "id=\"intervals\"",
                "href=\"#critical-path\"", "href=\"#intervals\"");
        assertThat(Pages.html(Pages.hostile())).as("one host needs no clocks").doesNotContain("id=\"clocks\"");
    }

    @Test
    void theSummaryCallsItNotesOnlyIfThereAreSome() {
        Caveat note = Caveat.of(Caveat.Severity.INFO, "A", "wait-cycle", 1, "");
        Caveat warning = Caveat.of(Caveat.Severity.WARNING, "A", "drift-assumed", 1, "");
        assertThat(SummarySection.caveats(List.of()).toString()).contains("<b>0</b> <span>nothing is known to be missing</span>");
        assertThat(SummarySection.caveats(List.of(note)).toString()).contains("<b>1</b> <span>notes only</span>");
        assertThat(SummarySection.caveats(List.of(note, warning)).toString()).contains("<b>2</b> <span>1 warning</span>");
    }

    @Test
    void everyLinkInThePageHasItsPlaceAndEveryIdIsThereOnce() throws IOException {
        String html = Pages.html(Pages.recording(sample, "w1-client", true));
        Set<String> ids = new HashSet<>();
        Matcher id = Pattern.compile(" id=\"([^\"]+)\"").matcher(html);
        while (id.find()) {
            assertThat(ids.add(id.group(1))).as(id.group(1)).isTrue();
        }
        Matcher link = Pattern.compile("(?:href|aria-labelledby|aria-describedby)=\"#?([^\"]+)\"").matcher(html);
        while (link.find()) {
            assertThat(ids).containsAll(Set.of(link.group(1).split(" ")));
        }
        assertThat(html.replace("http://www.w3.org/2000/svg", "")).as("a name, not an address").doesNotContain("http://")
                .doesNotContain("https://").doesNotContain("<link").doesNotContain(" src=");
    }

    @Test
    void everyElementEndsWithinItsParent() throws IOException {
        assertThat(Pages.notNested(Pages.html(Pages.recording(sample, "w1-client", true)))).isEmpty();
        assertThat(Pages.notNested(Pages.html(Pages.hostile()))).isEmpty();
        assertThat(Pages.notNested(Pages.html(Pages.large(60, 14, 150)))).isEmpty();
        assertThat(Pages.notNested("<p><b class=\"a>b\">x</p></b><input><i/>")).containsExactly("</p> at 19", "</b> at 23");
    }

    @Test
    void theOnlyScriptIsTheOneThatThePolicyAllows() throws Exception {
        String html = Pages.html(Pages.hostile());
        int begin = html.lastIndexOf("<script>") + "<script>".length();
        String script = html.substring(begin, html.indexOf("</script>", begin));
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        // text is escaped: a browser reads the entities of an attribute before it looks at it
        assertThat(html.replace("&#39;", "'")).contains("default-src 'none'", "'sha256-" + hash + "'");
        assertThat(script).doesNotContain("innerHTML", "eval(", "document.write", "<!--");
    }

    @Test
    void theDataOfAPathTileItsRange() throws IOException {
        Pages.Run run = Pages.recording(sample, "w1-client", true);
        CriticalPath path = run.analysis().path();
        assertThat(path).isNotNull();
        JsonObject data = data(Pages.html(run));
        for (JsonElement each : data.getAsJsonArray("paths")) {
            JsonArray legs = each.getAsJsonObject().getAsJsonArray("legs");
            long sum = 0;
            for (int i = 2; i < legs.size(); i += 4) {
                sum += legs.get(i).getAsLong();
            }
            assertThat(sum).isEqualTo(each.getAsJsonObject().get("length").getAsLong());
        }
        assertThat(data.getAsJsonArray("paths").get(0).getAsJsonObject().getAsJsonArray("legs").size()).isEqualTo(4 * path.size());
    }

    @Test
    void theSliderHasTheChosenThresholdAndItsKnots() throws IOException {
        Pages.Run run = Pages.recording(sample, null, false);
        Analysis shown = Merging.view(run.analysis());
        JsonObject data = data(Pages.html(run));
        boolean found = false;
        for (JsonElement step : data.getAsJsonArray("steps")) {
            if (step.getAsJsonArray().get(0).getAsLong() == shown.thresholdNanos()) {
                found = true;
                assertThat(step.getAsJsonArray().get(2).getAsInt()).isEqualTo(shown.hierarchy().knotsAt(shown.thresholdNanos()).size());
            }
        }
        assertThat(found).isTrue();
    }

    @Test
    void theHeaviestWaitsAreThoseOfTheReportAlsoIfTheyAreNotDrawn() throws IOException {
        Pages.Run run = Pages.recording(sample, null, false);
        Analysis shown = Merging.view(run.analysis());
        String html = Pages.html(run);
        String table = html.substring(html.indexOf("<table", html.indexOf("aria-label=\"Heaviest waits\"")));
        table = table.substring(0, table.indexOf("</table>"));
        List<String> rows = List.of(table.split("<tr>")).stream().skip(2).toList();
        List<WaitForRow> heaviest = IntStream.of(WaitForRows.heaviest(shown.graph()))
                .filter(edge -> !FirstLook.leavesEdge(run.analysis(), edge)).limit(20)
                .mapToObj(edge -> WaitForRows.edge(shown.graph(), edge)).toList();
        assertThat(rows).hasSameSizeAs(heaviest);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i).replace("&#39;", "'")).contains(heaviest.get(i).source().phrase(), heaviest.get(i).target().phrase(),
                    TimeFormat.duration(heaviest.get(i).directNanos()));
        }
        assertThat(rows).as("waits for interrupts, timers and kernel work are not drawn").anyMatch(row -> !row.contains("data-edge"));
    }

    @Test
    void aReportOfThreeHostsIsUnderThreeMegabytes() throws IOException {
        Path w1 = Pages.shared().resolve("traces/lab/w1");
        assumeTrue(Files.isDirectory(w1), "the recording lab/w1 is not there: " + w1);
        assertThat(Pages.html(Pages.recording(w1, "w1-client", true)).getBytes(StandardCharsets.UTF_8).length).isLessThan((int) LARGEST);
    }
}
