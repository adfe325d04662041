/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlLexer.Kind;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Alias;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Assignment;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Block;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Declaration;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Declarator;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Dimension;
import org.bowline.ctf.metadata.tsdl.TsdlTree.EnumType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Enumerator;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Fields;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Item;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Local;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Name;
import org.bowline.ctf.metadata.tsdl.TsdlTree.NamedType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Numeral;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Reference;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Statement;
import org.bowline.ctf.metadata.tsdl.TsdlTree.StructType;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Text;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeAssignment;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeNode;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Typedef;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Value;
import org.bowline.ctf.metadata.tsdl.TsdlTree.VariantType;

/**
 * Recursive descent over TSDL's grammar (CTF 1.8.3, appendix C). It knows words and shapes, not meanings: names stay names. Depth and
 * number of nodes are limited, so that no text can exhaust stack or heap. O(tokens).
 */
final class TsdlParser {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_NODES = 1 << 21;
    /** C's words for numbers; several may stand together. */
    private static final Set<String> NUMBER_WORDS = Set.of("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
            "_Bool", "_Complex", "_Imaginary");
    private static final Set<String> BLOCKS = Set.of("trace", "env", "clock", "stream", "event", "callsite");

    private final MetadataText text;
    private final TsdlLexer lexer;
    private final TsdlAttributes attributes;
    private int depth;
    private int nodes;

    TsdlParser(MetadataText text) {
        this.text = text;
        this.lexer = new TsdlLexer(text);
        this.attributes = new TsdlAttributes(text, lexer, this);
    }

    /** Parses the whole text. */
    List<Item> parse() throws TraceReadException {
        List<Item> items = new ArrayList<>();
        lexer.next();
        while (lexer.kind() != Kind.END) {
            if (lexer.kind() == Kind.SEMICOLON) {
                lexer.next();
            } else if (atWord() && BLOCKS.contains(lexer.word())) {
                items.add(block());
            } else if (atDeclaration() || (atWord() && NUMBER_WORDS.contains(lexer.word()))) {
                items.add(declaration());
            } else {
                skipUnknownBlock();
            }
        }
        return items;
    }

    private void skipUnknownBlock() throws TraceReadException {
        int from = lexer.start();
        if (!atWord()) {
            throw text.error(from, "expected a block or a declaration, but found " + lexer.shown());
        }
        String name = lexer.word();
        if (lexer.next() != Kind.OPEN_BRACE) {
            throw text.error(from, "'" + name + "' begins neither a block nor a declaration");
        }
        int open = 0;
        do {
            if (lexer.kind() == Kind.OPEN_BRACE) {
                open++;
            } else if (lexer.kind() == Kind.CLOSE_BRACE) {
                open--;
            } else if (lexer.kind() == Kind.END) {
                throw text.error(from, "the block '" + name + "' that begins here does not end");
            }
            lexer.next();
        } while (open > 0);
        expect(Kind.SEMICOLON);
        text.warn(from, "the unknown block '" + name + "' was ignored");
    }

    private Block block() throws TraceReadException {
        int position = lexer.start();
        String kind = lexer.word();
        lexer.next();
        expect(Kind.OPEN_BRACE);
        boolean mayDeclare = !kind.equals("env");
        List<Statement> statements = new ArrayList<>();
        while (lexer.kind() != Kind.CLOSE_BRACE) {
            if (lexer.kind() == Kind.END) {
                throw text.error(position, "the block '" + kind + "' that begins here does not end");
            }
            count();
            if (mayDeclare && atDeclaration()) {
                statements.add(new Local(declaration()));
            } else {
                statements.add(assignment());
            }
        }
        lexer.next();
        expect(Kind.SEMICOLON);
        return new Block(position, kind, statements);
    }

    private Statement assignment() throws TraceReadException {
        int position = lexer.start();
        String left = dotted();
        Statement statement;
        if (lexer.kind() == Kind.TYPE_ASSIGN) {
            lexer.next();
            statement = new TypeAssignment(position, left, type());
        } else {
            expect(Kind.ASSIGN);
            statement = new Assignment(position, left, value());
        }
        expect(Kind.SEMICOLON);
        return statement;
    }

    /** Words with dots between them; the present token is the first word. */
    String dotted() throws TraceReadException {
        String first = expectWord();
        if (lexer.kind() != Kind.DOT) {
            return first;
        }
        StringBuilder name = new StringBuilder(first);
        while (lexer.kind() == Kind.DOT) {
            lexer.next();
            name.append('.').append(expectWord());
        }
        return name.toString();
    }

    /** The right side of an assignment. */
    Value value() throws TraceReadException {
        if (lexer.kind() == Kind.STRING) {
            Text value = new Text(lexer.word());
            lexer.next();
            return value;
        }
        return atWord() ? new Name(dotted()) : number();
    }

    /** A number with its sign. */
    Numeral number() throws TraceReadException {
        boolean negative = false;
        int from = lexer.start();
        if (lexer.kind() == Kind.MINUS || lexer.kind() == Kind.PLUS) {
            negative = lexer.kind() == Kind.MINUS;
            lexer.next();
        }
        if (lexer.kind() != Kind.NUMBER) {
            throw text.error(lexer.start(), "expected a value, but found " + lexer.shown());
        }
        long bits = lexer.number();
        if (negative) {
            if (bits < 0 && bits != Long.MIN_VALUE) {
                throw text.error(from, "the number is less than 64 bits hold");
            }
            bits = -bits;
        }
        lexer.next();
        return new Numeral(bits, negative && bits != 0);
    }

    private boolean atDeclaration() {
        if (!atWord()) {
            return false;
        }
        return switch (lexer.word()) {
            case "typealias", "typedef", "struct", "variant", "enum", "const" -> true;
            default -> false;
        };
    }

    private Declaration declaration() throws TraceReadException {
        count();
        int position = lexer.start();
        if (atWord("typealias")) {
            lexer.next();
            return alias(position);
        }
        if (atWord("typedef")) {
            lexer.next();
            TypeNode type = type();
            List<Declarator> names = declarators();
            expect(Kind.SEMICOLON);
            return new Typedef(position, type, names);
        }
        TypeNode type = type();
        List<Declarator> names = lexer.kind() == Kind.SEMICOLON ? List.of() : declarators();
        expect(Kind.SEMICOLON);
        return new Fields(position, type, names);
    }

    private Alias alias(int position) throws TraceReadException {
        TypeNode target = type();
        Declarator declarator = abstractDeclarator();
        expect(Kind.TYPE_ASSIGN);
        if (!atWord()) {
            throw text.error(lexer.start(), "expected the alias's name, but found " + lexer.shown());
        }
        StringBuilder name = new StringBuilder();
        while (atWord()) {
            if (!lexer.word().equals("const")) {
                name.append(name.length() == 0 ? "" : " ").append(lexer.word());
            }
            lexer.next();
        }
        appendPointers(name, pointers());
        expect(Kind.SEMICOLON);
        return new Alias(position, target, declarator, name.toString());
    }

    /** How a pointer type is called: each star after a space. */
    static void appendPointers(StringBuilder name, int pointers) {
        for (int i = 0; i < pointers; i++) {
            name.append(" *");
        }
    }

    private int pointers() throws TraceReadException {
        int count = 0;
        while (lexer.kind() == Kind.STAR || atWord("const")) {
            if (lexer.kind() == Kind.STAR && ++count > MAX_DEPTH) {
                throw text.error(lexer.start(), "more than " + MAX_DEPTH + " stars");
            }
            lexer.next();
        }
        return count;
    }

    private Declarator abstractDeclarator() throws TraceReadException {
        int position = lexer.start();
        int pointers = pointers();
        return new Declarator(position, "", pointers, dimensions());
    }

    private List<Declarator> declarators() throws TraceReadException {
        Declarator first = declarator();
        if (lexer.kind() != Kind.COMMA) {
            return List.of(first);
        }
        List<Declarator> all = new ArrayList<>();
        all.add(first);
        while (lexer.kind() == Kind.COMMA) {
            lexer.next();
            all.add(declarator());
        }
        return all;
    }

    private Declarator declarator() throws TraceReadException {
        count();
        int pointers = pointers();
        int position = lexer.start();
        if (!atWord()) {
            throw text.error(position, "expected a name, but found " + lexer.shown());
        }
        String name = lexer.word();
        lexer.next();
        return new Declarator(position, name, pointers, dimensions());
    }

    private List<Dimension> dimensions() throws TraceReadException {
        if (lexer.kind() != Kind.OPEN_BRACKET) {
            return List.of();
        }
        List<Dimension> all = new ArrayList<>();
        while (lexer.kind() == Kind.OPEN_BRACKET) {
            count();
            if (all.size() == MAX_DEPTH) {
                throw text.error(lexer.start(), "an array of more than " + MAX_DEPTH + " dimensions");
            }
            lexer.next();
            int position = lexer.start();
            if (atWord()) {
                all.add(new Dimension(position, 0, reference()));
            } else {
                Numeral length = number();
                if (length.negative() || length.bits() < 0 || length.bits() > Integer.MAX_VALUE) {
                    throw text.error(position, "an array of " + length + " elements; 0 to " + Integer.MAX_VALUE + " are possible");
                }
                all.add(new Dimension(position, length.bits(), null));
            }
            expect(Kind.CLOSE_BRACKET);
        }
        return all;
    }

    private Reference reference() throws TraceReadException {
        int position = lexer.start();
        List<String> path = new ArrayList<>();
        path.add(expectWord());
        while (lexer.kind() == Kind.DOT) {
            lexer.next();
            path.add(expectWord());
            if (path.size() > MAX_DEPTH) {
                throw text.error(position, "a name of more than " + MAX_DEPTH + " parts");
            }
        }
        return new Reference(position, path);
    }

    /** A type specifier; the present token is its first. */
    TypeNode type() throws TraceReadException {
        count();
        int position = lexer.start();
        depth++;
        if (depth > MAX_DEPTH) {
            throw text.error(position, "types are nested more than " + MAX_DEPTH + " levels deep");
        }
        while (atWord("const")) {
            lexer.next();
        }
        if (!atWord()) {
            throw text.error(position, "expected a type, but found " + lexer.shown());
        }
        String first = lexer.word();
        lexer.next();
        TypeNode type = switch (first) {
            case "integer" -> attributes.integer(position);
            case "floating_point" -> attributes.floatingPoint(position);
            case "string" -> attributes.string(position);
            case "struct" -> struct(position);
            case "variant" -> variant(position);
            case "enum" -> enumeration(position);
            default -> named(position, first);
        };
        depth--;
        return type;
    }

    private NamedType named(int position, String first) throws TraceReadException {
        if (!NUMBER_WORDS.contains(first)) {
            return new NamedType(position, first);
        }
        StringBuilder name = new StringBuilder(first);
        while (atWord() && (NUMBER_WORDS.contains(lexer.word()) || lexer.word().equals("const"))) {
            count();
            if (!lexer.word().equals("const")) {
                name.append(' ').append(lexer.word());
            }
            lexer.next();
        }
        return new NamedType(position, name.toString());
    }

    private String optionalName() throws TraceReadException {
        if (!atWord()) {
            return "";
        }
        String name = lexer.word();
        lexer.next();
        return name;
    }

    private StructType struct(int position) throws TraceReadException {
        String name = optionalName();
        if (lexer.kind() != Kind.OPEN_BRACE) {
            requireName(position, name, "struct");
            return new StructType(position, name, null, 1);
        }
        List<Declaration> body = body(position);
        int alignment = 1;
        if (atWord("align")) {
            lexer.next();
            expect(Kind.OPEN_PARENTHESIS);
            int at = lexer.start();
            alignment = attributes.alignment(at, number());
            expect(Kind.CLOSE_PARENTHESIS);
        }
        return new StructType(position, name, body, alignment);
    }

    private VariantType variant(int position) throws TraceReadException {
        String name = optionalName();
        Reference tag = null;
        if (lexer.kind() == Kind.LESS) {
            lexer.next();
            tag = reference();
            expect(Kind.GREATER);
        }
        if (lexer.kind() != Kind.OPEN_BRACE) {
            requireName(position, name, "variant");
            return new VariantType(position, name, tag, null);
        }
        return new VariantType(position, name, tag, body(position));
    }

    private EnumType enumeration(int position) throws TraceReadException {
        String name = optionalName();
        TypeNode container = null;
        if (lexer.kind() == Kind.COLON) {
            lexer.next();
            container = type();
        }
        if (lexer.kind() != Kind.OPEN_BRACE) {
            requireName(position, name, "enum");
            if (container != null) {
                throw text.error(lexer.start(), "expected '{', but found " + lexer.shown());
            }
            return new EnumType(position, name, null, null);
        }
        lexer.next();
        List<Enumerator> labels = new ArrayList<>();
        while (lexer.kind() != Kind.CLOSE_BRACE) {
            labels.add(enumerator());
            if (lexer.kind() == Kind.COMMA) {
                lexer.next();
            } else if (lexer.kind() != Kind.CLOSE_BRACE) {
                throw text.error(lexer.start(), "expected ',' or '}', but found " + lexer.shown());
            }
        }
        if (labels.isEmpty()) {
            throw text.error(position, "an enumeration without labels");
        }
        lexer.next();
        return new EnumType(position, name, container, labels);
    }

    private Enumerator enumerator() throws TraceReadException {
        count();
        int position = lexer.start();
        if (!atWord() && lexer.kind() != Kind.STRING) {
            throw text.error(position, "expected a label, but found " + lexer.shown());
        }
        String label = lexer.word();
        Numeral low = null;
        Numeral high = null;
        if (lexer.next() == Kind.ASSIGN) {
            lexer.next();
            low = number();
            if (lexer.kind() == Kind.ELLIPSIS) {
                lexer.next();
                high = number();
            }
        }
        return new Enumerator(position, label, low, high);
    }

    private List<Declaration> body(int position) throws TraceReadException {
        expect(Kind.OPEN_BRACE);
        List<Declaration> declarations = new ArrayList<>();
        while (lexer.kind() != Kind.CLOSE_BRACE) {
            if (lexer.kind() == Kind.END) {
                throw text.error(position, "the type that begins here does not end");
            }
            declarations.add(declaration());
        }
        lexer.next();
        return declarations;
    }

    private void requireName(int position, String name, String what) throws TraceReadException {
        if (name.isEmpty()) {
            throw text.error(position, "expected a name or '{' after '" + what + "', but found " + lexer.shown());
        }
    }

    private boolean atWord() {
        return lexer.kind() == Kind.WORD;
    }

    private boolean atWord(String word) {
        return lexer.kind() == Kind.WORD && lexer.word().equals(word);
    }

    /** Takes the present word. */
    String expectWord() throws TraceReadException {
        if (!atWord()) {
            throw text.error(lexer.start(), "expected a name, but found " + lexer.shown());
        }
        String word = lexer.word();
        lexer.next();
        return word;
    }

    /** Takes the present token, which must be of this kind. */
    void expect(Kind kind) throws TraceReadException {
        if (lexer.kind() != kind) {
            throw text.error(lexer.start(), "expected " + kind.text + ", but found " + lexer.shown());
        }
        lexer.next();
    }

    private void count() throws TraceReadException {
        nodes++;
        if (nodes > MAX_NODES) {
            throw text.error(lexer.start(), "more than " + MAX_NODES + " declarations are not the metadata of a tracer");
        }
    }

}
