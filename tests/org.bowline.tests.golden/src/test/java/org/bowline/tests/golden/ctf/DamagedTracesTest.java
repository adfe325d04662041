/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.Damage;
import org.bowline.testkit.Folders;
import org.bowline.testkit.PrettyPrinter;
import org.bowline.testkit.Seeds;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/**
 * Whatever happens to the files, reading ends, throws nothing but TraceReadException, allocates no more than it should and never tells more
 * events than the bytes can hold.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class DamagedTracesTest {
    /** For opening: layouts, indexes, caches. */
    private static final long FIXED_BYTES = 64L << 20;

    @TempDir Path temporary;

    @Test
    void aDamagedKernelTraceDoesNoHarm() throws IOException {
        Path trace = temporary.resolve("generated");
        KernelTraceGenerator.generate(new Options(4_000, 1, 2, 2, 3, true, true, 8192, 500, 0), trace);
        damageAndRead(trace.resolve("A/kernel"), 80);
        damageAndRead(trace.resolve("A/ust"), 40);
    }

    @Test
    void aDamagedTraceOfAnyShapeDoesNoHarm() throws IOException {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            for (CtfDeclaration.Header header : CtfDeclaration.Header.values()) {
                Path trace = temporary.resolve(order + "-" + header);
                ShapesTest.write(trace, order, true, header, 11, 2_000);
                damageAndRead(trace, 30);
            }
        }
    }

    @Test
    void aDamagedRecordingDoesNoHarm() throws IOException {
        Path archives = Folders.repository().resolve("tests/traces/wperf-example");
        if (Files.isDirectory(archives)) {
            for (Path trace : Folders.traces(Folders.unpack(archives, temporary.resolve("recorded")))) {
                damageAndRead(trace, 12);
            }
        }
    }

    private void damageAndRead(Path trace, int times) throws IOException {
        Seeds.of(times).forEach(seed -> {
            try {
                Path copy = temporary.resolve("copy");
                Damage.copy(trace, copy);
                SplittableRandom random = new SplittableRandom(seed);
                String what = Damage.damage(copy, random);
                if (random.nextInt(4) == 0) {
                    what += "; " + Damage.damage(copy, random);
                }
                String situation = trace.getFileName() + ", seed " + seed + ": " + what;
                readAll(copy, ReadOptions.TOLERANT, situation);
                readAll(copy, ReadOptions.STRICT, situation);
                visitAll(copy, situation);
                delete(copy);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static void readAll(Path trace, ReadOptions options, String situation) throws IOException {
        long bytes = size(trace);
        long before = allocated();
        long events = 0;
        try (CtfTrace open = CtfTrace.open(trace, options); EventCursor cursor = open.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                events++;
                if (events > 8 * bytes) {
                    fail("%s: %d events or more in %d bytes", situation, events, bytes);
                }
            }
            for (ReadCaveat caveat : open.caveats()) {
                assertThat(caveat.text()).as(situation).isNotBlank();
            }
        } catch (TraceReadException e) {
            assertThat(e).as(situation).hasMessageContaining(trace.toString());
        } catch (RuntimeException | Error e) {
            fail(situation, e);
        }
        assertThat(allocated() - before).as("%s: bytes allocated", situation).isLessThan(FIXED_BYTES + 64 * bytes);
    }

    /** Decodes every field of what is read tolerantly: what is read strictly is the beginning of that. */
    private static void visitAll(Path trace, String situation) throws IOException {
        try (CtfTrace open = CtfTrace.open(trace, ReadOptions.TOLERANT); EventCursor cursor = open.cursor(EventSelection.everything())) {
            PrettyPrinter printer = new PrettyPrinter(open.metadata());
            while (cursor.next()) {
                if (cursor.kind() != EventCursor.LOST) {
                    printer.print("", cursor);
                }
            }
        } catch (TraceReadException e) {
            assertThat(e).as(situation).hasMessageContaining(trace.toString());
        } catch (RuntimeException | Error e) {
            fail(situation, e);
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static long size(Path trace) throws IOException {
        try (Stream<Path> files = Files.walk(trace)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
