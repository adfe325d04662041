/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.symbol.SymbolTable.Symbol;

/**
 * Which functions a function of a file calls, as its instructions say (x86-64 only). What is found is what is written in the code: calls of functions of the file, calls of functions of other
 * files through the table of their addresses, and functions whose address the code takes, as those that are inlined in a program built with {@code -finstrument-functions}. Calls through
 * pointers are not.
 *
 * <p>The bytes of the code are not decoded: each place that would be a call, if an instruction began there, is taken for one if it leads to the very beginning of a function. That a byte inside of another
 * instruction is taken for a call by chance takes four more bytes that are just one of the file's few thousand distances: about one in a million bytes of that value.
 *
 * <p>Not for use by several threads at a time.
 */
public final class CalledFunctions {
    /** Called by each function of a program built with {@code -finstrument-functions} when it begins. */
    static final String ENTRY = "__cyg_profile_func_enter";
    private static final String OF_INSTRUMENTATION = "__cyg_profile_func_";
    private static final String COLD = ".cold";
    private static final int MOST_BYTES = 1 << 24;
    private static final int DISTANCE = 4;
    /** {@code endbr64} */
    private static final int LANDING = 0xfa1e0ff3;
    private static final int LONGEST_STUB = 12;

    /** How it is known that a function calls another. */
    public enum How {
        /** There is a call. */
        CALL,
        /** Only its address is taken: it is inlined there, or called by a pointer, perhaps elsewhere. */
        ADDRESS
    }

    /**
     * A function that is called.
     *
     * @param name its name
     * @param symbol its code; null if it is in another file
     * @param how how that is known
     */
    public record Callee(String name, @Nullable Symbol symbol, How how) {}

    /**
     * What the code of a function says.
     *
     * @param callees whom it calls, in the order of the code, each once; itself and the instrumentation's own functions are left out
     * @param isInstrumented whether it announces its begin
     */
    public record Code(List<Callee> callees, boolean isInstrumented) {
        /** Copies the list. */
        public Code {
            callees = List.copyOf(callees);
        }
    }

    private static final Code NOTHING = new Code(List.of(), false);

    private final SymbolFiles.Found file;
    private final Map<Long, Code> known = new HashMap<>();
    private final Map<String, Symbol> coldParts = new HashMap<>();

    /** Of a file. */
    public CalledFunctions(SymbolFiles.Found file) {
        this.file = file;
        for (Symbol symbol : file.elf().symbols().all()) {
            if (symbol.name().endsWith(COLD)) {
                coldParts.putIfAbsent(symbol.name(), symbol);
            }
        }
    }

    /** Whether the code of the file is of a processor whose calls are known here. */
    public boolean isRead() {
        return file.elf().machine() == ElfFile.X86_64;
    }

    /** The functions of the file. */
    public SymbolTable symbols() {
        return file.elf().symbols();
    }

    /** What a function of the file says; nothing if its code cannot be read. O(bytes · log functions), once per function. */
    public Code of(Symbol function) {
        Code code = known.get(function.address());
        if (code == null) {
            code = isRead() ? read(function) : NOTHING;
            known.put(function.address(), code);
        }
        return code;
    }

    private Code read(Symbol function) {
        Reading reading = new Reading(function);
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            reading.scan(channel, function);
            // what a compiler expects to happen seldom is kept apart
            Symbol cold = coldParts.get(function.name() + COLD);
            if (cold != null) {
                reading.scan(channel, cold);
            }
        } catch (IOException e) {
            return NOTHING; // as if it were not there: it calls nobody that we know, and the callers tell what they read
        }
        return reading.code();
    }

    /** Of one function. */
    private final class Reading {
        private final Symbol function;
        private final Map<String, Callee> callees = new LinkedHashMap<>();
        private boolean isInstrumented;

        Reading(Symbol function) {
            this.function = function;
        }

        Code code() {
            return new Code(new ArrayList<>(callees.values()), isInstrumented);
        }

        void scan(FileChannel channel, Symbol part) throws IOException {
            ByteBuffer code = bytes(channel, part.address(), Math.min(part.size(), MOST_BYTES));
            int end = code.limit();
            for (int at = 0; at < end - DISTANCE; at++) {
                int first = code.get(at) & 0xff;
                if (first == 0xe8 || first == 0xe9) {
                    called(channel, target(part, code, at + 1));
                } else if (first == 0xff && at + 2 + DISTANCE <= end && (code.get(at + 1) == 0x15 || code.get(at + 1) == 0x25)) {
                    imported(file.elf().imports().get(target(part, code, at + 2)));
                } else if ((first & 0xfb) == 0x48 && at + 3 + DISTANCE <= end && (code.get(at + 1) & 0xff) == 0x8d
                        && (code.get(at + 2) & 0xc7) == 5) {
                    taken(target(part, code, at + 3));
                } else if ((first & 0xf8) == 0xb8) {
                    taken(code.getInt(at + 1) & 0xffff_ffffL); // of a program that is always at the same place
                }
            }
        }

        /** Where the distance at a place of the code leads, from what comes after it. */
        private static long target(Symbol part, ByteBuffer code, int at) {
            return part.address() + at + DISTANCE + code.getInt(at);
        }

        private @Nullable Symbol begins(long address) {
            Symbol symbol = file.elf().symbols().at(address);
            return symbol == null || symbol.address() != address || address == function.address() || symbol.name().endsWith(COLD) ? null
                    : symbol;
        }

        private void called(FileChannel channel, long address) throws IOException {
            Symbol symbol = begins(address);
            if (symbol != null) {
                add(new Callee(symbol.name(), symbol, How.CALL));
            } else if (file.elf().symbols().at(address) == null) {
                imported(stub(channel, address));
            }
        }

        private void taken(long address) {
            Symbol symbol = begins(address);
            if (symbol != null) {
                add(new Callee(symbol.name(), symbol, How.ADDRESS));
            }
        }

        private void imported(@Nullable String name) {
            if (name != null && !name.isEmpty()) {
                add(new Callee(name, null, How.CALL));
            }
        }

        private void add(Callee callee) {
            if (callee.name().startsWith(OF_INSTRUMENTATION)) {
                isInstrumented |= callee.name().equals(ENTRY);
                return;
            }
            Callee before = callees.putIfAbsent(callee.name(), callee);
            if (before != null && before.how() == How.ADDRESS && callee.how() == How.CALL) {
                callees.put(callee.name(), callee);
            }
        }

        /** The function of another file that a few instructions jump to: {@code endbr64}, perhaps {@code bnd}, {@code jmp *slot(%rip)}. */
        private @Nullable String stub(FileChannel channel, long address) throws IOException {
            if (file.elf().imports().isEmpty()) {
                return null;
            }
            ByteBuffer code = bytes(channel, address, LONGEST_STUB);
            int at = code.limit() >= DISTANCE && code.getInt(0) == LANDING ? DISTANCE : 0;
            if (at < code.limit() && (code.get(at) & 0xff) == 0xf2) {
                at++;
            }
            if (at + 2 + DISTANCE > code.limit() || (code.get(at) & 0xff) != 0xff || code.get(at + 1) != 0x25) {
                return null;
            }
            return file.elf().imports().get(address + at + 2 + DISTANCE + code.getInt(at + 2));
        }
    }

    /** What the file has at an address, up to a length; empty if it has nothing there. */
    private ByteBuffer bytes(FileChannel channel, long address, long length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, length)).order(ByteOrder.LITTLE_ENDIAN);
        long offset = file.elf().offset(address);
        int read = offset < 0 ? -1 : 0;
        while (read >= 0 && buffer.hasRemaining()) {
            read = channel.read(buffer, offset + buffer.position());
        }
        return buffer.flip();
    }
}
