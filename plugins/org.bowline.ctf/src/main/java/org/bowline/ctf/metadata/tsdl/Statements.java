/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Assignment;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Block;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Local;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Name;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Numeral;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Statement;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Text;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeAssignment;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeNode;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Value;

/** The statements of a block by the names on their left sides. Remembers which were asked for, to warn of the others. */
final class Statements {
    /** Default of a number that must be told. */
    static final long REQUIRED = Long.MIN_VALUE;
    private static final Pattern UUID = Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{4}-\\p{XDigit}{12}");

    private final MetadataText text;
    private final Block block;
    private final Map<String, Assignment> values = new HashMap<>();
    private final Map<String, TypeAssignment> types = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    /** Takes the value of an assignment as text. */
    interface ValueTaker {
        void take(int position, String name, String value);
    }

    Statements(MetadataText text, Block block) throws TraceReadException {
        this.text = text;
        this.block = block;
        for (Statement statement : block.statements()) {
            boolean twice = (statement instanceof Assignment assignment && values.put(assignment.left(), assignment) != null)
                    || (statement instanceof TypeAssignment typed && types.put(typed.left(), typed) != null);
            if (twice && !block.kind().equals("env")) {
                int position = statement instanceof Assignment assignment ? assignment.position() : ((TypeAssignment) statement).position();
                throw text.error(position, "this is told twice in the " + block.kind() + " block");
            }
        }
    }

    /** Where the block begins. */
    int position() {
        return block.position();
    }

    /** Whether a value of this name is assigned. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** All values in order; the block must hold nothing else. */
    void forEachValue(ValueTaker taker) {
        for (Statement statement : block.statements()) {
            if (statement instanceof Assignment assignment) {
                taker.take(assignment.position(), assignment.left(), shown(assignment.value()));
            } else if (statement instanceof TypeAssignment typed) {
                text.warn(typed.position(), "a type in the " + block.kind() + " block was ignored");
            }
        }
    }

    private static String shown(Value value) {
        return value instanceof Text quoted ? quoted.text() : value instanceof Name name ? name.text() : value.toString();
    }

    private @Nullable Assignment value(String name) {
        asked.add(name);
        return values.get(name);
    }

    /** A string, word or number as text. */
    String text(String name, String otherwise) {
        Assignment assignment = value(name);
        return assignment == null ? otherwise : shown(assignment.value());
    }

    /** An unsigned number of 64 bits. */
    long unsigned(String name, long otherwise) throws TraceReadException {
        Assignment assignment = value(name);
        if (assignment == null) {
            if (otherwise == REQUIRED) {
                throw text.error(block.position(), "the " + block.kind() + " block lacks '" + name + "'");
            }
            return otherwise;
        }
        if (assignment.value() instanceof Numeral number && !number.negative()) {
            return number.bits();
        }
        throw text.error(assignment.position(), "'" + name + "' must be a number from 0");
    }

    /** True or false; false if not told. */
    boolean truth(String name) throws TraceReadException {
        Assignment assignment = value(name);
        return assignment != null && switch (shown(assignment.value())) {
            case "true", "TRUE", "1" -> true;
            case "false", "FALSE", "0" -> false;
            default -> throw text.error(assignment.position(), "'" + name + "' must be true or false");
        };
    }

    /** A UUID in its usual text, lower case; empty if not told. */
    String uuid(String name) throws TraceReadException {
        Assignment assignment = value(name);
        if (assignment == null) {
            return "";
        }
        String uuid = shown(assignment.value());
        if (!UUID.matcher(uuid).matches()) {
            throw text.error(assignment.position(), "'" + name + "' is not a UUID");
        }
        return uuid.toLowerCase(Locale.ROOT);
    }

    /** The clock's offset, {@code offset_s} seconds and {@code offset} cycles, brought to less than a second's cycles. */
    TsdlReader.ClockOffset clockOffset(String clock, long frequency) throws TraceReadException {
        BigInteger cyclesASecond = BigInteger.valueOf(frequency);
        BigInteger cycles = big("offset").add(big("offset_s").multiply(cyclesASecond));
        BigInteger rest = cycles.mod(cyclesASecond);
        BigInteger seconds = cycles.subtract(rest).divide(cyclesASecond);
        if (seconds.bitLength() >= Long.SIZE) {
            throw text.error(block.position(), "the offset of the clock '" + clock + "' is out of range");
        }
        return new TsdlReader.ClockOffset(seconds.longValue(), rest.longValue());
    }

    private BigInteger big(String name) throws TraceReadException {
        Assignment assignment = value(name);
        if (assignment == null) {
            return BigInteger.ZERO;
        }
        if (!(assignment.value() instanceof Numeral number)) {
            throw text.error(assignment.position(), "'" + name + "' must be a number");
        }
        return new BigInteger(number.toString());
    }

    /** Declares the types that the block declares, in a scope of its own. */
    TypeScope declare(TypeResolver resolver, TypeScope root) throws TraceReadException {
        TypeScope scope = new TypeScope(root);
        for (Statement statement : block.statements()) {
            if (statement instanceof Local local) {
                resolver.declare(local.declaration(), scope);
            }
        }
        return scope;
    }

    /** The structure assigned to this name, or null if none is. */
    @Nullable
    StructClass struct(String name, TypeResolver resolver, TypeScope scope, FieldContext context) throws TraceReadException {
        asked.add(name);
        TypeAssignment assignment = types.get(name);
        if (assignment == null) {
            return null;
        }
        TypeNode type = assignment.type();
        return resolver.root(type, scope, context);
    }

    /** Warns of every statement that nobody asked for. */
    void warnOfUnknown() {
        for (Statement statement : block.statements()) {
            String name = statement instanceof Assignment assignment ? assignment.left()
                    : statement instanceof TypeAssignment typed ? typed.left() : "";
            int position = statement instanceof Assignment assignment ? assignment.position()
                    : statement instanceof TypeAssignment typed ? typed.position() : 0;
            if (!name.isEmpty() && !asked.contains(name)) {
                text.warn(position, "the unknown attribute '" + name + "' of the " + block.kind() + " block was ignored");
            }
        }
    }
}
