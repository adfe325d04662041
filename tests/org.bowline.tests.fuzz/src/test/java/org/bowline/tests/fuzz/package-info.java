/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Fuzz targets: no input, however broken, may do more than be refused.
 *
 * <p>A target is a class whose name ends in {@code Fuzz} with <em>one</em> method, annotated {@code @FuzzTest}.
 * It takes {@code byte[]} or {@code FuzzedDataProvider}, lets the documented refusal pass (for traces, {@code TraceReadException}), and fails on
 * anything else: another exception, an endless loop, a heap that runs full, a broken invariant.
 *
 * <p>An ordinary test run plays back the saved inputs in {@code src/test/resources/org/bowline/tests/fuzz/<Class>Inputs/<method>/}, and tries
 * each with random changes for a moment ({@code ShortPassTest}); {@code releng/fuzz SECONDS [Class]} looks for new ones by what they reach. An
 * input that breaks a target is saved in that folder: commit it with the correction.
 */
@NullMarked
package org.bowline.tests.fuzz;

import org.jspecify.annotations.NullMarked;
