/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    /** The rules; {@code $ink} is the colour of that name. */
    private static final String RULES = """
            text{font:12px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:$ink}
            .paper{fill:$paper}
            .area{stroke-width:1;fill:$area;stroke:$area-line}
            .host{font-weight:600;font-size:13px;fill:$faint}
            .faint{fill:$faint}
            .shape{stroke-width:1.3;stroke-linejoin:round;fill:$node;stroke:$node-line}
            .device .shape{fill:$device}
            .dashed .shape{stroke-dasharray:5 3}
            .name{font-weight:600}
            .sub{font-size:11px;fill:$faint}
            .line{fill:none;stroke-linecap:butt;stroke:$edge}
            .idle .line{stroke-dasharray:6 4}
            .new-work .line{stroke-dasharray:2 4}
            .head{stroke:none;fill:$edge}
            .rest{opacity:.45}
            .inside .line{stroke:$knot}
            .inside .head{fill:$knot}
            .knot .shape{stroke-width:2.6;fill:$knot-fill;stroke:$knot}
            .sink .shape{stroke-width:2.6;fill:$sink-fill;stroke:$sink}
            .badge{fill:$knot}
            .sink .badge{fill:$sink}
            .badge-text{font-size:10px;font-weight:700;fill:$paper}
            .share{font-size:11px;paint-order:stroke;stroke-width:4px;stroke-linejoin:round;fill:$ink;stroke:$area}
            .off{opacity:.22}
            .share.off{opacity:0}
            """;
    private static final Pattern COLOUR = Pattern.compile("([a-z]+):\\$([a-z-]+)");
    private static final double LEGEND_ROW = 24;
    private static final double LEGEND_STEP = 22;
    private static final double LEAST_WIDTH = 560;
    private static final double MARGIN = LayeredLayout.MARGIN;

    private final GraphPicture picture;
    private final View view;
    private final Theme theme;
    private final boolean withNotes;
    private final TextSize text;

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
        out.write(new SvgWriter(picture, view, theme, true).svg().toString());
        out.flush();
    }

    /** The same without the {@linkplain PictureText#notes notes} below it, for a page that has them in its own text. */
    public static Markup figure(GraphPicture picture, View view, Theme theme) {
        return new SvgWriter(picture, view, theme, false).svg();
    }

    private Markup svg() {
        double width = Math.max(LEAST_WIDTH, picture.width());
        double legendTop = Math.max(picture.height(), 2 * MARGIN + LEGEND_ROW) - MARGIN / 2 + LEGEND_ROW / 2;
        Markup legend = new Markup();
        double height = legend(legendTop, width, legend);
        Stream<PictureEdge> edges = picture.edges().stream()
                .sorted(Comparator.comparing((PictureEdge edge) -> view.knotOfEdge(edge.index()) != View.NONE)
                        .thenComparingLong(PictureEdge::weightNanos));
        Stream<PictureNode> nodes = picture.nodes().stream().sorted(Comparator.comparingInt(PictureNode::rank));
        return Markup.of("""
                <svg xmlns="http://www.w3.org/2000/svg" class="bowline-graph" role="img" aria-labelledby="bowline-title bowline-desc"
                width="%s" height="%s" viewBox="0 0 %s %s">

                <title id="bowline-title">Wait-for graph</title>

                <desc id="bowline-desc">%s</desc>

                <style>

                %s
                </style>

                <rect class="paper" width="100%%" height="100%%"/>

                %s
                %s
                %s
                %s
                %s
                <g class="legend">

                %s
                </g>

                </svg>
                """, width, height, width, height, description(), Markup.raw(style()), Markup.each(picture.hosts(), this::host),
                picture.nodes().isEmpty() ? text("faint", "start", MARGIN, MARGIN + LEGEND_ROW / 2, "No wait is heavy enough to be drawn.")
                        : new Markup(),
                Markup.each(edges.toList(), this::edge), Markup.each(nodes.toList(), this::node),
                Markup.each(picture.edges(), this::label), legend);
    }

    /** Each colour twice, as drawing programs do not know variables and pass over what they do not know. */
    private String style() {
        String colours = theme == Theme.DARK ? DARK : LIGHT;
        StringBuilder rules = new StringBuilder(".bowline-graph{" + colours + "}\n");
        if (theme == Theme.AUTO) {
            rules.append("@media (prefers-color-scheme:dark){.bowline-graph{").append(DARK).append("}}\n");
        }
        RULES.lines().forEach(rule -> rules.append(".bowline-graph ").append(COLOUR.matcher(rule).replaceAll(colour -> {
            int at = colours.indexOf("--bowline-" + colour.group(2) + ':') + colour.group(2).length() + 11;
            int end = colours.indexOf(';', at);
            return colour.group(1) + ':' + colours.substring(at, end < 0 ? colours.length() : end) + ';' + colour.group(1)
                    + ":var(--bowline-"
                    + colour.group(2) + ')';
        })).append('\n'));
        return rules.toString();
    }

    private Markup host(HostArea area) {
        String host = PlainText.shorten(area.host(), MOST_OF_HOST);
        Markup name = text("host", "start", area.x() + 12, area.y() + 18, host);
        return Markup.of("""
                <rect class="area" x="%s" y="%s" width="%s" height="%s" rx="10"/>

                %s""", area.x(), area.y(), area.width(), area.height(), host.equals(area.host()) ? name : Markup.of("""
                <g><title>%s</title>%s</g>
                """, area.host(), name));
    }

    private Markup edge(PictureEdge edge) {
        PictureNode source = picture.nodes().get(edge.source());
        PictureNode target = picture.nodes().get(edge.target());
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
        Markup line = Markup.of("M%s %s", edge.x(0), edge.y(0));
        for (int i = 1; i < edge.pointCount(); i += 3) {
            boolean end = i + 2 == last;
            line.add("C%s %s %s %s %s %s", edge.x(i), edge.y(i), edge.x(i + 1) - (end ? ux * head : 0),
                    edge.y(i + 1) - (end ? uy * head : 0),
                    end ? baseX + ux : edge.x(i + 2), end ? baseY + uy : edge.y(i + 2));
        }
        return Markup.of("""
                <g class="edge%s%s%s%s" data-edge="%s" data-source="%s" data-target="%s" data-weight="%s"><title>%s</title>
                <path class="line" stroke-width="%s" d="%s"/>
                <path class="head" d="M%s %sL%s %sL%s %sZ"/></g>
                """, edge.isIdle() ? " idle" : edge.isNewWork() ? " new-work" : "", edge.isRest() ? " rest" : "",
                view.knotOfEdge(edge.index()) == View.NONE ? "" : " inside", off(view.isEdgeVisible(edge.index())), edge.index(),
                edge.source(),
                edge.target(), edge.weightNanos(), PictureText.edge(edge, source, target), lineWidth(edge), line, tipX, tipY,
                baseX - uy * half, baseY + ux * half, baseX + uy * half, baseY - ux * half);
    }

    private static String off(boolean visible) {
        return visible ? "" : " off";
    }

    /** Sums of what is folded are drawn thin, however large. */
    private static double lineWidth(PictureEdge edge) {
        return edge.isRest() ? GraphPicture.lineWidth(0) : edge.lineWidth();
    }

    private Markup node(PictureNode node) {
        int bottleneck = view.knotOf(node.index());
        boolean sink = view.isSink(node.index());
        double line = text.lineHeight();
        double y = node.centreY() - line * node.lines().size() / 2 + line * 0.78 + (node.shape() == NodeShape.CYLINDER ? line * 0.3 : 0);
        Markup lines = new Markup();
        for (int i = 0; i < node.lines().size(); i++) {
            lines.add("%s", text(i == 0 ? "name" : "sub", "middle", node.centreX(), y + i * line, node.lines().get(i)));
        }
        if (bottleneck != View.NONE) {
            String badge = (sink ? "sink " : "knot ") + (bottleneck + 1);
            double width = text.width(badge) * 0.85 + 10;
            double bottom = node.y() + node.height();
            lines.add("<rect class=\"badge\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"15\" rx=\"7.5\"/>%s", node.x() - 5, bottom - 6, width,
                    text("badge-text", "middle", node.x() - 5 + width / 2, bottom + 5, badge));
        }
        return Markup.of("""
                <g class="%s%s%s%s" data-node="%s" data-vertex="%s"><title>%s</title>
                <path class="shape" d="%s"/>
                %s
                </g>
                """, style(node.shape()), view.isInKnot(node.index()) ? " knot" : "", sink ? " sink" : "",
                off(view.isNodeVisible(node.index())), node.index(), node.vertex(), PictureText.node(picture, view, node),
                NodeOutline.path(node), lines);
    }

    private static String style(NodeShape shape) {
        return shape == NodeShape.ROUNDED ? "node" : shape == NodeShape.DASHED ? "node device dashed" : "node device";
    }

    private Markup label(PictureEdge edge) {
        return edge.hasLabel() ? Markup.of("""
                <text class="share%s" data-edge="%s" x="%s" y="%s" text-anchor="middle">%s</text>
                """, off(view.isEdgeVisible(edge.index())), edge.index(), edge.labelX(), edge.labelY() + 4, edge.label()) : new Markup();
    }

    private static Markup text(String style, String anchor, double x, double y, String words) {
        return Markup.of("""
                <text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>
                """, style, x, y, anchor, words);
    }

    /** The legend, in as many rows as it takes; returns where it ends. */
    private double legend(double top, double width, Markup to) {
        double x = MARGIN + 4;
        double y = top;
        for (LegendItem item : items()) {
            double length = 42 + text.width(item.label()) + LEGEND_STEP;
            if (x + length > width - MARGIN && x > MARGIN + 4) {
                x = MARGIN + 4;
                y += LEGEND_ROW;
            }
            to.add("""
                    <g class="%s">%s</g>

                    %s""", item.style(), item.symbol(x, y), text("faint", "start", x + 40, y + 4, item.label()));
            x += length;
        }
        y += LEGEND_ROW;
        for (String note : withNotes ? PictureText.notes(picture, view) : List.<String>of()) {
            to.add("%s", text("faint", "start", MARGIN + 4, y + 4, note));
            y += LEGEND_ROW * 0.75;
        }
        return y + MARGIN / 2;
    }

    /** An explained symbol of the legend: a node, or a line of a class of widths. */
    private record LegendItem(String label, String style, NodeShape shape, int widthClass) {
        static LegendItem line(String label, String style, int widthClass) {
            return new LegendItem(label, style, NodeShape.ROUNDED, widthClass);
        }

        static LegendItem node(String label, String style, NodeShape shape) {
            return new LegendItem(label, style, shape, -1);
        }

        Markup symbol(double x, double y) {
            return widthClass < 0 ? Markup.of("<path class=\"shape\" d=\"%s\"/>", NodeOutline.path(shape, x + 2, y - 8, 28, 16))
                    : Markup.of("<path class=\"line\" stroke-width=\"%s\" d=\"M%s %sL%s %s\"/>", GraphPicture.lineWidth(widthClass), x, y,
                            x + 30, y);
        }
    }

    private List<LegendItem> items() {
        List<LegendItem> items = new ArrayList<>();
        items.add(LegendItem.line("waits for; holds up under 0.04 threads on average", "edge", 0));
        items.add(LegendItem.line("over 1.1 threads", "edge", 4));
        if (picture.edges().stream().anyMatch(PictureEdge::isIdle)) {
            items.add(LegendItem.line("idle device waits for work", "edge idle", 1));
        }
        if (picture.edges().stream().anyMatch(PictureEdge::isNewWork)) {
            items.add(LegendItem.line("waits for new work", "edge new-work", 1));
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
            items.add(LegendItem.node(PictureText.shape(shape), style(shape), shape));
        }
        return items;
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
}
