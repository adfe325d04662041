/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import org.junit.jupiter.api.Test;

class MarkupTest {
    @Test
    void anyNameIsWellFormedXml() {
        assertThat(Markup.of("%s", "a<b>&\"'\u0001\ud800z")).hasToString("a&lt;b&gt;&amp;&quot;&#39;\ufffd\ufffdz");
    }

    @Test
    void noNameTurnsTheDirectionOfWriting() {
        assertThat(Markup.of("%s", "a\u202eb\u2067c\u200fd\r")).hasToString("a\ufffdb\ufffdc\ufffdd\ufffd");
    }

    @Test
    void aTextIsEscapedWhereverItStandsAndAPieceIsInsertedAsItIs() {
        Markup bold = Markup.of("<b>%s</b>", "<i>");
        assertThat(Markup.of("<p title=\"%s\">%s and %s</p>", "\"<", bold, "<b>"))
                .hasToString("<p title=\"&quot;&lt;\"><b>&lt;i&gt;</b> and &lt;b&gt;</p>");
        assertThat(Markup.each(List.of("1", "<"), one -> Markup.of("<li>%s</li>", one))).hasToString("<li>1</li><li>&lt;</li>");
    }

    @Test
    void aTextOutsideOfQuotesInATagIsRefused() {
        assertThatThrownBy(() -> Markup.of("<p %s=\"\">", "onclick")).hasMessageContaining("outside of quotes: onclick");
        assertThatThrownBy(() -> Markup.of("<p title=\"a > b\" class=%s>", "a b")).hasMessageContaining("outside of quotes: a b");
        assertThat(Markup.of("<p%s>", Markup.of(" title=\"%s\"", "a \"b"))).hasToString("<p title=\"a &quot;b\">");
    }

    @Test
    void aPieceThatWouldEndItsAttributeIsRefused() {
        Markup piece = Markup.of("<b class=\"x\">%s</b>", "a");
        assertThatThrownBy(() -> Markup.of("<p title=\"%s\">", piece)).hasMessageContaining("ends the attribute");
        assertThat(Markup.of("<path d=\"%s\"/>", Markup.of("M%s %s", 1.0, 2.5))).hasToString("<path d=\"M1 2.5\"/>");
    }

    @Test
    void aTemplateThatEndsInsideOfATagIsRefused() {
        assertThatThrownBy(() -> Markup.of("<p class=\"a>%s</p>", "text")).hasMessageContaining("ends inside of a tag");
    }

    @Test
    void lineBreaksOfTheSourceAreSpacesInTextAndNothingBesideTags() {
        assertThat(Markup.of("""
                <ul class="a"
                    id="b">
                  <li>one
                      two</li>
                  %s
                  text

                </ul>
                """, Markup.of("<li>%s</li>", "a\n b")))
                .hasToString("<ul class=\"a\" id=\"b\"><li>one two</li><li>a\n b</li>text\n</ul>\n");
    }

    @Test
    void aNameThatIsTooLongIsWholeInTheTitleOfItsElement() {
        assertThat(Markup.of("<td class=\"a\">%s</td>", new Markup.Titled("a…", "a<b\""))).hasToString(
                "<td class=\"a\" title=\"a&lt;b&quot;\">a…</td>");
    }

    @Test
    void aTextIsCutWhereItWouldFillThePageAndAShapeIsNot() {
        String endless = "x".repeat(2 * Markup.MOST_CHARACTERS);
        assertThat(Markup.of("%s", endless).toString()).hasSize(Markup.MOST_CHARACTERS).endsWith("x…");
        assertThat(Markup.of("%s", Markup.raw(endless)).toString()).isEqualTo(endless);
    }

    @Test
    void aCoordinateHasAtMostOneDigitOfTheFraction() {
        assertThat(Markup.of("%s %s %s %s %s %s %s", 12.0, -0.04, 0.25, -0.25, 99.96, 7, Double.NaN))
                .hasToString("12 0 0.3 -0.3 100 7 NaN");
    }

    @Test
    void aTextIsCutToAnyLengthAndNeverWithinACharacter() {
        for (int most = -2; most <= 8; most++) {
            String cut = Markup.cut("mod\uD83E\uDEA2ule", most);
            assertThat(cut.length()).as("%s", most).isLessThanOrEqualTo(Math.max(0, most));
            assertThat(cut.codePoints()).as("%s", most).noneMatch(c -> Character.getType(c) == Character.SURROGATE);
        }
        assertThat(Markup.cut("module", 1)).isEqualTo("…");
        assertThat(Markup.cut("module", 4)).isEqualTo("mod…");
        assertThat(Markup.cut("module", 6)).isEqualTo("module");
        assertThat(Markup.cut("", -1)).isEmpty();
    }
}
