/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.bowline.report.graph.NodeOutline.number;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.Knot;

/**
 * A picture as SVG: one element for all, no scripts, nothing loaded from elsewhere; as a file or inside a page of HTML.
 *
 * <p>Every node is a group {@code g.node} with {@code data-node}, {@code data-vertex}, every line one {@code g.edge} with {@code data-edge},
 * {@code data-source}, {@code data-target}, {@code data-weight}; each has a {@code title}, so that browsers show it and screen readers speak
 * it. What the threshold hides is there, too, and dimmed by the class {@code off}: nothing moves when classes change. Knots and sinks are told by
 * a badge and by their border as well as by colour. Colours are CSS variables ({@code --bowline-…}) with a set for light and for dark.
 */
public final class SvgWriter {
    /** Whose colours. */
    public enum Theme {
        /** As the reader's system has it. */
        AUTO,
        /** Dark on light. */
        LIGHT,
        /** Light on dark. */
        DARK
    }

    private static final int MOST_OF_HOST = 40;
    private static final String LIGHT = "--bowline-paper:#fff;--bowline-area:#f4f6f9;--bowline-area-line:#dde3ea;--bowline-ink:#1b2430;"
            + "--bowline-faint:#5b6776;--bowline-node:#fff;--bowline-node-line:#64748b;--bowline-edge:#8493a8;--bowline-device:#e8eef8;"
            + "--bowline-knot:#c2410c;--bowline-knot-fill:#fff3ea;--bowline-sink:#1d4ed8;--bowline-sink-fill:#eaf1ff";
    private static final String DARK = "--bowline-paper:#12171e;--bowline-area:#1a212b;--bowline-area-line:#2c3644;--bowline-ink:#e6ebf2;"
            + "--bowline-faint:#9aa7b8;--bowline-node:#202936;--bowline-node-line:#7f8ea3;--bowline-edge:#62718a;--bowline-device:#26344a;"
            + "--bowline-knot:#fb923c;--bowline-knot-fill:#3a2416;--bowline-sink:#7fb0ff;--bowline-sink-fill:#17294a";
    private static final double LEGEND_ROW = 24;
    private static final double LEGEND_STEP = 22;
    private static final double LEAST_WIDTH = 560;
    private static final double MARGIN = LayeredLayout.MARGIN;

    private final GraphPicture picture;
    private final View view;
    private final Theme theme;
    private final boolean withNotes;
    private final TextSize text;
    private final StringBuilder out = new StringBuilder(1 << 14);

    private SvgWriter(GraphPicture picture, View view, Theme theme, boolean withNotes) {
        this.picture = picture;
        this.view = view;
        this.theme = theme;
        this.withNotes = withNotes;
        text = TextSize.SANS_12;
    }

    /**
     * Writes a picture as it is seen at a threshold; does not close the writer.
     *
     * @param picture laid out with {@link TextSize#SANS_12}
     * @param view of this picture
     * @param theme which colours
     */
    public static void write(GraphPicture picture, View view, Theme theme, Writer out) throws IOException {
        out.write(new SvgWriter(picture, view, theme, true).svg());
        out.flush();
    }

    /** The same without the {@linkplain PictureText#notes notes} below it, for a page that has them in its own text. */
    public static String figure(GraphPicture picture, View view, Theme theme) {
        return new SvgWriter(picture, view, theme, false).svg();
    }

    private String svg() {
        double width = Math.max(LEAST_WIDTH, picture.width());
        List<String> notes = notes();
        double legendTop = Math.max(picture.height(), 2 * MARGIN + LEGEND_ROW) - MARGIN / 2;
        StringBuilder legend = new StringBuilder();
        double height = legend(legendTop + LEGEND_ROW / 2, width, notes, legend);
        out.append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bowline-graph\" role=\"img\" aria-labelledby=\"bowline-title bowline-desc\"")
                .append(" width=\"").append(number(width)).append("\" height=\"").append(number(height)).append("\" viewBox=\"0 0 ")
                .append(number(width)).append(' ').append(number(height)).append("\">\n");
        out.append("<title id=\"bowline-title\">Wait-for graph</title>\n<desc id=\"bowline-desc\">").append(escaped(description()))
                .append("</desc>\n");
        style();
        out.append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
        for (HostArea area : picture.hosts()) {
            out.append("<rect class=\"area\" x=\"").append(number(area.x())).append("\" y=\"").append(number(area.y()))
                    .append("\" width=\"")
                    .append(number(area.width())).append("\" height=\"").append(number(area.height())).append("\" rx=\"10\"/>\n");
            String host = PlainText.shorten(area.host(), MOST_OF_HOST);
            boolean shortened = !host.equals(area.host());
            out.append(shortened ? "<g><title>" + escaped(area.host()) + "</title>" : "");
            textAt("host", "start", area.x() + 12, area.y() + 18, host);
            out.append(shortened ? "</g>\n" : "");
        }
        if (picture.nodes().isEmpty()) {
            textAt("faint", "start", MARGIN, MARGIN + LEGEND_ROW / 2, "No wait is heavy enough to be drawn.");
        }
        picture.edges().stream().sorted(Comparator.comparing((PictureEdge edge) -> view.knotOfEdge(edge.index()) != View.NONE)
                .thenComparingLong(PictureEdge::weightNanos)).forEach(this::edge);
        picture.nodes().stream().sorted(Comparator.comparingInt(PictureNode::rank)).forEach(this::node);
        picture.edges().forEach(this::label);
        out.append(legend).append("</svg>\n");
        return out.toString();
    }

    private void style() {
        out.append("<style>\n");
        if (theme == Theme.DARK) {
            out.append(".bowline-graph{").append(DARK).append("}\n");
        } else {
            out.append(".bowline-graph{").append(LIGHT).append("}\n");
            if (theme == Theme.AUTO) {
                out.append("@media (prefers-color-scheme:dark){.bowline-graph{").append(DARK).append("}}\n");
            }
        }
        rule("text", "font:12px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif", "fill", "ink");
        rule(".paper", "", "fill", "paper");
        rule(".area", "stroke-width:1", "fill", "area", "stroke", "area-line");
        rule(".host", "font-weight:600;font-size:13px", "fill", "faint");
        rule(".faint", "", "fill", "faint");
        rule(".shape", "stroke-width:1.3;stroke-linejoin:round", "fill", "node", "stroke", "node-line");
        rule(".device .shape", "", "fill", "device");
        rule(".dashed .shape", "stroke-dasharray:5 3");
        rule(".name", "font-weight:600");
        rule(".sub", "font-size:11px", "fill", "faint");
        rule(".line", "fill:none;stroke-linecap:butt", "stroke", "edge");
        rule(".idle .line", "stroke-dasharray:6 4");
        rule(".head", "stroke:none", "fill", "edge");
        rule(".rest", "opacity:.45");
        rule(".inside .line", "", "stroke", "knot");
        rule(".inside .head", "", "fill", "knot");
        rule(".knot .shape", "stroke-width:2.6", "fill", "knot-fill", "stroke", "knot");
        rule(".sink .shape", "stroke-width:2.6", "fill", "sink-fill", "stroke", "sink");
        rule(".badge", "", "fill", "knot");
        rule(".sink .badge", "", "fill", "sink");
        rule(".badge-text", "font-size:10px;font-weight:700", "fill", "paper");
        rule(".share", "font-size:11px;paint-order:stroke;stroke-width:4px;stroke-linejoin:round", "fill", "ink", "stroke", "area");
        rule(".off", "opacity:.22");
        rule(".share.off", "opacity:0");
        out.append("</style>\n");
    }

    /** A rule; each colour twice, as drawing programs do not know variables and pass over what they do not know. */
    private void rule(String selector, String fixed, String... colours) {
        out.append(".bowline-graph ").append(selector).append('{').append(fixed);
        for (int i = 0; i < colours.length; i += 2) {
            String value = value(colours[i + 1]);
            out.append(fixed.isEmpty() && i == 0 ? "" : ";").append(colours[i]).append(':').append(value).append(';').append(colours[i])
                    .append(":var(--bowline-").append(colours[i + 1]).append(')');
        }
        out.append("}\n");
    }

    private String value(String name) {
        String set = theme == Theme.DARK ? DARK : LIGHT;
        int at = set.indexOf("--bowline-" + name + ':') + name.length() + 11;
        int end = set.indexOf(';', at);
        return set.substring(at, end < 0 ? set.length() : end);
    }

    private void edge(PictureEdge edge) {
        PictureNode source = picture.nodes().get(edge.source());
        PictureNode target = picture.nodes().get(edge.target());
        boolean inside = view.knotOfEdge(edge.index()) != View.NONE;
        out.append("<g class=\"edge").append(edge.isIdle() ? " idle" : "").append(edge.graphEdge() < 0 ? " rest" : "")
                .append(inside ? " inside" : "")
                .append(view.isEdgeVisible(edge.index()) ? "" : " off").append("\" data-edge=\"").append(edge.index())
                .append("\" data-source=\"").append(edge.source()).append("\" data-target=\"").append(edge.target())
                .append("\" data-weight=\"").append(edge.weightNanos()).append("\"><title>")
                .append(escaped(PictureText.edge(edge, source, target))).append("</title>");
        int last = edge.pointCount() - 1;
        double dx = edge.x(last) - edge.x(last - 1);
        double dy = edge.y(last) - edge.y(last - 1);
        double length = Math.max(1e-9, Math.hypot(dx, dy));
        double head = 6 + 1.1 * lineWidth(edge);
        double half = 2.6 + 0.85 * lineWidth(edge);
        double ux = dx / length;
        double uy = dy / length;
        double tipX = edge.x(last);
        double tipY = edge.y(last);
        double baseX = tipX - ux * head;
        double baseY = tipY - uy * head;
        out.append("<path class=\"line\" stroke-width=\"").append(number(lineWidth(edge))).append("\" d=\"M")
                .append(point(edge.x(0), edge.y(0)));
        for (int i = 1; i < edge.pointCount(); i += 3) {
            boolean end = i + 2 == last;
            out.append('C').append(point(edge.x(i), edge.y(i))).append(' ').append(
                    end ? point(edge.x(i + 1) - ux * head, edge.y(i + 1) - uy * head) : point(edge.x(i + 1), edge.y(i + 1)))
                    .append(' ').append(end ? point(baseX + ux, baseY + uy) : point(edge.x(i + 2), edge.y(i + 2)));
        }
        out.append("\"/><path class=\"head\" d=\"M").append(point(tipX, tipY)).append('L')
                .append(point(baseX - uy * half, baseY + ux * half))
                .append('L').append(point(baseX + uy * half, baseY - ux * half)).append("Z\"/></g>\n");
    }

    /** Sums of what is folded are drawn thin, however large. */
    private static double lineWidth(PictureEdge edge) {
        return edge.graphEdge() < 0 ? GraphPicture.lineWidth(0) : edge.lineWidth();
    }

    private static String point(double x, double y) {
        return number(x) + ' ' + number(y);
    }

    private void node(PictureNode node) {
        int bottleneck = view.knotOf(node.index());
        boolean knot = view.isInKnot(node.index());
        boolean sink = view.isSink(node.index());
        out.append("<g class=\"node").append(node.shape() == NodeShape.ROUNDED ? "" : " device")
                .append(node.shape() == NodeShape.DASHED ? " dashed" : "").append(knot ? " knot" : "").append(sink ? " sink" : "")
                .append(view.isNodeVisible(node.index()) ? "" : " off").append("\" data-node=\"").append(node.index())
                .append("\" data-vertex=\"").append(node.vertex()).append("\"><title>")
                .append(escaped(PictureText.node(picture, view, node))).append("</title><path class=\"shape\" d=\"")
                .append(NodeOutline.path(node)).append("\"/>");
        double line = text.lineHeight();
        double y = node.centreY() - line * node.lines().size() / 2 + line * 0.78 + (node.shape() == NodeShape.CYLINDER ? line * 0.3 : 0);
        for (int i = 0; i < node.lines().size(); i++) {
            textAt(i == 0 ? "name" : "sub", "middle", node.centreX(), y + i * line, node.lines().get(i));
        }
        if (bottleneck != View.NONE) {
            String badge = (sink ? "sink " : "knot ") + (bottleneck + 1);
            double width = text.width(badge) * 0.85 + 10;
            out.append("<rect class=\"badge\" x=\"").append(number(node.x() - 5)).append("\" y=\"")
                    .append(number(node.y() + node.height() - 6))
                    .append("\" width=\"").append(number(width)).append("\" height=\"15\" rx=\"7.5\"/>");
            textAt("badge-text", "middle", node.x() - 5 + width / 2, node.y() + node.height() + 5, badge);
        }
        out.append("</g>\n");
    }

    private void label(PictureEdge edge) {
        if (edge.hasLabel()) {
            out.append("<text class=\"share").append(view.isEdgeVisible(edge.index()) ? "" : " off").append("\" data-edge=\"")
                    .append(edge.index()).append("\" x=\"").append(number(edge.labelX())).append("\" y=\"")
                    .append(number(edge.labelY() + 4)).append("\" text-anchor=\"middle\">").append(escaped(edge.label()))
                    .append("</text>\n");
        }
    }

    private void textAt(String style, String anchor, double x, double y, String words) {
        text(out, style, anchor, x, y, words);
    }

    private static void text(StringBuilder to, String style, String anchor, double x, double y, String words) {
        to.append("<text class=\"").append(style).append("\" x=\"").append(number(x)).append("\" y=\"").append(number(y))
                .append("\" text-anchor=\"").append(anchor).append("\">").append(escaped(words)).append("</text>\n");
    }

    /** The legend, in as many rows as it takes; returns where it ends. */
    private double legend(double top, double width, List<String> notes, StringBuilder to) {
        double x = MARGIN + 4;
        double y = top;
        to.append("<g class=\"legend\">\n");
        for (LegendItem item : items()) {
            double length = 42 + text.width(item.label()) + LEGEND_STEP;
            if (x + length > width - MARGIN && x > MARGIN + 4) {
                x = MARGIN + 4;
                y += LEGEND_ROW;
            }
            to.append(item.symbol(x, y));
            text(to, "faint", "start", x + 40, y + 4, item.label());
            x += length;
        }
        y += LEGEND_ROW;
        for (String note : notes) {
            text(to, "faint", "start", MARGIN + 4, y + 4, note);
            y += LEGEND_ROW * 0.75;
        }
        to.append("</g>\n");
        return y + MARGIN / 2;
    }

    /** An explained symbol of the legend. */
    private record LegendItem(String label, String style, NodeShape shape, int widthClass) {
        static LegendItem line(String label, String style, int widthClass) {
            return new LegendItem(label, style, NodeShape.ROUNDED, widthClass);
        }

        static LegendItem node(String label, String style, NodeShape shape) {
            return new LegendItem(label, style, shape, -1);
        }

        String symbol(double x, double y) {
            if (widthClass >= 0) {
                return "<g class=\"" + style + "\"><path class=\"line\" stroke-width=\"" + number(GraphPicture.lineWidth(widthClass))
                        + "\" d=\"M"
                        + point(x, y) + 'L' + point(x + 30, y) + "\"/></g>\n";
            }
            return "<g class=\"" + style + "\"><path class=\"shape\" d=\"" + NodeOutline.path(shape, x + 2, y - 8, 28, 16) + "\"/></g>\n";
        }
    }

    private List<LegendItem> items() {
        List<LegendItem> items = new ArrayList<>();
        items.add(LegendItem.line("waits for, under 4 % of the range", "edge", 0));
        items.add(LegendItem.line("over 108 %", "edge", 4));
        if (picture.edges().stream().anyMatch(PictureEdge::isIdle)) {
            items.add(LegendItem.line("idle device waits for work", "edge idle", 1));
        }
        if (picture.edges().stream().anyMatch(edge -> view.knotOfEdge(edge.index()) != View.NONE)) {
            items.add(LegendItem.line("inside a knot", "edge inside", 2));
        }
        if (picture.nodes().stream().anyMatch(node -> view.isInKnot(node.index()))) {
            items.add(LegendItem.node("in a knot", "node knot", NodeShape.ROUNDED));
        }
        if (picture.nodes().stream().anyMatch(node -> view.isSink(node.index()))) {
            items.add(LegendItem.node("sink: waits for nobody", "node sink", NodeShape.ROUNDED));
        }
        Set<NodeShape> shapes = EnumSet.noneOf(NodeShape.class);
        picture.nodes().forEach(node -> shapes.add(node.shape()));
        for (NodeShape shape : shapes) {
            items.add(LegendItem.node(PictureText.shape(shape),
                    shape == NodeShape.ROUNDED ? "node" : shape == NodeShape.DASHED ? "node device dashed"
                            : "node device",
                    shape));
        }
        return items;
    }

    private List<String> notes() {
        return withNotes ? PictureText.notes(picture, view) : List.of();
    }

    private String description() {
        long knots = view.knots().stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).count();
        StringBuilder words = new StringBuilder(200);
        words.append(Words.count(picture.nodes().size(), "thread or device", "threads and devices")).append(", ")
                .append(Words.count(picture.edges().size(), "edge")).append("; ").append(Words.count(knots, "knot")).append(", ")
                .append(Words.count(view.knots().size() - knots, "sink")).append('.');
        picture.edges().stream().sorted(Comparator.comparingLong(PictureEdge::weightNanos).reversed()).limit(5)
                .forEach(edge -> words.append(' ')
                        .append(PictureText.edge(edge, picture.nodes().get(edge.source()), picture.nodes().get(edge.target())))
                        .append('.'));
        return words.toString();
    }

    /** Text as it stands in XML; what is not seen or steers the others becomes a replacement. */
    static String escaped(String words) {
        StringBuilder result = new StringBuilder(words.length());
        words.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> result.append("&lt;");
                case '>' -> result.append("&gt;");
                case '&' -> result.append("&amp;");
                case '"' -> result.append("&quot;");
                default -> result.appendCodePoint(c == '\n' || PlainText.isVisible(c) ? c : PlainText.REPLACEMENT);
            }
        });
        return result.toString();
    }
}
