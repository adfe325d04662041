/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

/** The outlines of the shapes as SVG path data. */
final class NodeOutline {
    private NodeOutline() {}

    /** A node's outline: a closed path, then inner strokes where the shape has some. */
    static Markup path(PictureNode node) {
        return path(node.shape(), node.x(), node.y(), node.width(), node.height());
    }

    /** The outline of a shape in a rectangle. */
    static Markup path(NodeShape shape, double x, double y, double w, double h) {
        double r = x + w;
        double b = y + h;
        return switch (shape) {
            case ROUNDED, DASHED -> rounded(x, y, w, h, 7);
            case CYLINDER -> cylinder(x, y, w, h);
            case HEXAGON ->
                    Markup.of("M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sZ", x + h / 4, y, r - h / 4, y, r, y + h / 2, r - h / 4, b, x + h / 4, b,
                            x, y + h / 2);
            case CLOUD -> cloud(x, y, w, h);
            case ELLIPSE ->
                    Markup.of("M%s %sA%s %s 0 1 1 %s %sA%s %s 0 1 1 %s %sZ", x, y + h / 2, w / 2, h / 2, r, y + h / 2, w / 2, h / 2, x,
                            y + h / 2);
            case CHIP ->
                    Markup.of("M%s %sL%s %sL%s %sL%s %sL%s %sL%s %sL%s %sL%s %sZ", x + 9, y, r - 9, y, r, y + 9, r, b - 9, r - 9, b, x + 9,
                            b, x,
                            b - 9, x, y + 9);
            case PARALLELOGRAM -> Markup.of("M%s %sL%s %sL%s %sL%s %sZ", x + h / 3, y, r, y, r - h / 3, b, x, b);
            case SUBROUTINE -> rounded(x, y, w, h, 2).add("M%s %sL%s %sM%s %sL%s %s", x + 6, y, x + 6, b, r - 6, y, r - 6, b);
            case STACK -> rounded(x + 6, y, w - 6, h - 6, 5).add("%s%s", rounded(x + 3, y + 3, w - 6, h - 6, 5),
                    rounded(x, y + 6, w - 6, h - 6, 5));
        };
    }

    private static Markup rounded(double x, double y, double w, double h, double c) {
        double r = x + w;
        double b = y + h;
        return Markup.of("M%s %sL%s %sQ%s %s %s %sL%s %sQ%s %s %s %sL%s %sQ%s %s %s %sL%s %sQ%s %s %s %sZ", x + c, y, r - c, y, r, y, r,
                y + c,
                r,
                b - c, r, b, r - c, b, x + c, b, x, b, x, b - c, x, y + c, x, y, x + c, y);
    }

    private static Markup cylinder(double x, double y, double w, double h) {
        double lid = Math.min(6, h / 5);
        double r = x + w;
        double b = y + h;
        return Markup.of("M%s %sA%s %s 0 0 1 %s %sL%s %sA%s %s 0 0 1 %s %sZM%s %sA%s %s 0 0 0 %s %s", x, y + lid, w / 2, lid, r, y + lid, r,
                b - lid,
                w / 2, lid, x, b - lid, x, y + lid, w / 2, lid, r, y + lid);
    }

    private static Markup cloud(double x, double y, double w, double h) {
        double r = x + w;
        double b = y + h;
        return Markup.of(
                "M%s %sC%s %s %s %s %s %sC%s %s %s %s %s %sC%s %s %s %s %s %sC%s %s %s %s %s %sC%s %s %s %s %s %sC%s %s %s %s %s %sZ",
                x + w * 0.16, y + h * 0.72, x, y + h * 0.72, x, y + h * 0.22, x + w * 0.18, y + h * 0.28,
                x + w * 0.24, y, x + w * 0.44, y, x + w * 0.48, y + h * 0.14,
                x + w * 0.56, y, x + w * 0.78, y, x + w * 0.82, y + h * 0.26,
                r, y + h * 0.22, r, y + h * 0.72, x + w * 0.84, y + h * 0.74,
                x + w * 0.78, b, x + w * 0.58, b, x + w * 0.52, y + h * 0.88,
                x + w * 0.44, b, x + w * 0.24, b, x + w * 0.16, y + h * 0.72);
    }
}
