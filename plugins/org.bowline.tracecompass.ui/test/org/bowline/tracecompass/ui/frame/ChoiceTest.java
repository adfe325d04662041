/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Merging;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;

/** What a person chooses in a view. */
final class ChoiceTest {
    @Test
    void everythingThatIsAskedAnewIsAPartOfTheQuestionAndNothingElseIs() {
        assertThat(Choice.Kind.of(new Choice.OfRange(RangeChoice.WORK))).isEqualTo(Choice.Kind.RANGE);
        assertThat(Choice.Kind.of(new Choice.OfOrigins(WaitOrigins.ALL))).isEqualTo(Choice.Kind.ORIGINS);
        assertThat(Choice.Kind.of(new Choice.OfThreshold(null))).isEqualTo(Choice.Kind.THRESHOLD);
        assertThat(Choice.Kind.of(new Choice.OfEverybody(true))).isEqualTo(Choice.Kind.EVERYBODY);
        assertThat(Choice.Kind.of(new Choice.OfMerge(Merging.Level.values()[0]))).isEqualTo(Choice.Kind.MERGE);
        assertThat(Choice.Kind.of(new Choice.OfOptions(GivenOptions.of(List.of())))).isEqualTo(Choice.Kind.OPTIONS);
        assertThat(Choice.Kind.of(new Choice.OfThread(0))).isEqualTo(Choice.Kind.THREAD);
        Set<String> others = Arrays.stream(Choice.Of.class.getPermittedSubclasses()).map(Class::getSimpleName).collect(Collectors.toSet());
        others.removeAll(Set.of("OfRange", "OfOrigins", "OfThreshold", "OfEverybody", "OfMerge", "OfOptions", "OfThread"));
        assertThat(others).as("new ones are a part of it, or are told here").containsExactlyInAnyOrder("OfRequests", "OfLock", "OfKnots");
        assertThat(Choice.Kind.of(new Choice.OfLock(true))).isEqualTo(Choice.Kind.OTHER);
        assertThat(Choice.Kind.of(new Choice.OfKnots(List.of(), false))).isEqualTo(Choice.Kind.OTHER);
    }

    @Test
    void aThreadThatIsNoneCannotBeChosen() {
        assertThatThrownBy(() -> new Choice.OfThread(-1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no thread -1; threads are numbered from 0");
    }

    @Test
    void whatWasToldStaysWhateverTheTellerDoesWithItsList() {
        List<String> pairs = new ArrayList<>(List.of("begin=a,end=b"));
        Choice.OfRequests told = new Choice.OfRequests(pairs);
        pairs.clear();
        assertThat(told.pairs()).containsExactly("begin=a,end=b");
    }
}
