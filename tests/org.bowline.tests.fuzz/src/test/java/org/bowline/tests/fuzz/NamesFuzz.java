/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.gson.JsonParser;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.graph.SvgWriter;
import org.bowline.report.page.HtmlReport;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitForRows;
import org.bowline.report.table.CsvText;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextTable;

/** Names of hosts and threads that are out to do harm: in no form do they leave their place, steer the reader or lose a character silently. */
final class NamesFuzz {
    private static final Pattern FORMULA = Pattern.compile("^[=+@\\t\\r\\n-]");

    @FuzzTest
    void stayInTheirPlace(FuzzedDataProvider data) throws IOException, SAXException, ParserConfigurationException {
        String host = data.consumeString(200);
        String first = data.consumeString(200);
        String second = data.consumeRemainingAsString();
        Timeline timeline = timeline(host, first, second);
        WaitForGraph graph = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, Progress.NONE);
        List<WaitForRow> rows = Arrays.stream(WaitForRows.heaviest(graph)).mapToObj(edge -> WaitForRows.edge(graph, edge)).toList();
        csv(rows);
        StringWriter json = new StringWriter();
        Format.JSON.write(Reports.WAIT_FOR, rows, json);
        assertThat(JsonParser.parseString(json.toString()).getAsJsonObject().getAsJsonArray("rows")).hasSize(rows.size());
        StringBuilder table = new StringBuilder();
        TextTable.write(Reports.WAIT_FOR, rows, 0, TextTable.UNLIMITED, table);
        assertThat(table.toString().codePoints().filter(c -> c != '\n')).allMatch(PlainText::isVisible);
        assertThat(table.toString().lines()).hasSize(rows.size() + 1);
        KnotHierarchy knots = KnotHierarchy.of(graph, KnotPolicy.DEFAULT, Progress.NONE);
        svg(graph, knots);
        page(timeline, host);
    }

    private static Timeline timeline(String host, String first, String second) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host(host);
        builder.thread(0, 100, 100, first);
        builder.thread(0, 101, 100, second);
        for (long at = 0; at < 4_000_000; at += 1_000_000) {
            int thread = (int) (at / 1_000_000 % 2);
            builder.blocked(thread, at, at + 1_000_000, Cause.THREAD, 1 - thread, Timeline.NONE, 0);
            builder.segment(1 - thread, at, at + 1_000_000, ThreadState.RUNNING, 0);
        }
        return builder.build();
    }

    private static void csv(List<WaitForRow> rows) throws IOException {
        StringWriter text = new StringWriter();
        Format.CSV.write(Reports.WAIT_FOR, rows, text);
        assertThat(text.toString().codePoints()).allMatch(c -> PlainText.isVisible(c) || c == '\n' || c == '\t');
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(new StringReader(text.toString()))) {
            int row = -1;
            for (CsvRecord line : csv) {
                if (row >= 0) {
                    assertThat(line.getFields()).noneMatch(field -> FORMULA.matcher(field).find());
                    assertThat(CsvText.read(line.getField(2))).isEqualTo(PlainText.visible(rows.get(row).source().name()));
                }
                row++;
            }
            assertThat(row).isEqualTo(rows.size());
        }
    }

    private static void svg(WaitForGraph graph, KnotHierarchy knots) throws IOException, SAXException, ParserConfigurationException {
        GraphPicture picture = GraphPicture.of(graph, knots, PictureOptions.DEFAULT, Progress.NONE);
        StringWriter svg = new StringWriter();
        SvgWriter.write(picture, picture.at(0), SvgWriter.Theme.LIGHT, svg);
        assertThat(svg.toString().codePoints()).allMatch(c -> PlainText.isVisible(c) || c == '\n' || c == '\t');
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg.toString())));
    }

    private static void page(Timeline timeline, String host) throws IOException {
        List<Caveat> caveats = List.of(Caveat.of(Caveat.Severity.WARNING, host, "lost-events", 3, host));
        SyncResult sync = new SyncResult(0, List.of(), ClockMap.identity(1), List.of(),
                new SyncResult.Coarse(false, false, 0, List.of(), 0, 0, false), 0, 0, Matches.none(1), List.of());
        StringWriter page = new StringWriter();
        Analysis analysis = Analysis.of(timeline).sync(sync).caveats(caveats).build();
        HtmlReport.write(host, "0", analysis, Descriptors.installed(), page);
        assertThat(page.toString().codePoints()).allMatch(c -> PlainText.isVisible(c) || c == '\n' || c == '\t');
        assertThat(page.toString().split("</script>", -1)).hasSize(3);
        assertThat(page.toString().split("<title", -1).length).isEqualTo(page.toString().split("</title", -1).length);
    }
}
