/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.graphics.Rectangle;

/** Where words that belong to no node may stand in a picture. */
final class FreePlaces {
    /** Places are tried so far from each other, pixels. */
    private static final int STEP = 12;

    private FreePlaces() {}

    /** A place of some size along the sides of a room at which no box is: the one that is wished for, else the first one along its top, left, bottom or right; if all are taken, the one that is wished for. */
    static Rectangle along(Rectangle room, Rectangle wished, List<Rectangle> boxes) {
        int right = room.x + room.width - wished.width;
        int bottom = room.y + room.height - wished.height;
        Stream<Rectangle> top = steps(room.x, right).mapToObj(x -> at(x, room.y, wished));
        Stream<Rectangle> left = steps(room.y, bottom).mapToObj(y -> at(room.x, y, wished));
        Stream<Rectangle> below = steps(room.x, right).mapToObj(x -> at(x, bottom, wished));
        Stream<Rectangle> beside = steps(room.y, bottom).mapToObj(y -> at(right, y, wished));
        return Stream.of(Stream.of(wished), top, left, below, beside).flatMap(places -> places)
                .filter(place -> place.equals(wished) || room.x <= place.x && room.y <= place.y && place.x <= right && place.y <= bottom)
                .filter(place -> boxes.stream().noneMatch(place::intersects)).findFirst().orElse(wished);
    }

    private static IntStream steps(int from, int to) {
        return IntStream.iterate(from, at -> at <= to, at -> at + STEP);
    }

    private static Rectangle at(int x, int y, Rectangle size) {
        return new Rectangle(x, y, size.width, size.height);
    }
}
