/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.tag.TagChange;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagPaths;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.Form;
import org.bowline.report.analyses.ReportTable;
import org.bowline.report.analyses.RequestsDescriptor;
import org.bowline.report.analyses.TagsDescriptor;
import org.bowline.report.page.HtmlReport;
import org.bowline.report.rows.TagRow;
import org.bowline.report.table.CsvText;
import org.bowline.report.table.Format;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** Tags may be named by anybody: in no form does a name run, hide, break a line or a format, or make a page of megabytes. */
class HostileTagsTest {
    private static final long MILLIS = 1_000_000;
    private static final int LOOP = 100;
    private static final int DEEP = 100_000;
    private static final Pattern FORMULA = Pattern.compile("^[=+@\t\r\n]|^-(?!\\d+(\\.\\d+)?(E-?\\d+)?$)");
    private static final List<String> NAMES = List.of("=cmd|' /C calc'!A0/x", "+1+2", "@SUM(1)", "-2+3", "\uff1d1", "'=1",
            "<script>alert(1)</script>", "<img src=x onerror=alert(1)>\"'/onload=\"x", "a\u202ecba/\u2066d\u200b",
            "line\nbreak/tab\tcr\r/bell\u0007\u001b[2J",
            "semi;colon/quo\"te/back\\slash", "///", "(untagged)/(unknown)", "%s%n${x}{0}", "-->]]></svg>&amp;&#0;", "x".repeat(5_000),
            "y".repeat(5_000) + '/' + "z".repeat(5_000), "deep/" + "d/".repeat(DEEP) + "end", "\ud83d\ude00/\u00e9", " ", "null");

    private static TagLog log(Timeline timeline) {
        TagLog.Builder told = new TagLog.Builder();
        int lane = told.lane(0, 0, LOOP);
        for (int i = 0; i < NAMES.size(); i++) {
            told.add(lane, (i + 1) * MILLIS, TagChange.SWITCH, told.paths().of(NAMES.get(i)), 32_768);
        }
        told.add(lane, (NAMES.size() + 1) * MILLIS, TagChange.SWITCH, TagPaths.UNTAGGED, 0);
        return told.build(timeline);
    }

    /** A thread that is in each module for a millisecond, which is a request. */
    private static Analysis analysis(Question question) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        int thread = builder.thread(0, LOOP, LOOP, "loop");
        long end = (NAMES.size() + 2) * MILLIS;
        builder.segment(thread, 0, end, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        List<NamedInterval> requests = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            requests.add(new NamedInterval("get", Integer.toString(i), 0, thread, (i + 1) * MILLIS, (i + 2) * MILLIS - i));
        }
        return Analysis.of(timeline).tags(log(timeline)).intervals(new MatchedIntervals(requests, List.of())).question(question).build();
    }

    private static Analysis analysis() {
        return analysis(Question.ALL);
    }

    private static void assertVisible(String text) {
        assertThat(text.codePoints().filter(c -> !PlainText.isVisible(c) && c != '\n' && c != '\t').mapToObj(Integer::toHexString))
                .isEmpty();
    }

    @Test
    void everyTableIsWholeInCsvAndInJson() throws IOException {
        Analysis analysis = analysis();
        for (Descriptor descriptor : List.of(new TagsDescriptor(), new RequestsDescriptor())) {
            for (ReportTable<?> table : descriptor.tables()) {
                if (table.isThere().test(analysis)) {
                    check(table, analysis);
                }
            }
        }
        assertThat(TagRow.byHost(analysis).stream().mapToLong(row -> row.times().ownNanosThatCount()).sum())
                .isEqualTo((NAMES.size() + 2) * MILLIS);
        assertThat(TagRow.byHost(analysis).stream().filter(row -> row.times().ownNanosThatCount() == MILLIS && row.times().entries() == 1)
                .map(TagRow::path)).contains("=cmd|' /C calc'!A0/x", "<script>alert(1)</script>", "deep/" + "d/".repeat(DEEP) + "end", " ",
                        "(untagged)/(unknown)");
    }

    private static <R> void check(ReportTable<R> table, Analysis analysis) throws IOException {
        List<? extends R> rows = table.rows().apply(analysis);
        StringWriter csv = new StringWriter();
        Format.CSV.write(table.report(), rows, csv);
        assertVisible(csv.toString());
        int lines = -1;
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(new StringReader(csv.toString()))) {
            for (CsvRecord line : reader) {
                assertThat(line.getFields()).as(table.report().name()).noneMatch(field -> FORMULA.matcher(field).find());
                assertThat(line.getFieldCount()).isEqualTo(table.report().columns().size());
                if (lines++ >= 0 && rows.get(lines - 1) instanceof TagRow row) {
                    assertThat(line.getFields().stream().map(CsvText::read)).contains(PlainText.visible(row.path()));
                }
            }
        }
        assertThat(lines).as(table.report().name()).isEqualTo(rows.size());
        StringWriter json = new StringWriter();
        Format.JSON.write(table.report(), rows, json);
        JsonArray array = JsonParser.parseString(json.toString()).getAsJsonObject().getAsJsonArray("rows");
        assertThat(array).hasSize(rows.size());
        for (int i = 0; i < array.size(); i++) {
            if (rows.get(i) instanceof TagRow row) { // JSON is for programs: names are as they were told
                assertThat(array.get(i).getAsJsonObject().get("path").getAsString()).isEqualTo(row.path());
            }
        }
    }

    @Test
    void thePageRunsNothingHidesNothingAndStaysSmall() throws IOException {
        Analysis made = analysis();
        StringWriter out = new StringWriter();
        SyncResult sync = new SyncResult(0, List.of(), ClockMap.identity(1), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        Analysis analysis = Analysis.of(made.timeline()).tags(made.tags()).intervals(made.matched()).sync(sync).build();
        HtmlReport.write("h", "0", analysis, Descriptors.installed(), out);
        String page = out.toString();
        assertThat(page).contains("id=\"tags\"", "&lt;script&gt;alert(1)").doesNotContain("<script>alert", "<img src=x",
                "onerror=alert(1)>\"", "]]>");
        assertThat(page.codePoints()).allMatch(c -> PlainText.isVisible(c) || c == '\n' || c == '\t');
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(page.split("</svg>", -1)).hasSameSizeAs(page.split("<svg ", -1));
        assertThat(page.length()).as("without the text of a path of 100,000 parts in each row").isLessThan(1_000_000);
    }

    @Test
    void textsHaveNoControlsAndNoLineOfThousands() throws IOException {
        for (Descriptor descriptor : List.of(new TagsDescriptor(), new RequestsDescriptor())) {
            check(descriptor, analysis());
        }
        check(new TagsDescriptor(), analysis(Question.ALL.with(TagQuestion.ON_PATH, true)));
    }

    private static void check(Descriptor descriptor, Analysis analysis) throws IOException {
        StringWriter out = new StringWriter();
        descriptor.text(new TextPage(out, 120, false), analysis, 1000);
        assertVisible(out.toString());
        assertThat(out.toString().lines().mapToInt(String::length).max().orElse(0)).as(descriptor.info().name()).isLessThan(1_000);
        StringWriter brief = new StringWriter();
        descriptor.brief(new TextPage(brief, TextTable.UNLIMITED, false), analysis, 1000, true);
        assertThat(brief.toString().lines().mapToInt(String::length).max().orElse(0)).as(descriptor.info().name()).isLessThan(1_000);
    }

    @Test
    void collapsedStacksHaveALineForEachPathAndAddUp() throws IOException {
        Analysis analysis = analysis();
        for (Form form : new TagsDescriptor().forms()) {
            StringWriter out = new StringWriter();
            form.content().write(analysis, out);
            assertVisible(out.toString());
            assertThat(out.toString().lines()).noneMatch(line -> line.contains(";;") || line.contains("; ") && !line.contains("h;  "))
                    .allMatch(line -> line.startsWith("h;"));
            assertThat(out.toString().lines().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                    .isEqualTo((NAMES.size() + 2) * MILLIS);
            assertThat(out.toString()).contains("h;semi,colon;quo\"te;back\\slash 1000000");
        }
    }

    @Test
    void findingsOnThemAreShortAndVisible() throws IOException {
        for (String rule : List.of("tag-on-wrong-cpu=deep:1,<script>alert(1)</script>:2", "tag-on-wrong-cpu=*:1",
                "background-ahead=" + "q".repeat(5_000))) {
            Analysis analysis = analysis(Question.ALL.with(RuleSet.PARAMETER, RuleSet.PARAMETER.read(List.of(rule))));
            assertThat(Findings.of(analysis).findings()).isNotEmpty()
                    .allSatisfy(finding -> assertThat(finding.summary().length()).isLessThan(1_000));
            StringWriter out = new StringWriter();
            Descriptor findings = Descriptors.installed().of("findings");
            assertThat(findings).isNotNull();
            if (findings != null) {
                findings.text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 100);
            }
            assertVisible(out.toString());
        }
    }
}
