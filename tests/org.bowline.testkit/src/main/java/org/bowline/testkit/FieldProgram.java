/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.bowline.testkit.CtfType.Array;
import org.bowline.testkit.CtfType.Int;
import org.bowline.testkit.CtfType.Label;
import org.bowline.testkit.CtfType.Member;
import org.bowline.testkit.CtfType.Real;
import org.bowline.testkit.CtfType.Sequence;
import org.bowline.testkit.CtfType.Struct;
import org.bowline.testkit.CtfType.Text;
import org.bowline.testkit.CtfType.Variant;

/**
 * A structure compiled to a list of steps, so that values can be given one after the other and land where the declaration says. A value of
 * the wrong kind or number is an {@link IllegalStateException}: the bytes always fit the metadata.
 */
final class FieldProgram {
    static final int END = 0;
    static final int ALIGN = 1;
    static final int INTEGER = 2;
    static final int REAL = 3;
    static final int TEXT = 4;
    static final int CHARACTERS = 5;
    static final int ARRAY = 6;
    static final int SEQUENCE = 7;
    static final int CHOOSE = 8;
    static final int JUMP = 9;

    /** Longest string or sequence (elements) that the size bound allows for. */
    static final int LONGEST = 256;

    /**
     * One step.
     *
     * @param kind what
     * @param size bits of an integer or number, bytes of characters, bits to align to, target of a jump
     * @param count elements of an array; for a sequence 1 if its length is big endian
     * @param bigEndian byte order
     * @param slot where an integer is remembered for a variant to choose by; −1 if not
     * @param elementSize bits of an element of a sequence (then {@code size} is of the length)
     * @param alignment bits; of the element for a sequence
     * @param ranges for CHOOSE
     */
    record Step(int kind, int size, int count, boolean bigEndian, int slot, int elementSize, int alignment, List<Range> ranges) {}

    /** Values that lead to a step. */
    record Range(long low, long high, int target) {}

    private final List<Step> building = new ArrayList<>();
    private final boolean bigEndian;
    private int slots;
    private int bound;
    final Step[] steps;

    FieldProgram(Struct struct, ByteOrder order) {
        bigEndian = order == ByteOrder.BIG_ENDIAN;
        compile(struct);
        add(END, 0, 0, false, -1, 0, 1);
        steps = building.toArray(new Step[0]);
    }

    int slots() {
        return slots;
    }

    /** No value takes more bytes than this, if no string or sequence is longer than {@link #LONGEST}. */
    int boundBytes() {
        return bound;
    }

    private int add(int kind, int size, int count, boolean big, int slot, int elementSize, int alignment) {
        building.add(new Step(kind, size, count, big, slot, elementSize, alignment, List.of()));
        return building.size() - 1;
    }

    private void align(int bits) {
        if (bits > 1) {
            add(ALIGN, bits, 0, false, -1, 0, 1);
            bound += bits / 8;
        }
    }

    private boolean big(Int type) {
        return type.order() == null ? bigEndian : type.order() == ByteOrder.BIG_ENDIAN;
    }

    private void compile(Struct struct) {
        align(struct.alignment());
        Map<String, Integer> tags = new HashMap<>();
        Map<String, Int> tagTypes = new HashMap<>();
        for (Member member : struct.members()) {
            CtfType type = member.type();
            if (type instanceof Int integer) {
                align(integer.alignment());
                int slot = -1;
                if (!integer.labels().isEmpty()) {
                    slot = slots++;
                    tags.put(member.name(), slot);
                    tagTypes.put(member.name(), integer);
                }
                add(INTEGER, integer.size(), 0, big(integer), slot, 0, 1);
                bound += integer.size() / 8 + 1;
            } else if (type instanceof Real real) {
                align(real.alignment());
                add(REAL, real.size(), 0, bigEndian, -1, 0, 1);
                bound += real.size() / 8;
            } else if (type instanceof Text) {
                align(8);
                add(TEXT, 0, 0, false, -1, 0, 8);
                bound += LONGEST + 1;
            } else if (type instanceof Array array) {
                align(array.alignment());
                boolean characters = array.element().text() && array.element().size() == 8;
                add(characters ? CHARACTERS : ARRAY, array.element().size(), array.length(), big(array.element()), -1, 0,
                        array.element().alignment());
                bound += array.length() * (Math.max(array.element().size(), array.element().alignment()) / 8 + 1);
            } else if (type instanceof Sequence sequence) {
                align(sequence.lengthType().alignment());
                add(SEQUENCE, sequence.lengthType().size(), big(sequence.lengthType()) ? 1 : 0, big(sequence.element()), -1,
                        sequence.element().size(), sequence.element().alignment());
                bound += sequence.lengthType().size() / 8
                        + LONGEST * Math.max(sequence.element().size(), sequence.element().alignment()) / 8 + 8;
            } else if (type instanceof Struct inner) {
                compile(inner);
            } else if (type instanceof Variant variant) {
                Integer slot = tags.get(variant.tag());
                Int tagType = tagTypes.get(variant.tag());
                if (slot == null || tagType == null) {
                    throw new IllegalStateException("variant " + member.name() + " has no tag " + variant.tag());
                }
                compile(variant, slot, tagType);
            }
        }
    }

    private void compile(Variant variant, int slot, Int tag) {
        int choose = add(CHOOSE, 0, 0, false, slot, 0, 1);
        List<Integer> jumps = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        for (Member option : variant.options()) {
            int target = building.size();
            for (Label label : tag.labels()) {
                String name = label.name().startsWith("_") ? label.name().substring(1) : label.name();
                if (name.equals(option.name())) {
                    ranges.add(new Range(label.low(), label.high(), target));
                }
            }
            compile((Struct) option.type());
            jumps.add(add(JUMP, 0, 0, false, -1, 0, 1));
        }
        for (int jump : jumps) {
            building.set(jump, new Step(JUMP, building.size(), 0, false, -1, 0, 1, List.of()));
        }
        building.set(choose, new Step(CHOOSE, 0, 0, false, slot, 0, 1, List.copyOf(ranges)));
    }
}
