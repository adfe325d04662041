/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The functions and the build id of an ELF file, of 32 or 64 bits and either byte order. Of a damaged or hostile file comes what can be read: every length and
 * offset is checked against the file, and nothing is read of more than {@value #MOST_SECTIONS} sections, {@value #MOST_SYMBOLS} symbols, {@value #MOST_BYTES}
 * bytes of a section and as many of names.
 *
 * @param buildId in hex; empty if it has none
 * @param symbols its functions; those of its symbol table and of its dynamic one
 * @param machine the processor that it is for, as the format numbers them
 * @param loads the parts of it that come into memory
 * @param imports names of functions of other files, by the place in memory at which their addresses stand once it is loaded; of x86-64 only
 */
public record ElfFile(String buildId, SymbolTable symbols, int machine, List<Load> loads, Map<Long, String> imports) {
    /** x86-64, as the format numbers it. */
    static final int X86_64 = 62;
    /** The machines whose direct calls are {@code E8} and a distance of 32 bits: i386 and x86-64. */
    private static final List<Integer> X86 = List.of(3, X86_64);
    private static final int CALL = 5;
    private static final int MOST_LOADS = 1 << 10;
    private static final int LOAD = 1;

    private static final int MOST_SECTIONS = 1 << 14;
    private static final int MOST_SYMBOLS = 1 << 22;
    private static final int MOST_BYTES = 1 << 28;
    private static final int MOST_NAME = 1 << 12;
    private static final int MAGIC = 0x7f454c46;
    private static final int HEADER = 64;
    private static final int SYMBOLS = 2;
    private static final int NOTES = 7;
    private static final int RELOCATIONS = 4;
    private static final int RELOCATION = 24;
    private static final int SYMBOL = 24;
    private static final int DYNAMIC_SYMBOLS = 11;
    /** R_X86_64_GLOB_DAT and R_X86_64_JUMP_SLOT: the address of a symbol. */
    private static final List<Integer> ADDRESS_OF_SYMBOL = List.of(6, 7);
    private static final int VARIABLE = 1;
    private static final int FUNCTION = 2;
    private static final int SOURCE = 4;
    private static final int INDIRECT_FUNCTION = 10;
    private static final int BUILD_ID = 3;
    private static final int LONGEST_ID = 64;
    /** A file has one of each sort. */
    private static final int MOST_TABLES = 16;
    /** Sections from this number on are none, but say something of the symbol: it has a fixed value, or there is room to be made for it. */
    private static final int FIRST_RESERVED = 0xff00;
    /** The section's number is elsewhere, as it is large. */
    private static final int ELSEWHERE = 0xffff;

    /**
     * A part of the file that comes into memory.
     *
     * @param offset where it begins in the file
     * @param size its bytes in the file
     * @param address where it begins in the file's own addresses
     */
    public record Load(long offset, long size, long address) {}

    /** Copies the collections. */
    public ElfFile {
        loads = List.copyOf(loads);
        imports = Map.copyOf(imports);
    }

    /** The file's own address of a place in the file; −1 if that does not come into memory. */
    public long address(long offset) {
        for (Load load : loads) {
            if (Long.compareUnsigned(offset - load.offset(), load.size()) < 0) {
                return offset - load.offset() + load.address();
            }
        }
        return -1;
    }

    /** The place in the file of one of its own addresses; −1 if it is not in the file. */
    public long offset(long address) {
        for (Load load : loads) {
            if (Long.compareUnsigned(address - load.address(), load.size()) < 0) {
                return address - load.address() + load.offset();
            }
        }
        return -1;
    }

    /**
     * Which function the call before an address calls, where that is written in the instruction: of x86 only, and not of calls by a pointer.
     *
     * @param file where this was read from
     * @param offset place of the instruction after the call in the file
     * @return its own address, or −1
     */
    public long called(Path file, long offset) {
        long after = address(offset);
        if (!X86.contains(machine) || offset < CALL || after < 0) {
            return -1;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer code = ByteBuffer.allocate(CALL).order(ByteOrder.LITTLE_ENDIAN);
            return channel.read(code, offset - CALL) == CALL && code.get(0) == (byte) 0xe8 ? after + code.getInt(1) : -1;
        } catch (IOException e) {
            return -1; // as if it were another instruction
        }
    }

    /** A part of the file, as its table of sections tells. */
    private record Section(int type, long offset, long size, int link, long entry) {}

    /**
     * A symbol of some sort.
     *
     * @param address where it begins in the file's own addresses, unsigned
     * @param size its bytes
     * @param name its name
     * @param type its sort, as the format numbers them
     * @param isLocal whether only its own source knows it, so that others may have the same name
     * @param section where it is; 0 if it is in another file
     */
    record Entry(long address, long size, String name, int type, boolean isLocal, int section) {
        Entry with(String called) {
            return new Entry(address, size, called, type, isLocal, section);
        }

        boolean isFunction() {
            return (type == FUNCTION || type == INDIRECT_FUNCTION) && section != 0;
        }

        /** Whether it is the name of the source that the local symbols after it are of. */
        boolean isSource() {
            return type == SOURCE;
        }

        /** Whether it is something in memory that is no code. */
        boolean isVariable() {
            return type == VARIABLE && section != 0 && (section < FIRST_RESERVED || section == ELSEWHERE);
        }

        boolean isOfVariables() {
            return isSource() || isVariable();
        }
    }

    /**
     * Reads a file; null if it is not a regular ELF file.
     *
     * @param symbols whether the functions are wanted, too; else there are none
     * @throws IOException if it cannot be read
     */
    public static @Nullable ElfFile read(Path file, boolean symbols) throws IOException {
        if (!Files.isRegularFile(file)) {
            return null; // not to wait for a pipe
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Reader(channel).read(symbols);
        }
    }

    /**
     * The variables of a file: what is global or static, by the file's own addresses, each with a name that no other of them has. Those of threads are at another place in each thread, and are not among them.
     *
     * @throws IOException if it cannot be read
     */
    public static SymbolTable variables(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return SymbolTable.EMPTY; // not to wait for a pipe
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return new Reader(channel).variables();
        }
    }

    /**
     * Where an address of a process that has the file in memory is in the file's own addresses. LTTng tells where its first part begins in memory.
     *
     * @param module the file in memory
     */
    public long own(Module module, long address) {
        return loads.isEmpty() ? module.inFile(address) : address - module.base() + loads.get(0).address();
    }

    /** Reads one file. */
    private static final class Reader {
        private final FileChannel channel;
        private final long size;
        private long bytesOfNames;
        private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        private boolean wide = true;

        Reader(FileChannel channel) throws IOException {
            this.channel = channel;
            size = channel.size();
        }

        private @Nullable ByteBuffer header() throws IOException {
            ByteBuffer header = bytes(0, Math.min(HEADER, size));
            if (header == null || header.remaining() < 52 || header.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
                return null;
            }
            wide = header.get(4) == 2;
            if (wide && header.remaining() < HEADER) {
                return null;
            }
            order = header.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            return header.order(order);
        }

        SymbolTable variables() throws IOException {
            ByteBuffer header = header();
            VariableNames found = new VariableNames();
            if (header != null) {
                eachSymbol(sections(header), Entry::isOfVariables, found::add);
            }
            return found.table();
        }

        @Nullable
        ElfFile read(boolean symbols) throws IOException {
            ByteBuffer header = header();
            if (header == null) {
                return null;
            }
            List<Section> sections = sections(header);
            String id = "";
            for (Section section : sections) {
                if (section.type == NOTES && id.isEmpty()) {
                    id = buildId(section);
                }
            }
            List<SymbolTable.Symbol> found = new ArrayList<>();
            if (symbols) {
                eachSymbol(sections, Entry::isFunction, entry -> {
                    if (found.size() < MOST_SYMBOLS) {
                        found.add(new SymbolTable.Symbol(entry.address, entry.size, entry.name));
                    }
                });
            }
            int machine = header.getShort(18) & 0xffff;
            Map<Long, String> imports = new HashMap<>();
            if (symbols && machine == X86_64) {
                imports(sections, imports);
            }
            return new ElfFile(id, new SymbolTable(found), machine, loads(header), imports);
        }

        private void imports(List<Section> sections, Map<Long, String> imports) throws IOException {
            for (Section section : sections) {
                Section symbols = section.type == RELOCATIONS && section.entry == RELOCATION ? linked(section, sections) : null;
                if (symbols == null || symbols.type != DYNAMIC_SYMBOLS) {
                    continue;
                }
                Section names = linked(symbols, sections);
                if (names != null) {
                    imports(bytes(section.offset, section.size), bytes(symbols.offset, symbols.size), bytes(names.offset, names.size),
                            imports);
                }
            }
        }

        private static @Nullable Section linked(Section section, List<Section> sections) {
            return section.link < 0 || section.link >= sections.size() ? null : sections.get(section.link);
        }

        private static void imports(@Nullable ByteBuffer table, @Nullable ByteBuffer symbols, @Nullable ByteBuffer names,
                Map<Long, String> imports) {
            if (table == null || symbols == null || names == null) {
                return;
            }
            for (int at = 0; at + RELOCATION <= table.limit() && imports.size() < MOST_SYMBOLS; at += RELOCATION) {
                long symbol = (table.getLong(at + 8) >>> 32) * SYMBOL;
                if (ADDRESS_OF_SYMBOL.contains(table.getInt(at + 8)) && symbol + SYMBOL <= symbols.limit()) {
                    imports.put(table.getLong(at), name(names, symbols.getInt((int) symbol) & 0xffff_ffffL));
                }
            }
        }

        private List<Load> loads(ByteBuffer header) throws IOException {
            List<Load> loads = new ArrayList<>();
            int entry = header.getShort(wide ? 54 : 42) & 0xffff;
            int count = Math.min(MOST_LOADS, header.getShort(wide ? 56 : 44) & 0xffff);
            if (entry < (wide ? 56 : 32)) {
                return loads;
            }
            ByteBuffer table = bytes(wide ? header.getLong(32) : header.getInt(28) & 0xffff_ffffL, (long) entry * count);
            for (int at = 0; table != null && at + entry <= table.limit(); at += entry) {
                if (table.getInt(at) == LOAD) {
                    loads.add(wide ? new Load(table.getLong(at + 8), table.getLong(at + 32), table.getLong(at + 16))
                            : new Load(table.getInt(at + 4) & 0xffff_ffffL, table.getInt(at + 16) & 0xffff_ffffL,
                                    table.getInt(at + 8) & 0xffff_ffffL));
                }
            }
            return loads;
        }

        private List<Section> sections(ByteBuffer header) throws IOException {
            return wide ? sections(header.getLong(40), header.getShort(58) & 0xffff, header.getShort(60) & 0xffff)
                    : sections(header.getInt(32) & 0xffff_ffffL, header.getShort(46) & 0xffff, header.getShort(48) & 0xffff);
        }

        /** A part of the file; null if it is not in the file, or too long. */
        private @Nullable ByteBuffer bytes(long offset, long length) throws IOException {
            if (offset < 0 || length < 0 || length > MOST_BYTES || offset > size - length) {
                return null;
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) length).order(order);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    return null; // it became shorter
                }
            }
            return buffer.flip();
        }

        private List<Section> sections(long offset, int entry, int count) throws IOException {
            List<Section> sections = new ArrayList<>();
            if (entry < (wide ? 64 : 40)) {
                return sections;
            }
            ByteBuffer table = bytes(offset, (long) entry * Math.min(count, MOST_SECTIONS));
            for (int at = 0; table != null && at + entry <= table.limit(); at += entry) {
                sections.add(wide
                        ? new Section(table.getInt(at + 4), table.getLong(at + 24), table.getLong(at + 32), table.getInt(at + 40),
                                table.getLong(at + 56))
                        : new Section(table.getInt(at + 4), table.getInt(at + 16) & 0xffff_ffffL, table.getInt(at + 20) & 0xffff_ffffL,
                                table.getInt(at + 24), table.getInt(at + 36) & 0xffff_ffffL));
            }
            return sections;
        }

        private String buildId(Section section) throws IOException {
            ByteBuffer notes = bytes(section.offset, section.size);
            int at = 0;
            while (notes != null && at + 12 <= notes.limit()) {
                long name = notes.getInt(at) & 0xffff_ffffL;
                long length = notes.getInt(at + 4) & 0xffff_ffffL;
                long content = at + 12 + (name + 3 & ~3L);
                if (content + length > notes.limit()) {
                    return "";
                }
                if (notes.getInt(at + 8) == BUILD_ID && name == 4 && length <= LONGEST_ID) {
                    StringBuilder hex = new StringBuilder();
                    for (int i = 0; i < length; i++) {
                        int value = notes.get((int) content + i);
                        hex.append(Character.forDigit(value >> 4 & 15, 16)).append(Character.forDigit(value & 15, 16));
                    }
                    return hex.toString();
                }
                at = (int) Math.min(notes.limit(), content + (length + 3 & ~3L));
            }
            return "";
        }

        /** Tells the symbols of a sort in all tables, those of a table in its order. */
        private void eachSymbol(List<Section> sections, Predicate<Entry> wanted, Consumer<Entry> sink) throws IOException {
            int tables = 0;
            for (Section section : sections) {
                if ((section.type == SYMBOLS || section.type == DYNAMIC_SYMBOLS) && tables++ < MOST_TABLES) {
                    eachSymbol(section, sections, wanted, sink);
                }
            }
        }

        private void eachSymbol(Section section, List<Section> sections, Predicate<Entry> wanted, Consumer<Entry> sink)
                throws IOException {
            int length = wide ? 24 : 16;
            Section linked = linked(section, sections);
            ByteBuffer names = linked == null ? null : bytes(linked.offset, linked.size);
            ByteBuffer table = section.entry == length ? bytes(section.offset, section.size) : null;
            if (names == null || table == null) {
                return;
            }
            int count = Math.min(table.limit() / length, MOST_SYMBOLS);
            for (int i = 0; i < count && bytesOfNames < MOST_BYTES; i++) {
                Entry entry = entry(table, i * length);
                if (wanted.test(entry)) {
                    String name = name(names, table.getInt(i * length) & 0xffff_ffffL);
                    bytesOfNames += name.length();
                    sink.accept(entry.with(name));
                }
            }
        }

        private Entry entry(ByteBuffer table, int at) {
            int info = table.get(at + (wide ? 4 : 12)) & 0xff;
            int section = table.getShort(at + (wide ? 6 : 14)) & 0xffff;
            return wide ? new Entry(table.getLong(at + 8), table.getLong(at + 16), "", info & 15, info >> 4 == 0, section)
                    : new Entry(table.getInt(at + 4) & 0xffff_ffffL, table.getInt(at + 8) & 0xffff_ffffL, "", info & 15, info >> 4 == 0,
                            section);
        }

        private static String name(ByteBuffer names, long offset) {
            if (offset >= names.limit()) {
                return "";
            }
            int begin = (int) offset;
            int end = begin;
            while (end < names.limit() && end - begin < MOST_NAME && names.get(end) != 0) {
                end++;
            }
            byte[] text = new byte[end - begin];
            names.get(begin, text);
            return new String(text, StandardCharsets.UTF_8);
        }
    }
}
