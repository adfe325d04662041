/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * A picture of the page as shapes, so that the window draws what the page shows: read from the page's own SVG, of which it knows paths of straight lines, rectangles, circles and texts. What it does
 * not know it refuses, so that a picture is never drawn in part.
 *
 * @param width in the picture's own unit
 * @param height likewise
 * @param title what it is
 * @param text the same as the picture, in words
 * @param shapes in the order in which they are drawn
 */
public record PageFigure(double width, double height, String title, String text, List<Shape> shapes) {
    private static final Pattern WORD = Pattern.compile("[A-Za-z]|-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE]-?\\d+)?");

    private static final String NEW = "of-new";

    /** Copies the list. */
    public PageFigure {
        shapes = List.copyOf(shapes);
    }

    /** A part of a picture; its style is the class that the page's style sheet knows, and it may belong to NEW, or to a build of several. */
    public sealed interface Shape permits Stroke, Box, Dot, Label {
        /** What it is, as the page's style sheet knows it; may be empty. */
        String style();

        /** Whose it is: {@value #NEW}, a build of several ({@code build0}, {@code build1} and so on), or nobody's, which is empty. */
        String group();

        /** Whether it is drawn as of NEW. */
        default boolean ofNew() {
            return group().equals(NEW);
        }
    }

    /**
     * Straight lines from point to point.
     *
     * @param points x and y of each, in turn
     * @param closed whether the inside is filled
     */
    public record Stroke(String style, String group, List<Double> points, boolean closed) implements Shape {
        /** Copies the list. */
        public Stroke {
            points = List.copyOf(points);
        }
    }

    /**
     * A rectangle.
     *
     * @param tip what it stands for; may be empty
     */
    public record Box(String style, String group, double x, double y, double width, double height, String tip) implements Shape {}

    /**
     * A circle.
     *
     * @param tip what it stands for; may be empty
     */
    public record Dot(String style, String group, double x, double y, double radius, String tip) implements Shape {}

    /**
     * Words.
     *
     * @param anchor which part of them is at x: start, middle or end
     */
    public record Label(String style, String group, double x, double y, String anchor, String words) implements Shape {}

    /**
     * Reads a picture.
     *
     * @param svg of the page
     * @throws IllegalArgumentException if it has something that the window cannot draw
     */
    public static PageFigure of(String svg) {
        Element root = root(svg);
        String[] box = root.getAttribute("viewBox").trim().split("\\s+");
        if (box.length != 4) {
            throw new IllegalArgumentException("the picture has no viewBox");
        }
        Reader reader = new Reader();
        reader.read(root, "");
        return new PageFigure(Double.parseDouble(box[2]), Double.parseDouble(box[3]), reader.title, reader.text, reader.shapes);
    }

    private static Element root(String svg) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg))).getDocumentElement();
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new IllegalArgumentException("not a picture: " + e.getMessage(), e);
        }
    }

    /** The dots of a side that stand for something, in the order in which they are drawn. */
    public List<Dot> dots(boolean ofNew) {
        List<Dot> dots = new ArrayList<>();
        for (Shape shape : shapes) {
            if (shape instanceof Dot dot && dot.ofNew() == ofNew && !dot.tip().isEmpty()) {
                dots.add(dot);
            }
        }
        return dots;
    }

    private static final class Reader {
        private final List<Shape> shapes = new ArrayList<>();
        private String title = "";
        private String text = "";

        private void read(Element parent, String group) {
            for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child instanceof Element element) {
                    one(element, group);
                }
            }
        }

        private void one(Element element, String within) {
            // of two classes the second one says whose it is
            String[] classes = element.getAttribute("class").split(" ", 2);
            String style = classes[0];
            String group = classes.length > 1 ? classes[1] : within;
            switch (element.getTagName()) {
                case "title" -> title = element.getTextContent().strip();
                case "desc" -> text = element.getTextContent().strip();
                case "g" -> read(element, style.isEmpty() ? group : style);
                case "path" -> path(element.getAttribute("d"), style, group);
                case "rect" -> shapes.add(new Box(style, group, number(element, "x"), number(element, "y"), number(element, "width"),
                        number(element, "height"), element.getTextContent().strip()));
                case "circle" -> shapes.add(new Dot(style, group, number(element, "cx"), number(element, "cy"), number(element, "r"),
                        element.getTextContent().strip()));
                case "text" -> shapes.add(new Label(style, group, number(element, "x"), number(element, "y"),
                        element.getAttribute("text-anchor"), element.getTextContent().strip()));
                default -> throw new IllegalArgumentException("the window cannot draw <" + element.getTagName() + ">");
            }
        }

        private static double number(Element of, String attribute) {
            return Double.parseDouble(of.getAttribute(attribute));
        }

        private void path(String d, String style, String group) {
            List<String> words = new ArrayList<>();
            Matcher word = WORD.matcher(d);
            while (word.find()) {
                words.add(word.group());
            }
            List<Double> points = new ArrayList<>();
            double x = 0;
            double y = 0;
            char command = ' ';
            for (int at = 0; at < words.size();) {
                char first = words.get(at).charAt(0);
                if (Character.isLetter(first)) {
                    command = first;
                    at++;
                }
                if (command == 'M' || command == 'z') {
                    if (points.size() > 2) {
                        shapes.add(new Stroke(style, group, points, command == 'z'));
                    }
                    points = new ArrayList<>();
                }
                if (command == 'z') {
                    continue;
                }
                int needs = command == 'M' || command == 'L' || command == 'l' ? 2 : 1;
                if (at + needs > words.size()) {
                    throw new IllegalArgumentException("the path " + d + " ends early");
                }
                double value = Double.parseDouble(words.get(at));
                double second = needs == 2 ? Double.parseDouble(words.get(at + 1)) : 0;
                at += needs;
                switch (command) {
                    case 'M', 'L' -> {
                        x = value;
                        y = second;
                    }
                    case 'l' -> {
                        x += value;
                        y += second;
                    }
                    case 'H' -> x = value;
                    case 'h' -> x += value;
                    case 'V' -> y = value;
                    case 'v' -> y += value;
                    default -> throw new IllegalArgumentException("the window cannot draw the command " + command + " of the path " + d);
                }
                points.add(x);
                points.add(y);
            }
            if (points.size() > 2) {
                shapes.add(new Stroke(style, group, points, false));
            }
        }
    }
}
