/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.google.gson.stream.JsonWriter;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** What a value of a plan may look like. It reads such a value, and tells of itself as a JSON schema, so that the two cannot differ. */
abstract class Shape {
    private Shape() {}

    /** The value: a String, Double, List or Map; null after a problem. */
    abstract @Nullable Object read(Node node, String path, Walk walk);

    /** What goes between the braces of its schema. */
    abstract void schema(JsonWriter json) throws IOException;

    /** A key of a mapping. */
    private record Key(Shape shape, boolean needed, String meaning) {}

    /** A text; numbers and words like true are texts, too. */
    static final class Text extends Shape {
        /** Whatever is not empty. */
        static final String ANY = ".+";

        private final Pattern form;
        private final String what;

        /** One that has a form. */
        Text(String form, String what) {
            this.form = Pattern.compile(form, Pattern.DOTALL);
            this.what = what;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            if (!(node instanceof ScalarNode scalar) || scalar.getTag().equals(Tag.NULL) || !form.matcher(scalar.getValue()).matches()) {
                walk.problem(node, path, "here has to be " + what + (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
                        ? ", which '" + scalar.getValue() + "' is not"
                        : node instanceof ScalarNode ? "" : "; what begins with { or [ needs quotes around it"));
                return null;
            }
            return scalar.getValue();
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("type").beginArray().value("string").value("number").value("boolean").endArray();
            if (form.pattern().equals(ANY)) {
                json.name("minLength").value(1);
            } else {
                json.name("pattern").value('^' + form.pattern() + '$');
            }
        }
    }

    /** A number. */
    static final class Figure extends Shape {
        private final double least;
        private final double most;
        private final boolean whole;

        /** From least to most, both included. */
        Figure(double least, double most, boolean whole) {
            this.least = least;
            this.most = most;
            this.whole = whole;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            if (node instanceof ScalarNode scalar && (scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT))) {
                double value = number(scalar.getValue());
                if (value >= least && value <= most && (!whole || value == Math.rint(value))) {
                    return value;
                }
            }
            walk.problem(node, path, "here has to be a " + (whole ? "whole " : "") + "number from " + plain(least) + " to " + plain(most)
                    + (node instanceof ScalarNode scalar ? ", which '" + scalar.getValue() + "' is not" : ""));
            return null;
        }

        private static double number(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return Double.NaN; // as 0x10 and .inf
            }
        }

        private static String plain(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("type").value(whole ? "integer" : "number");
            json.name("minimum").jsonValue(plain(least));
            json.name("maximum").jsonValue(plain(most));
        }
    }

    /** One of some words. */
    static final class Word extends Shape {
        private final List<String> words;

        Word(List<String> words) {
            this.words = words;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            if (node instanceof ScalarNode scalar && words.contains(scalar.getValue())) {
                return scalar.getValue();
            }
            walk.problem(node, path, "here has to be one of " + String.join(", ", words)
                    + (node instanceof ScalarNode scalar ? ", which '" + scalar.getValue() + "' is not" : ""));
            return null;
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("enum").beginArray();
            for (String word : words) {
                json.value(word);
            }
            json.endArray();
        }
    }

    /** A list of different values, at least one. */
    static final class Items extends Shape {
        private final Shape item;

        Items(Shape item) {
            this.item = item;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            if (!(node instanceof SequenceNode sequence) || sequence.getValue().isEmpty()) {
                walk.problem(node, path, "here has to be a list, like [1, 2]");
                return null;
            }
            List<Object> values = new ArrayList<>();
            Set<Object> seen = new HashSet<>();
            for (Node one : sequence.getValue()) {
                Object value = item.read(one, path, walk);
                if (value != null && !seen.add(value)) {
                    walk.problem(one, path, "'" + ((ScalarNode) one).getValue() + "' is in the list twice");
                } else if (value != null) {
                    values.add(value);
                }
            }
            return values;
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("type").value("array");
            json.name("minItems").value(1);
            json.name("uniqueItems").value(true);
            json.name("items").beginObject();
            item.schema(json);
            json.endObject();
        }
    }

    /** Values by names that the user chooses, at least one. */
    static final class Named extends Shape {
        private final Pattern name;
        private final Shape value;

        Named(String name, Shape value) {
            this.name = Pattern.compile(name);
            this.value = value;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            Map<String, Object> values = new LinkedHashMap<>();
            if (!(node instanceof MappingNode mapping) || mapping.getValue().isEmpty()) {
                walk.problem(node, path, "here have to be names, each with a colon and what belongs to it");
                return null;
            }
            for (NodeTuple entry : mapping.getValue()) {
                String key = key(entry, path, values.keySet(), walk);
                if (!name.matcher(key).matches()) {
                    walk.problem(entry.getKeyNode(), path, "'" + key + "' cannot be a name here: it has to have the form " + name);
                } else {
                    walk.at(entry.getKeyNode(), path + '.' + key);
                    Object read = value.read(entry.getValueNode(), path + '.' + key, walk);
                    if (read != null) {
                        values.put(key, read);
                    }
                }
            }
            return values;
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("type").value("object");
            json.name("minProperties").value(1);
            json.name("propertyNames").beginObject().name("pattern").value('^' + name.pattern() + '$').endObject();
            json.name("additionalProperties").beginObject();
            value.schema(json);
            json.endObject();
        }
    }

    /** One shape for a single value, another one for what has keys. */
    static final class Either extends Shape {
        private final Shape single;
        private final Shape keyed;

        Either(Shape single, Shape keyed) {
            this.single = single;
            this.keyed = keyed;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            return (node instanceof MappingNode ? keyed : single).read(node, path, walk);
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            json.name("oneOf").beginArray().beginObject();
            single.schema(json);
            json.endObject().beginObject();
            keyed.schema(json);
            json.endObject().endArray();
        }
    }

    /** A mapping with known keys. */
    static final class Keys extends Shape {
        private final Map<String, Key> keys = new LinkedHashMap<>();

        /** One more that has to be there. */
        Keys needs(String key, Shape shape, String meaning) {
            keys.put(key, new Key(shape, true, meaning));
            return this;
        }

        /** One more that may be there. */
        Keys takes(String key, Shape shape, String meaning) {
            keys.put(key, new Key(shape, false, meaning));
            return this;
        }

        @Override
        @Nullable
        Object read(Node node, String path, Walk walk) {
            walk.at(node, path);
            boolean none = node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
            if (!(node instanceof MappingNode) && !none) {
                walk.problem(node, path, "here have to be keys: " + String.join(", ", keys.keySet()));
                return null;
            }
            Map<String, Object> values = new LinkedHashMap<>();
            Set<String> seen = new HashSet<>();
            for (NodeTuple entry : node instanceof MappingNode mapping ? mapping.getValue() : List.<NodeTuple>of()) {
                String name = key(entry, path, seen, walk);
                seen.add(name);
                Key key = keys.get(name);
                String below = path.isEmpty() ? name : path + '.' + name;
                if (key == null) {
                    walk.problem(entry.getKeyNode(), below, "there is no such key; here may be " + String.join(", ", keys.keySet()));
                } else {
                    walk.at(entry.getKeyNode(), below);
                    Object read = key.shape.read(entry.getValueNode(), below, walk);
                    if (read != null) {
                        values.put(name, read);
                    }
                }
            }
            keys.forEach((name, key) -> {
                if (key.needed && !seen.contains(name)) {
                    walk.problem(path, "the key " + name + " is missing: " + key.meaning.replaceFirst("\\.$", ""));
                }
            });
            return values;
        }

        @Override
        void schema(JsonWriter json) throws IOException {
            if (keys.values().stream().anyMatch(Key::needed)) {
                json.name("type").value("object");
            } else {
                json.name("type").beginArray().value("object").value("null").endArray();
            }
            json.name("additionalProperties").value(false);
            json.name("required").beginArray();
            for (Map.Entry<String, Key> key : keys.entrySet()) {
                if (key.getValue().needed) {
                    json.value(key.getKey());
                }
            }
            json.endArray();
            json.name("properties").beginObject();
            for (Map.Entry<String, Key> key : keys.entrySet()) {
                json.name(key.getKey()).beginObject();
                json.name("description").value(key.getValue().meaning);
                key.getValue().shape.schema(json);
                json.endObject();
            }
            json.endObject();
        }
    }

    private static String key(NodeTuple entry, String path, Set<String> seen, Walk walk) {
        String name = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (seen.contains(name)) {
            walk.problem(entry.getKeyNode(), path.isEmpty() ? name : path + '.' + name, "the key is there twice");
        }
        return name;
    }
}
