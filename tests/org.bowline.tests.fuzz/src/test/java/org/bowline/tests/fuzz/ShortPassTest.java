/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.agent.AgentInstaller;
import com.code_intelligence.jazzer.driver.FuzzedDataProviderImpl;
import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The short pass of every build: for a moment each target gets random inputs, and its saved ones with random changes, in one JVM without the
 * fuzzer's instrumentation, which takes five times as long to start as to look. The search that learns from what an input reached is
 * {@code releng/fuzz}.
 */
final class ShortPassTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261122L);
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final Path CLASSES = Path.of("target/test-classes");
    private static final int MOST_CHANGES = 6;
    private static final int LONGEST = 4_000;

    @TestFactory
    List<DynamicTest> eachTargetTakesWhatIsRandom() throws IOException, ReflectiveOperationException {
        AgentInstaller.install(false); // the data provider is loaded with it
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(file -> file.toString().endsWith("Fuzz.class")).sorted().toList()) {
                String name = CLASSES.relativize(file).toString().replace(".class", "").replace('/', '.');
                Class<?> target = Class.forName(name);
                tests.add(DynamicTest.dynamicTest(target.getSimpleName(), () -> run(target)));
            }
        }
        assertThat(tests).as("targets").hasSizeGreaterThan(8);
        return tests;
    }

    private static void run(Class<?> type) throws IOException, ReflectiveOperationException {
        Method method = Arrays.stream(type.getDeclaredMethods()).filter(each -> each.isAnnotationPresent(FuzzTest.class)).findFirst()
                .orElseThrow();
        method.setAccessible(true);
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object target = constructor.newInstance();
        List<byte[]> saved = saved(type, method);
        Random random = new Random(SEED);
        long end = System.nanoTime() + MOMENT.toNanos();
        int runs = 0;
        do {
            byte[] input = input(saved, random);
            try {
                if (method.getParameterTypes()[0] == byte[].class) {
                    method.invoke(target, (Object) input);
                } else {
                    try (FuzzedDataProviderImpl data = FuzzedDataProviderImpl.withJavaData(input)) {
                        method.invoke(target, data);
                    }
                }
            } catch (InvocationTargetException e) {
                throw new AssertionError("seed " + SEED + ", run " + runs + ", input " + HexFormat.of().formatHex(input), e.getCause());
            }
            runs++;
        } while (System.nanoTime() < end);
    }

    private static List<byte[]> saved(Class<?> type, Method method) throws IOException {
        Path folder = CLASSES.resolve(type.getName().replace('.', '/') + "Inputs").resolve(method.getName());
        List<byte[]> inputs = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    inputs.add(Files.readAllBytes(file));
                }
            }
        }
        return inputs;
    }

    private static byte[] input(List<byte[]> saved, Random random) {
        byte[] input;
        if (saved.isEmpty() || random.nextInt(4) == 0) {
            input = new byte[random.nextInt(LONGEST)];
            random.nextBytes(input);
            return input;
        }
        input = saved.get(random.nextInt(saved.size())).clone();
        for (int change = random.nextInt(MOST_CHANGES); change >= 0 && input.length > 0; change--) {
            int at = random.nextInt(input.length);
            switch (random.nextInt(4)) {
                case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> input[at] = (byte) random.nextInt(256);
                case 2 -> input = Arrays.copyOf(input, at);
                default -> System.arraycopy(input, at, input, random.nextInt(at + 1), random.nextInt(input.length - at + 1));
            }
        }
        return input;
    }
}
