/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.OutputElementStyle;
import org.eclipse.tracecompass.tmf.core.model.OutputStyleModel;
import org.eclipse.tracecompass.tmf.core.model.StyleProperties;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * What a state or an arrow looks like and is called, in all views and for all front ends. The colours are those by which Trace Compass shows
 * the same, so that an eye need not relearn; where it has none, one of the same hue. The key is stable; the ordinal is the value of a state in
 * answers: append only.
 */
public enum StateStyle {
    /** On a CPU. */
    RUNNING("running", "#339900", 1.0f, 'R'),
    /** Woken, waits for a CPU. */
    RUNNABLE("runnable", "#f0a030", 0.9f, 'W'),
    /** Pushed off its CPU. */
    PREEMPTED("preempted", "#c86400", 0.9f, 'P'),
    /** Waits for another thread. */
    BLOCKED_THREAD("blocked-thread", "#dc143c", 0.8f, 'B'),
    /** Waits for a timer. */
    BLOCKED_TIMER("blocked-timer", "#336699", 0.8f, 'T'),
    /** Waits for a disk. */
    BLOCKED_DISK("blocked-disk", "#6600cc", 0.8f, 'D'),
    /** Waits for a packet. */
    BLOCKED_NETWORK("blocked-network", "#ff9bff", 0.8f, 'N'),
    /** Waits for another device. */
    BLOCKED_DEVICE("blocked-device", "#5a0101", 0.8f, 'V'),
    /** Waits for another CPU. */
    BLOCKED_IPI("blocked-ipi", "#6666cc", 0.8f, 'I'),
    /** Waits for work of the kernel. */
    BLOCKED_KERNEL("blocked-kernel", "#ffdc00", 0.8f, 'K'),
    /** Waits, nobody knows for what. */
    BLOCKED_UNKNOWN("blocked-unknown", "#403b33", 0.8f, '?'),
    /** Nobody knows what it does. */
    UNKNOWN("unknown", "#8c8c8c", 0.8f, '?'),
    /** On a CPU that serves an interrupt. */
    INTERRUPTED("interrupted", "#a0522d", 1.0f, 'H'),
    /** An arrow: one thread woke another. */
    WAKE_UP("wake-up", "#4a5568", 1.0f, 'B'),
    /** An arrow: a packet. */
    PACKET("packet", "#b000b0", 1.0f, 'N'),
    /** An arrow: where the critical path goes on. */
    GOES_ON("goes-on", "#7c8898", 1.0f, 'P');

    /** Styles of states; the others are of arrows. */
    public static final int STATES = INTERRUPTED.ordinal() + 1;

    private static final StateStyle[] VALUES = values();
    private static final Map<String, StateStyle> BY_KEY = byKey();

    private final String key;
    private final String color;
    private final float height;
    private final char letter;
    @SuppressWarnings("ImmutableEnumChecker") // it refers to the style by its key, and has no properties
    private final OutputElementStyle style;

    StateStyle(String key, String color, float height, char letter) {
        this.key = key;
        this.color = color;
        this.height = height;
        this.letter = letter;
        this.style = new OutputElementStyle(key);
    }

    /** The style of what a thread does. */
    public static StateStyle of(ThreadState state, Cause cause) {
        return switch (state) {
            case RUNNING -> RUNNING;
            case RUNNABLE -> RUNNABLE;
            case PREEMPTED -> PREEMPTED;
            case UNKNOWN -> UNKNOWN;
            case INTERRUPTED -> INTERRUPTED;
            case BLOCKED -> switch (cause) {
                case THREAD -> BLOCKED_THREAD;
                case TIMER -> BLOCKED_TIMER;
                case DISK -> BLOCKED_DISK;
                case NETWORK -> BLOCKED_NETWORK;
                case DEVICE -> BLOCKED_DEVICE;
                case IPI -> BLOCKED_IPI;
                case KERNEL -> BLOCKED_KERNEL;
                case NONE, UNKNOWN -> BLOCKED_UNKNOWN;
            };
        };
    }

    /** The style of a state's value. */
    public static StateStyle of(int value) {
        return value < 0 || value >= VALUES.length ? UNKNOWN : VALUES[value];
    }

    /** The style of a key; {@link #UNKNOWN} if there is none. */
    public static StateStyle of(String key) {
        return BY_KEY.getOrDefault(key, UNKNOWN);
    }

    /** Its stable key. */
    public String key() {
        return key;
    }

    /** Its default colour, {@code #rrggbb}. */
    public String color() {
        return color;
    }

    /** Its height, as part of a row's. */
    public float height() {
        return height;
    }

    /** A letter for those who cannot tell colours apart. */
    public char letter() {
        return letter;
    }

    /** What it is called. */
    public String label() {
        return Messages.style(key);
    }

    /** The style as an element refers to it: by the key. */
    public OutputElementStyle style() {
        return style;
    }

    /** Whether it is that of an arrow. */
    public boolean isArrow() {
        return ordinal() >= STATES;
    }

    /** The properties, for whoever draws. */
    public Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(StyleProperties.STYLE_NAME, label());
        properties.put(StyleProperties.BACKGROUND_COLOR, color);
        properties.put(StyleProperties.COLOR, color);
        properties.put(StyleProperties.HEIGHT, height);
        properties.put(StyleProperties.OPACITY, 1.0f);
        if (isArrow()) {
            properties.put(StyleProperties.WIDTH, 1);
            properties.put(StyleProperties.SYMBOL_TYPE, "triangle");
            properties.put(StyleProperties.STYLE_GROUP, Messages.arrows);
        } else {
            properties.put(StyleProperties.STYLE_GROUP, Messages.states);
            properties.putAll(outline(color));
        }
        return properties;
    }

    /** The outline of a state, for whoever draws: what is too light for a white ground has one that is not. Empty if it needs none. */
    public static Map<String, Object> outline(String color) {
        String line = Contrast.onWhite(color);
        return line.equals(color) ? Map.of()
                : Map.of(StyleProperties.BORDER_STYLE, StyleProperties.BorderStyle.SOLID, StyleProperties.BORDER_COLOR, line,
                        StyleProperties.BORDER_WIDTH, 1);
    }

    /** All styles, by key: the answer to a query for styles. */
    public static OutputStyleModel model() {
        Map<String, OutputElementStyle> styles = new LinkedHashMap<>();
        for (StateStyle style : VALUES) {
            styles.put(style.key, new OutputElementStyle(null, style.properties()));
        }
        return new OutputStyleModel(styles);
    }

    private static Map<String, StateStyle> byKey() {
        Map<String, StateStyle> map = new LinkedHashMap<>();
        for (StateStyle style : VALUES) {
            map.put(style.key, style);
        }
        return map;
    }
}
