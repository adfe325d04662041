/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A file for x86-64 whose functions call each other, and variables: code, symbols, stubs of functions of other files, and a build id. Addresses are those of the file plus {@link #BASE}. */
public final class SmallElf {
    /** Of the file's first byte in its own addresses. */
    public static final long BASE = 0x40_0000;
    private static final String ENTRY = "__cyg_profile_func_enter";
    private static final String EXIT = "__cyg_profile_func_exit";
    private static final int CODE = 0x1000;
    private static final int FUNCTION = 0x100;
    private static final int STUB = 16;
    private static final int SLOTS = 0x20_0000;

    private final Map<String, List<String>> functions = new LinkedHashMap<>();
    private final Map<String, List<String>> addresses = new LinkedHashMap<>();
    private final List<String> imports = new ArrayList<>();
    private final List<Data> data = new ArrayList<>();

    /** A symbol that is no function. */
    private record Data(String name, int info, int section, long address, long size) {}

    /** A variable that all know, at an address of the file from {@link #BASE} on. */
    public SmallElf variable(String name, long place, long size) {
        return symbol(name, 0x11, 1, BASE + place, size);
    }

    /** The variables that only one source knows are its own from here on. */
    public SmallElf source(String name) {
        return symbol(name, 4, 0xfff1, 0, 0);
    }

    /** A variable that only its source knows. */
    public SmallElf local(String name, long place, long size) {
        return symbol(name, 1, 1, BASE + place, size);
    }

    /** Any symbol. */
    public SmallElf symbol(String name, int info, int section, long address, long size) {
        data.add(new Data(name, info, section, address, size));
        return this;
    }

    /** A function that announces itself and calls others, in this order; those that are not in the file are of another one. */
    public SmallElf function(String name, String... callees) {
        List<String> calls = new ArrayList<>(List.of(ENTRY));
        calls.addAll(List.of(callees));
        calls.add(EXIT);
        return plain(name, calls.toArray(String[]::new));
    }

    /** One that does not announce itself. */
    public SmallElf plain(String name, String... callees) {
        functions.put(name, List.of(callees));
        return this;
    }

    /** The function takes the address of others. */
    public SmallElf takes(String name, String... others) {
        addresses.put(name, List.of(others));
        return this;
    }

    /** Where a function begins, in the file's own addresses. */
    public long address(String name) {
        return BASE + CODE + (long) FUNCTION * List.copyOf(functions.keySet()).indexOf(name);
    }

    /** The place in the file at which it begins. */
    public int offset(String name) {
        return (int) (address(name) - BASE);
    }

    private long stub(String name) {
        if (!imports.contains(name)) {
            imports.add(name);
        }
        return BASE + CODE + (long) FUNCTION * functions.size() + (long) STUB * imports.indexOf(name);
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] all = new byte[buffer.capacity()];
        buffer.clear().get(all);
        return all;
    }

    /** Writes it. */
    public Path write(Path file, String buildId) throws IOException {
        List<byte[]> code = new ArrayList<>();
        for (String name : functions.keySet()) {
            ByteBuffer bytes = little(FUNCTION);
            for (String other : addresses.getOrDefault(name, List.of())) {
                bytes.put(new byte[] {0x48, (byte) 0x8d, 0x3d});
                bytes.putInt((int) (address(other) - (address(name) + bytes.position() + 4)));
            }
            for (String callee : functions.get(name)) {
                long target = functions.containsKey(callee) ? address(callee) : stub(callee);
                bytes.put((byte) 0xe8);
                bytes.putInt((int) (target - (address(name) + bytes.position() + 4)));
            }
            bytes.put((byte) 0xc3);
            code.add(content(bytes));
        }
        for (String name : imports) {
            ByteBuffer bytes = little(STUB);
            bytes.put(new byte[] {(byte) 0xf3, 0x0f, 0x1e, (byte) 0xfa, (byte) 0xf2, (byte) 0xff, 0x25});
            bytes.putInt((int) (slot(name) - (stub(name) + bytes.position() + 4)));
            code.add(content(bytes));
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] one : code) {
            all.write(one);
        }
        return Files.write(file, assembled(all.toByteArray(), buildId));
    }

    private long slot(String name) {
        return BASE + SLOTS + 8L * imports.indexOf(name);
    }

    private byte[] assembled(byte[] code, String buildId) {
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.write(0);
        ByteBuffer symbols = little(24 * (functions.size() + data.size() + 1)).position(24);
        for (String name : functions.keySet()) {
            symbols.putInt(names.size()).put((byte) 2).put((byte) 0).putShort((short) 1).putLong(address(name)).putLong(FUNCTION);
            names.writeBytes((name + '\0').getBytes(StandardCharsets.UTF_8));
        }
        for (Data one : data) {
            symbols.putInt(names.size()).put((byte) one.info).put((byte) 0).putShort((short) one.section).putLong(one.address)
                    .putLong(one.size);
            names.writeBytes((one.name + '\0').getBytes(StandardCharsets.UTF_8));
        }
        ByteBuffer dynamic = little(24 * (imports.size() + 1)).position(24);
        ByteBuffer relocations = little(24 * imports.size());
        for (String name : imports) {
            relocations.putLong(slot(name)).putLong((imports.indexOf(name) + 1L) << 32 | 7).putLong(0);
            dynamic.putInt(names.size()).put((byte) 0x12).put((byte) 0).putShort((short) 0).putLong(0).putLong(0);
            names.writeBytes((name + '\0').getBytes(StandardCharsets.UTF_8));
        }
        byte[] id = new byte[buildId.length() / 2];
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) Integer.parseInt(buildId.substring(2 * i, 2 * i + 2), 16);
        }
        ByteBuffer note = little(16 + id.length).putInt(4).putInt(id.length).putInt(3).put(new byte[] {'G', 'N', 'U', 0}).put(id);
        List<byte[]> parts = List.of(content(note), names.toByteArray(), content(symbols), content(dynamic), content(relocations));
        int[][] kinds = {{7, 0, 0}, {3, 0, 0}, {2, 2, 24}, {11, 2, 24}, {4, 4, 24}};
        int at = CODE + code.length;
        ByteBuffer file = little(at + parts.stream().mapToInt(part -> part.length).sum() + 64 * (parts.size() + 1) + 64);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).putShort(16, (short) 3).putShort(18, (short) 62);
        file.putLong(32, 64).putShort(54, (short) 56).putShort(56, (short) 1);
        file.putInt(64, 1).putLong(72, 0).putLong(80, BASE).putLong(96, at).putLong(104, at);
        file.put(CODE, code);
        List<Integer> places = new ArrayList<>();
        for (byte[] part : parts) {
            places.add(at);
            file.put(at, part);
            at += part.length;
        }
        at = at + 7 & ~7;
        file.putLong(40, at).putShort(58, (short) 64).putShort(60, (short) (parts.size() + 1));
        for (int i = 0; i < parts.size(); i++) {
            int section = at + 64 * (i + 1);
            file.putInt(section + 4, kinds[i][0]).putLong(section + 24, places.get(i)).putLong(section + 32, parts.get(i).length)
                    .putInt(section + 40, kinds[i][1]).putLong(section + 56, kinds[i][2]);
        }
        return content(file);
    }
}
