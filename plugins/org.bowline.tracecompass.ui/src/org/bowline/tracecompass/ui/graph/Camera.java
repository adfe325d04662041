/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.graphics.Rectangle;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;
import org.bowline.report.graph.View;

/** From the picture's units to pixels: pixel = unit × scale + offset. Immutable. */
public record Camera(double scale, double offsetX, double offsetY) {
    static final double SMALLEST = 0.05;
    static final double LARGEST = 8;

    /** Of pictures of the same the first that can be read as a whole, else that which is the largest as a whole. */
    static GraphPicture best(List<GraphPicture> pictures, Rectangle area, double least) {
        GraphPicture best = pictures.get(0);
        for (GraphPicture other : pictures) {
            double scale = whole(best, area).scale;
            if (scale < least && whole(other, area).scale > scale) {
                best = other;
            }
        }
        return best;
    }

    /** The whole of a picture in an area. */
    static Camera whole(GraphPicture picture, Rectangle area) {
        return fit(picture.width(), picture.height(), area.width, area.height);
    }

    /** The whole of a picture in the middle of an area, not larger than life. */
    static Camera fit(double width, double height, int areaWidth, int areaHeight) {
        if (width <= 0 || height <= 0 || areaWidth <= 0 || areaHeight <= 0) {
            return new Camera(1, 0, 0);
        }
        double scale = Math.max(SMALLEST, Math.min(1, Math.min(areaWidth / width, areaHeight / height)));
        return new Camera(scale, (areaWidth - width * scale) / 2, (areaHeight - height * scale) / 2);
    }

    /**
     * As {@link #fit}, but not so far away that text cannot be read. If then not all of the picture has room, the heaviest bottleneck, or else the
     * first node, is in the middle.
     *
     * @param area of the canvas, pixels
     * @param small the smallest scale at which text can still be read: better than not to see all
     * @param least that at which it is read with ease
     */
    static Camera readable(GraphPicture picture, View view, Rectangle area, double small, double least) {
        Camera whole = whole(picture, area);
        if (whole.scale >= small || picture.nodes().isEmpty()) {
            return whole;
        }
        PictureNode[] members = picture.nodes().stream().filter(node -> view.knotOf(node.index()) == 0).toArray(PictureNode[]::new);
        PictureNode[] middle = members.length > 0 ? members : new PictureNode[] {picture.atRank(0)};
        double left = Arrays.stream(middle).mapToDouble(PictureNode::x).min().orElse(0);
        double right = Arrays.stream(middle).mapToDouble(node -> node.x() + node.width()).max().orElse(0);
        double top = Arrays.stream(middle).mapToDouble(PictureNode::y).min().orElse(0);
        double bottom = Arrays.stream(middle).mapToDouble(node -> node.y() + node.height()).max().orElse(0);
        double x = (left + right) / 2;
        double y = (top + bottom) / 2;
        return new Camera(least, offset(picture.width() * least, area.width, x * least),
                offset(picture.height() * least, area.height, y * least));
    }

    /** In the middle if there is room, else with the point in the middle as far as nothing is left empty at an end. */
    private static double offset(double size, int area, double point) {
        return size <= area ? (area - size) / 2 : Math.max(area - size, Math.min(0, area / 2.0 - point));
    }

    /** Nearer by a factor, with the point of the picture under a pixel staying there. */
    Camera zoomedAt(double factor, double pixelX, double pixelY) {
        double newScale = Math.max(SMALLEST, Math.min(LARGEST, scale * factor));
        double real = newScale / scale;
        return new Camera(newScale, pixelX - (pixelX - offsetX) * real, pixelY - (pixelY - offsetY) * real);
    }

    /** Moved by pixels. */
    Camera moved(double pixelsX, double pixelsY) {
        return new Camera(scale, offsetX + pixelsX, offsetY + pixelsY);
    }

    /** Moved as little as is needed for a box of the picture to be inside an area. */
    Camera showing(double x, double y, double width, double height, int areaWidth, int areaHeight) {
        return moved(needed(pixelX(x), pixelX(x + width), areaWidth), needed(pixelY(y), pixelY(y + height), areaHeight));
    }

    private static double needed(double begin, double end, int area) {
        if (begin < 0 || end - begin > area) {
            return -begin;
        }
        return end > area ? area - end : 0;
    }

    /** The pixel of a place of the picture. */
    public double pixelX(double x) {
        return x * scale + offsetX;
    }

    /** The pixel of a place of the picture. */
    public double pixelY(double y) {
        return y * scale + offsetY;
    }

    /** The place of the picture under a pixel. */
    double unitX(double pixelX) {
        return (pixelX - offsetX) / scale;
    }

    /** The place of the picture under a pixel. */
    double unitY(double pixelY) {
        return (pixelY - offsetY) / scale;
    }
}
