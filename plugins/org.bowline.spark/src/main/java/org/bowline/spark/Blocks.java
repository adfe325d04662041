/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.NoSuchElementException;

import scala.Tuple2;

import org.bowline.core.model.IntPair;

/**
 * Objects of any size on their way through a shuffle: as blocks of bytes, so that neither side has one on its heap as a whole, and whatever serializer the cluster has been told to use need not know them. The key of a block is
 * the number of its object, and where in it it is; they may come in any order, and more than once.
 */
final class Blocks {
    static final int BYTES = 1 << 20;

    private Blocks() {}

    /** An object in a file. */
    static void write(Object object, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BYTES);
                ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(object);
        }
    }

    /** An object that was written to a file. */
    static <T> T read(Class<T> type, Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BYTES)) {
            return read(type, in);
        }
    }

    static byte[] bytes(Object object) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static <T> T object(Class<T> type, byte[] bytes) throws IOException {
        return read(type, new ByteArrayInputStream(bytes));
    }

    private static <T> T read(Class<T> type, InputStream in) throws IOException {
        try (ObjectInputStream objects = new ObjectInputStream(in) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
                try {
                    return Class.forName(description.getName(), false, Blocks.class.getClassLoader());
                } catch (ClassNotFoundException e) {
                    return super.resolveClass(description); // primitive types
                }
            }
        }) {
            return type.cast(objects.readObject());
        } catch (ClassNotFoundException e) {
            throw new IOException("the jar on this machine is another one than that of the job", e);
        }
    }

    /** The blocks of a file, read one by one; the end is told when all are. */
    static Iterator<Tuple2<Long, byte[]>> of(int number, Path file, Runnable end) throws IOException {
        InputStream in = Files.newInputStream(file);
        return new Iterator<>() {
            private byte[] next = in.readNBytes(BYTES);
            private int at;

            @Override
            public boolean hasNext() {
                return next.length > 0;
            }

            @Override
            public Tuple2<Long, byte[]> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Tuple2<Long, byte[]> block = new Tuple2<>((long) number << 32 | at++, next);
                try {
                    next = in.readNBytes(BYTES);
                    if (next.length == 0) {
                        in.close();
                        end.run();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return block;
            }
        };
    }

    /** Puts blocks into a file for each object. */
    static void collect(Iterator<Tuple2<Long, byte[]>> blocks, Path folder) throws IOException {
        while (blocks.hasNext()) {
            Tuple2<Long, byte[]> block = blocks.next();
            long key = block._1();
            try (FileChannel file = FileChannel.open(file(folder, IntPair.first(key)), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(block._2());
                for (long to = IntPair.second(key) * (long) BYTES; bytes.hasRemaining();) {
                    to += file.write(bytes, to);
                }
            }
        }
    }

    /** The file of an object. */
    static Path file(Path folder, int number) {
        return folder.resolve("host-" + number);
    }
}
