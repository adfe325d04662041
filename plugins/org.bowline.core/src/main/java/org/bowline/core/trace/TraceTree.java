/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The directories and regular files below a place. Links are followed, but only after all that is there by its own name, and no directory is
 * looked into twice: what has several names is found by its own, and links that lead in circles, or each to all others, cost no more
 * than a look. Nothing is opened but directories. O(entries).
 */
public final class TraceTree {
    /** Deeper directories are reported as not looked into. */
    private static final int MAXIMUM_DEPTH = 32;

    /** Told what is there. */
    public interface Visitor {
        /**
         * A directory.
         *
         * @param directory where it is
         * @param shown the same by the names that lead to it from the root, links among them
         * @return whether to look into it
         */
        boolean directory(Path directory, Path shown) throws IOException;

        /** A regular file, likewise. */
        void file(Path file, Path shown, BasicFileAttributes attributes);

        /** Something below the root cannot be looked into. */
        void failed(Path shown, IOException e);
    }

    /** A link to a directory, or the root. */
    private record Start(Path directory, Path shown, int depth) {}

    private final Visitor visitor;
    private final Set<Object> seen = new HashSet<>();
    private final Deque<Start> links = new ArrayDeque<>();

    private TraceTree(Visitor visitor) {
        this.visitor = visitor;
    }

    /**
     * Walks over it.
     *
     * @throws IOException if the root itself cannot be looked into
     */
    public static void walk(Path root, Visitor visitor) throws IOException {
        TraceTree tree = new TraceTree(visitor);
        tree.walk(new Start(Files.isSymbolicLink(root) ? root.toRealPath() : root, root, 0));
        for (Start link = tree.links.poll(); link != null; link = tree.links.poll()) {
            tree.walk(link);
        }
    }

    private void walk(Start start) throws IOException {
        if (start.depth() >= MAXIMUM_DEPTH) {
            visitor.failed(start.shown(), tooDeep(start.shown()));
            return;
        }
        Files.walkFileTree(start.directory(), EnumSet.noneOf(java.nio.file.FileVisitOption.class), MAXIMUM_DEPTH - start.depth(),
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                        return seen.add(key(directory, attributes)) && visitor.directory(directory, shown(directory))
                                ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        if (attributes.isSymbolicLink()) {
                            follow(file, shown(file));
                        } else if (attributes.isDirectory()) {
                            visitor.failed(shown(file), tooDeep(shown(file)));
                        } else if (attributes.isRegularFile()) {
                            visitor.file(file, shown(file), attributes);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                        return fail(file, e);
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                        return e == null ? FileVisitResult.CONTINUE : fail(directory, e);
                    }

                    private FileVisitResult fail(Path file, IOException e) throws IOException {
                        if (start.depth() == 0 && file.equals(start.directory())) {
                            throw e;
                        }
                        visitor.failed(shown(file), e);
                        return FileVisitResult.CONTINUE;
                    }

                    private Path shown(Path file) {
                        return start.shown().resolve(start.directory().relativize(file));
                    }

                    private void follow(Path link, Path shown) {
                        try {
                            Path real = link.toRealPath();
                            BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
                            if (attributes.isDirectory()) {
                                links.add(new Start(real, shown, start.depth() + start.directory().relativize(link).getNameCount()));
                            } else if (attributes.isRegularFile()) {
                                visitor.file(real, shown, attributes);
                            }
                        } catch (java.nio.file.AccessDeniedException e) {
                            visitor.failed(shown, e);
                        } catch (IOException e) {
                            return; // leads nowhere, or to itself: nothing is there
                        }
                    }
                });
    }

    private static IOException tooDeep(Path shown) {
        return new FileSystemException(shown.toString(), null, "more than " + MAXIMUM_DEPTH + " directories deep");
    }

    private static Object key(Path directory, BasicFileAttributes attributes) {
        Object key = attributes.fileKey();
        return key == null ? directory.toAbsolutePath().normalize() : key;
    }
}
