/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.SvgWriter.Theme;

class SvgWriterTest {
    private static String svg(GraphPicture picture, long threshold, Theme theme) throws IOException {
        StringWriter out = new StringWriter();
        SvgWriter.write(picture, picture.at(threshold), theme, out);
        return out.toString();
    }

    private static Document parsed(String svg) throws IOException, SAXException, ParserConfigurationException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static Map<String, Element> groups(Document document, String key) {
        Map<String, Element> result = new HashMap<>();
        NodeList groups = document.getElementsByTagName("g");
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            if (group.hasAttribute(key)) {
                result.put(group.getAttribute(key), group);
            }
        }
        return result;
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void allNodesAndEdgesAreThereWithTheirNames(Theme theme) throws Exception {
        WaitForGraph graph = GraphPictureTest.random(1, 30);
        GraphPicture picture = GraphPictureTest.picture(graph, PictureOptions.DEFAULT);
        Document document = parsed(svg(picture, 200_000, theme));
        Element root = document.getDocumentElement();
        assertThat(root.getAttribute("role")).isEqualTo("img");
        for (String id : root.getAttribute("aria-labelledby").split(" ")) {
            assertThat(groupOrText(root, id)).isNotBlank();
        }
        Map<String, Element> nodes = groups(document, "data-node");
        assertThat(nodes).hasSameSizeAs(picture.nodes());
        for (PictureNode node : picture.nodes()) {
            assertThat(nodes.get(String.valueOf(node.index())).getElementsByTagName("title").item(0).getTextContent())
                    .contains(node.name());
        }
        assertThat(groups(document, "data-edge")).hasSameSizeAs(picture.edges());
    }

    private static String groupOrText(Element root, String id) {
        for (String tag : new String[] {"title", "desc"}) {
            Element element = (Element) root.getElementsByTagName(tag).item(0);
            if (element.getAttribute("id").equals(id)) {
                return element.getTextContent();
            }
        }
        return "";
    }

    @Test
    void onlyTheClassesChangeFromOneThresholdToTheNext() throws Exception {
        GraphPicture picture = GraphPictureTest.picture(GraphPictureTest.random(2, 24), PictureOptions.DEFAULT);
        Map<String, Element> loose = groups(parsed(svg(picture, 0, Theme.LIGHT)), "data-node");
        Map<String, Element> strict = groups(parsed(svg(picture, 400_000, Theme.LIGHT)), "data-node");
        assertThat(strict.values()).anyMatch(node -> node.getAttribute("class").contains("off"));
        for (Map.Entry<String, Element> entry : loose.entrySet()) {
            assertThat(shape(strict.get(entry.getKey()))).isEqualTo(shape(entry.getValue()));
        }
    }

    private static String shape(Element node) {
        return ((Element) node.getElementsByTagName("path").item(0)).getAttribute("d");
    }

    @Test
    void knotsAndSinksAreWrittenAndNotOnlyColoured() throws Exception {
        GraphPicture picture = GraphPictureTest.picture(GraphPictureTest.random(2, 24), PictureOptions.DEFAULT);
        View view = picture.at(0);
        Map<String, Element> nodes = groups(parsed(svg(picture, 0, Theme.LIGHT)), "data-node");
        assertThat(view.knots()).isNotEmpty();
        for (PictureNode node : picture.nodes()) {
            if (view.knotOf(node.index()) != View.NONE) {
                assertThat(nodes.get(String.valueOf(node.index())).getTextContent())
                        .contains((view.isSink(node.index()) ? "sink " : "knot ") + (view.knotOf(node.index()) + 1));
            }
        }
    }

    @Test
    void anEmptyPictureSaysSo() throws Exception {
        GraphPicture picture = GraphPictureTest.picture(GraphPictureTest.random(1, 0), PictureOptions.DEFAULT);
        assertThat(parsed(svg(picture, 0, Theme.AUTO)).getDocumentElement().getTextContent()).contains("No wait is heavy enough");
    }

    @ParameterizedTest
    @EnumSource(value = Theme.class, names = {"LIGHT", "DARK"})
    void textStandsOutFromItsGround(Theme theme) throws Exception {
        GraphPicture picture = GraphPictureTest.picture(GraphPictureTest.random(1, 4), PictureOptions.DEFAULT);
        Map<String, String> colours = new HashMap<>();
        Matcher matcher = Pattern.compile("--bowline-([a-z-]+):(#[0-9a-f]+)").matcher(svg(picture, 0, theme));
        while (matcher.find()) {
            colours.put(matcher.group(1), matcher.group(2));
        }
        for (String ground : new String[] {"paper", "area", "node", "device", "knot-fill", "sink-fill"}) {
            assertThat(contrast(colours.get("ink"), colours.get(ground))).as("ink on %s", ground).isGreaterThan(4.5);
            assertThat(contrast(colours.get("faint"), colours.get(ground))).as("faint on %s", ground).isGreaterThan(4.5);
        }
        assertThat(contrast(colours.get("paper"), colours.get("knot"))).isGreaterThan(4.5);
        assertThat(contrast(colours.get("paper"), colours.get("sink"))).isGreaterThan(4.5);
        assertThat(contrast(colours.get("edge"), colours.get("area"))).isGreaterThan(2.5);
    }

    private static double contrast(String a, String b) {
        double first = luminance(a);
        double second = luminance(b);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(String colour) {
        String hex = colour.length()
                == 4 ? "" + colour.charAt(1) + colour.charAt(1) + colour.charAt(2) + colour.charAt(2) + colour.charAt(3)
                        + colour.charAt(3) : colour.substring(1);
        double[] share = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += share[i] * (part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
