/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.Mapping;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.VariantClass;
import org.bowline.ctf.metadata.fields.FieldStack;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Alias;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Declaration;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Declarator;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Dimension;
import org.bowline.ctf.metadata.tsdl.TsdlTree.EnumType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Enumerator;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Fields;
import org.bowline.ctf.metadata.tsdl.TsdlTree.FloatType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.IntegerType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.NamedType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Numeral;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Order;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Reference;
import org.bowline.ctf.metadata.tsdl.TsdlTree.StringType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.StructType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeNode;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Typedef;
import org.bowline.ctf.metadata.tsdl.TsdlTree.VariantType;
import org.bowline.ctf.metadata.tsdl.TypeScope.Definition;

/**
 * Makes field classes of types. A type that refers to fields or clocks is made anew wherever it is used, since the reference means
 * something else there; all others are made once. Depth and number of classes are limited <em>after</em> names are replaced by what they
 * stand for, so that few lines cannot stand for billions of fields.
 */
final class TypeResolver {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_CLASSES = 1 << 20;
    private static final StringClass STRING = new StringClass(TextEncoding.UTF8);
    private static final FieldLocation UNBOUND = new FieldLocation(Scope.PACKET_HEADER, List.of());

    private final MetadataText text;
    private final ByteOrder nativeOrder;
    private final Set<String> clocks;
    private final Map<Integer, IntegerClass> integers = new HashMap<>();
    private int classes;
    /** Counts what makes a class depend on the place where it is used. */
    private long dependencies;

    TypeResolver(MetadataText text, ByteOrder nativeOrder, Set<String> clocks) {
        this.text = text;
        this.nativeOrder = nativeOrder;
        this.clocks = clocks;
    }

    /** Declares the types of a declaration at top level or in a block, where it must not declare fields. */
    void declare(Declaration declaration, TypeScope scope) throws TraceReadException {
        if (declaration instanceof Fields fields) {
            if (!fields.declarators().isEmpty()) {
                throw text.error(fields.declarators().get(0).position(), "a field cannot be declared outside a structure or variant");
            }
            requireName(fields);
            resolve(fields.type(), scope, FieldContext.unbound(text), 0);
        } else {
            declareNames(declaration, scope);
        }
    }

    private void requireName(Fields fields) throws TraceReadException {
        boolean named = fields.type() instanceof StructType struct ? !struct.name().isEmpty()
                : fields.type() instanceof VariantType variant ? !variant.name().isEmpty()
                        : fields.type() instanceof EnumType enumeration && !enumeration.name().isEmpty();
        if (!named) {
            throw text.error(fields.position(), "a declaration that names neither a field nor a type");
        }
    }

    private void declareNames(Declaration declaration, TypeScope scope) throws TraceReadException {
        if (declaration instanceof Alias alias) {
            declareName(alias.position(), alias.name(), alias.target(), alias.declarator(), scope);
        } else if (declaration instanceof Typedef typedef) {
            for (Declarator declarator : typedef.declarators()) {
                declareName(declarator.position(), declarator.name(), typedef.type(), declarator, scope);
            }
        }
    }

    private void declareName(int position, String name, TypeNode target, Declarator declarator, TypeScope scope) throws TraceReadException {
        Definition definition = new Definition(pointed(target, declarator), declarator.dimensions(), scope);
        // made now, though perhaps never used: names must be known where they are written, and a name must not mean itself
        long before = dependencies;
        int classesBefore = classes;
        FieldClass made = dimensioned(resolve(definition.type, scope, FieldContext.unbound(text), 0), definition.dimensions,
                FieldContext.unbound(text));
        if (dependencies == before) {
            definition.memo = made;
            definition.memoClasses = classes - classesBefore;
        }
        if (!scope.declare(name, definition)) {
            throw text.error(position, "the type name '" + name + "' is declared twice");
        }
    }

    /** The type that a declarator with stars means: a type named with these stars. */
    private TypeNode pointed(TypeNode type, Declarator declarator) throws TraceReadException {
        if (declarator.pointers() == 0) {
            return type;
        }
        if (!(type instanceof NamedType named)) {
            throw text.error(declarator.position(), "only a named type can be a pointer");
        }
        StringBuilder name = new StringBuilder(named.name());
        TsdlParser.appendPointers(name, declarator.pointers());
        return new NamedType(named.position(), name.toString());
    }

    /** The class of a structure that makes up a whole scope. */
    StructClass root(TypeNode type, TypeScope scope, FieldContext context) throws TraceReadException {
        if (resolve(type, scope, context, 0) instanceof StructClass struct) {
            return struct;
        }
        throw text.error(type.position(), "a structure is needed here");
    }

    private FieldClass resolve(TypeNode type, TypeScope scope, FieldContext context, int depth) throws TraceReadException {
        count(type.position());
        if (depth > MAX_DEPTH) {
            throw text.error(type.position(), "types are nested more than " + MAX_DEPTH + " levels deep");
        }
        if (type instanceof IntegerType integer) {
            return integer(integer, context);
        }
        if (type instanceof NamedType named) {
            return use(find(named.position(), named.name(), scope), context, depth);
        }
        if (type instanceof StructType struct) {
            return struct(struct, scope, context, depth);
        }
        if (type instanceof VariantType variant) {
            return variant(variant, scope, context, depth);
        }
        if (type instanceof EnumType enumeration) {
            return enumeration(enumeration, scope, context, depth);
        }
        if (type instanceof FloatType real) {
            return new FloatClass(real.size(), real.alignment(), order(real.order()), false);
        }
        if (type instanceof StringType) {
            return STRING;
        }
        throw new IllegalStateException(type.toString());
    }

    private FieldClass use(Definition definition, FieldContext context, int depth) throws TraceReadException {
        FieldClass memo = definition.memo;
        if (memo != null) {
            classes += definition.memoClasses;
            count(definition.type.position());
            return memo;
        }
        FieldClass made = resolve(definition.type, definition.scope, context, depth + 1);
        return dimensioned(made, definition.dimensions, context);
    }

    private Definition find(int position, String name, TypeScope scope) throws TraceReadException {
        Definition definition = scope.find(name);
        if (definition == null) {
            throw text.error(position, "unknown type '" + name + "'");
        }
        return definition;
    }

    private ByteOrder order(Order order) {
        return switch (order) {
            case NATIVE -> nativeOrder;
            case LITTLE -> ByteOrder.LITTLE_ENDIAN;
            case BIG -> ByteOrder.BIG_ENDIAN;
        };
    }

    private IntegerClass integer(IntegerType type, FieldContext context) throws TraceReadException {
        ByteOrder order = order(type.order());
        String clock = type.clock();
        if (clock != null) {
            if (!clocks.contains(clock)) {
                throw text.error(type.position(), "the integer is mapped to the unknown clock '" + clock + "'");
            }
            dependencies++;
            if (context.scope() == Scope.EVENT_HEADER || context.scope() == Scope.PACKET_CONTEXT) {
                context.clocks().add(clock);
                return new IntegerClass(IntegerClass.Form.NUMBER, type.size(), type.alignment(), type.signed(), order, false, type.base(),
                        type.encoding(), List.of(), Set.of(Role.CLOCK_TIMESTAMP));
            }
        }
        int key = type.size() | (Integer.numberOfTrailingZeros(type.alignment()) << 7) | (type.base() << 12)
                | (type.signed() ? 1 << 17 : 0) | (order == ByteOrder.BIG_ENDIAN ? 1 << 18 : 0)
                | (type.encoding() == TextEncoding.NONE ? 0 : 1 << 19);
        IntegerClass known = integers.get(key);
        if (known == null) {
            known = new IntegerClass(IntegerClass.Form.NUMBER, type.size(), type.alignment(), type.signed(), order, false, type.base(),
                    type.encoding(), List.of(), Set.of());
            integers.put(key, known);
        }
        return known;
    }

    private FieldClass struct(StructType type, TypeScope scope, FieldContext context, int depth) throws TraceReadException {
        List<Declaration> body = type.body();
        if (body == null) {
            return use(find(type.position(), "struct " + type.name(), scope), context, depth);
        }
        TypeScope inner = new TypeScope(scope);
        context.stack().beginStruct();
        int alignment = type.alignment();
        for (Declaration declaration : body) {
            if (!(declaration instanceof Fields fields)) {
                declareNames(declaration, inner);
                continue;
            }
            if (fields.declarators().isEmpty()) {
                declare(fields, inner);
            }
            for (Declarator declarator : fields.declarators()) {
                String name = FieldContext.unescaped(declarator.name());
                context.stack().beginMember(name);
                FieldClass member = dimensioned(resolve(pointed(fields.type(), declarator), inner, context, depth + 1),
                        declarator.dimensions(), context);
                alignment = Math.max(alignment, member.alignment());
                if (!context.stack().endMember(name, member)) {
                    throw text.error(declarator.position(), "the structure has a field '" + declarator.name() + "' already");
                }
            }
        }
        StructClass made = new StructClass(context.stack().endStruct(), alignment);
        declareBody(type.position(), "struct ", type.name(), type, scope);
        return made;
    }

    /** A type with a name and a body is known from here on in the scope around it, unless this very declaration was met before. */
    private void declareBody(int position, String keyword, String name, TypeNode type, TypeScope scope) throws TraceReadException {
        if (name.isEmpty()) {
            return;
        }
        String key = keyword + name;
        if (!scope.declare(key, new Definition(type, List.of(), scope))) {
            Definition known = scope.find(key);
            if (known == null || known.type != type) {
                throw text.error(position, "'" + key + "' is declared twice");
            }
        }
    }

    /** Puts arrays around a class: {@code x[2][3]} is two times three elements. */
    private FieldClass dimensioned(FieldClass element, List<Dimension> dimensions, FieldContext context) throws TraceReadException {
        FieldClass made = element;
        for (int i = dimensions.size() - 1; i >= 0; i--) {
            Dimension dimension = dimensions.get(i);
            count(dimension.position());
            Reference reference = dimension.reference();
            Length length = reference == null ? new Length.Fixed(dimension.length()) : length(reference, context);
            made = new ArrayClass(made, length, made.alignment());
        }
        return made;
    }

    private Length length(Reference reference, FieldContext context) throws TraceReadException {
        dependencies++;
        if (context.scope() == null) {
            return new Length.Field(UNBOUND);
        }
        FieldStack.Found found = context.find(reference);
        if (found.signed()) {
            throw text.error(reference.position(), "the length field '" + reference + "' is signed");
        }
        return new Length.Field(found.location());
    }

    private FieldClass variant(VariantType use, TypeScope scope, FieldContext context, int depth) throws TraceReadException {
        VariantType type = use;
        TypeScope around = scope;
        if (use.body() == null) {
            Definition definition = find(use.position(), "variant " + use.name(), scope);
            type = (VariantType) definition.type;
            around = definition.scope;
        }
        Reference tag = use.tag() != null ? use.tag() : type.tag();
        dependencies++;
        FieldStack.Found found = null;
        if (context.scope() != null) {
            if (tag == null) {
                throw text.error(use.position(), "a variant without a tag");
            }
            found = context.find(tag);
            if (!(found.type() instanceof IntegerClass integer) || integer.form() != IntegerClass.Form.ENUMERATION) {
                throw text.error(tag.position(), "the tag '" + tag + "' is not an enumeration");
            }
        }
        IntegerClass enumeration = found != null && found.type() instanceof IntegerClass integer ? integer : null;
        List<VariantClass.Option> options = options(type, around, enumeration, context, depth);
        declareBody(type.position(), "variant ", type.name(), type, around);
        return new VariantClass(found == null ? UNBOUND : found.location(), options);
    }

    private List<VariantClass.Option> options(VariantType type, TypeScope scope, @Nullable IntegerClass tag, FieldContext context,
            int depth)
            throws TraceReadException {
        TypeScope inner = new TypeScope(scope);
        Map<String, VariantClass.Option> options = new LinkedHashMap<>();
        List<Declaration> body = type.body();
        for (Declaration declaration : body == null ? List.<Declaration>of() : body) {
            if (!(declaration instanceof Fields fields)) {
                declareNames(declaration, inner);
                continue;
            }
            if (fields.declarators().isEmpty()) {
                declare(fields, inner);
            }
            for (Declarator declarator : fields.declarators()) {
                FieldClass option = dimensioned(resolve(pointed(fields.type(), declarator), inner, context, depth + 1),
                        declarator.dimensions(), context);
                String name = FieldContext.unescaped(declarator.name());
                RangeSet ranges = tag == null ? new RangeSet(false, List.of()) : ranges(tag, declarator.name());
                if (options.put(name, new VariantClass.Option(name, ranges, option)) != null) {
                    throw text.error(declarator.position(), "the variant has an option '" + declarator.name() + "' already");
                }
            }
        }
        if (options.isEmpty()) {
            throw text.error(type.position(), "a variant without options");
        }
        return new ArrayList<>(options.values());
    }

    /** The values of the tag's label of this name; none if it has no such label: the option is then never chosen. */
    private RangeSet ranges(IntegerClass tag, String name) throws TraceReadException {
        text.spend(tag.mappings().size());
        for (Mapping mapping : tag.mappings()) {
            if (mapping.label().equals(name)) {
                return mapping.ranges();
            }
        }
        for (Mapping mapping : tag.mappings()) {
            if (FieldContext.unescaped(mapping.label()).equals(FieldContext.unescaped(name))) {
                return mapping.ranges();
            }
        }
        return new RangeSet(tag.signed(), List.of());
    }

    private FieldClass enumeration(EnumType type, TypeScope scope, FieldContext context, int depth) throws TraceReadException {
        List<Enumerator> body = type.body();
        if (body == null) {
            return use(find(type.position(), "enum " + type.name(), scope), context, depth);
        }
        TypeNode container = type.container();
        FieldClass carrier = container != null ? resolve(container, scope, context, depth + 1)
                : use(find(type.position(), "int", scope), context, depth + 1);
        if (!(carrier instanceof IntegerClass integer)) {
            throw text.error(type.position(), "an enumeration must be recorded as an integer");
        }
        IntegerClass made = new IntegerClass(IntegerClass.Form.ENUMERATION, integer.size(), integer.alignment(), integer.signed(),
                integer.byteOrder(), false, integer.base(), TextEncoding.NONE, mappings(body, integer.signed()), integer.roles());
        declareBody(type.position(), "enum ", type.name(), type, scope);
        return made;
    }

    /** Labels with their ranges, one mapping for all ranges of a label. */
    private List<Mapping> mappings(List<Enumerator> body, boolean signed) throws TraceReadException {
        Map<String, List<RangeSet.Range>> ranges = new LinkedHashMap<>();
        long next = 0;
        boolean exhausted = false;
        for (Enumerator enumerator : body) {
            count(enumerator.position());
            Numeral written = enumerator.low();
            if (written == null && exhausted) {
                throw text.error(enumerator.position(),
                        "the label '" + enumerator.label() + "' has no value, and the one before it has the greatest");
            }
            long low = written == null ? next : value(enumerator, written, signed);
            Numeral writtenHigh = enumerator.high();
            long high = writtenHigh == null ? low : value(enumerator, writtenHigh, signed);
            if (signed ? low > high : Long.compareUnsigned(low, high) > 0) {
                throw text.error(enumerator.position(), "the range of the label '" + enumerator.label() + "' ends before it begins");
            }
            exhausted = high == (signed ? Long.MAX_VALUE : -1L);
            next = high + 1;
            ranges.computeIfAbsent(enumerator.label(), label -> new ArrayList<>(1)).add(new RangeSet.Range(low, high));
        }
        List<Mapping> mappings = new ArrayList<>(ranges.size());
        ranges.forEach((label, values) -> mappings.add(new Mapping(label, new RangeSet(signed, values))));
        return mappings;
    }

    private long value(Enumerator enumerator, Numeral number, boolean signed) throws TraceReadException {
        if (signed && number.isBig()) {
            throw text.error(enumerator.position(), "the value " + number + " of the label '" + enumerator.label()
                    + "' is greater than a signed integer holds");
        }
        return number.bits();
    }

    private void count(int position) throws TraceReadException {
        classes++;
        if (classes < 0 || classes > MAX_CLASSES) {
            throw text.error(position,
                    "more than " + MAX_CLASSES + " fields and labels, once type names are replaced by what they stand for");
        }
    }
}
