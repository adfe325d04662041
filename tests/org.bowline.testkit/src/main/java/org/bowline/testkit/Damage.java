/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Copies a trace and damages a file of the copy: what bad disks, interrupted copies and broken tracers do. */
public final class Damage {
    private Damage() {}

    /** Copies a directory tree. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                Path target = to.resolve(from.relativize(file).toString());
                try {
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(target);
                    } else {
                        Files.copy(file, target);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /**
     * Damages one file below a directory.
     *
     * @return what was done, for a failure message
     */
    public static String damage(Path directory, SplittableRandom random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length == 0) {
            return file + " is empty";
        }
        String what;
        byte[] damaged;
        switch (random.nextInt(8)) {
            case 0 -> {
                damaged = bytes.clone();
                int flips = 1 + random.nextInt(8);
                for (int i = 0; i < flips; i++) {
                    damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                what = flips + " bits flipped";
            }
            case 1 -> {
                // heads hold the sizes
                damaged = bytes.clone();
                int at = random.nextInt(Math.min(bytes.length, 128));
                damaged[at] = (byte) random.nextInt();
                what = "byte " + at + " set to " + damaged[at];
            }
            case 2 -> {
                damaged = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                what = "cut at " + damaged.length;
            }
            case 3 -> {
                int at = random.nextInt(bytes.length + 1);
                byte[] more = new byte[1 + random.nextInt(5000)];
                random.nextBytes(more);
                damaged = splice(bytes, at, at, more);
                what = more.length + " bytes inserted at " + at;
            }
            case 4 -> {
                int from = random.nextInt(bytes.length);
                int to = from + random.nextInt(Math.min(bytes.length - from, 5000) + 1);
                damaged = splice(bytes, from, to, new byte[0]);
                what = "bytes " + from + " to " + to + " removed";
            }
            case 5 -> {
                int pages = bytes.length / 4096;
                damaged = bytes.clone();
                int a = pages == 0 ? 0 : random.nextInt(pages);
                int b = pages == 0 ? 0 : random.nextInt(pages);
                int length = Math.min(4096, bytes.length);
                System.arraycopy(bytes, a * 4096, damaged, b * 4096, length);
                System.arraycopy(bytes, b * 4096, damaged, a * 4096, length);
                what = "pages " + a + " and " + b + " swapped";
            }
            case 6 -> {
                int from = random.nextInt(bytes.length);
                int to = Math.min(bytes.length, from + 1 + random.nextInt(64));
                damaged = bytes.clone();
                Arrays.fill(damaged, from, to, (byte) (random.nextBoolean() ? 0 : 0xff));
                what = "bytes " + from + " to " + to + " filled";
            }
            default -> {
                damaged = splice(bytes, bytes.length, bytes.length, bytes);
                what = "doubled";
            }
        }
        Files.write(file, damaged);
        return directory.relativize(file) + " (" + bytes.length + " bytes): " + what;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] with) {
        byte[] result = new byte[bytes.length - (to - from) + with.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(with, 0, result, from, with.length);
        System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
        return result;
    }
}
