/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;

import org.bowline.core.files.WholeFile;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.PlainText;

/**
 * What a project has accepted: findings by rule and subject, knots by their members; and which labels intervals have. A file of it is made to be committed: sorted, one entry
 * a line, without numbers that change from run to run. Where a run is of one host, that is left out of it: the next run may be on another machine that does the same, as another agent of a CI system. Immutable.
 */
public final class Baseline {
    /** The version of the file's form; another one is refused. */
    public static final int VERSION = 1;

    private static final String VERSION_KEY = "bowline-baseline";
    private static final String HOW = "(bowline findings TRACE --write-baseline FILE, or the Maven goal check with -Dbowline.writeBaseline)";
    private static final String LABELS = "labels";
    /** The one host of a run, whatever it is called. */
    private static final String ANY = "*";
    /** More are names of requests, not of sorts of them. */
    private static final int MOST_LABELS = 100;

    /** Whom a rule found. */
    private record Known(String rule, String subject) implements Comparable<Known> {
        @Override
        public int compareTo(Known other) {
            int order = rule.compareTo(other.rule);
            return order != 0 ? order : subject.compareTo(other.subject);
        }
    }

    private final SortedMap<Known, Severity> findings;
    private final Set<KnotFact.Key> knots;
    private final SortedSet<String> labels;

    private Baseline(SortedMap<Known, Severity> findings, Set<KnotFact.Key> knots, SortedSet<String> labels) {
        this.findings = findings;
        this.knots = knots;
        this.labels = labels;
    }

    /** What a run has. Knots, not sinks: who waits for nobody for a while is chance; a sink that matters is a finding. Failures of rules are never accepted. */
    public static Baseline of(Collection<FindingFact> findings, Collection<KnotFact> knots) {
        return of(findings, knots, Set.of(), Set.of());
    }

    /**
     * The same of a run with intervals.
     *
     * @param hosts names of the hosts of the run
     * @param labels of the intervals that ended; if there are more than {@value #MOST_LABELS} they name single requests and no sorts, which another run
     *     would not have, and none is kept
     */
    public static Baseline of(Collection<FindingFact> findings, Collection<KnotFact> knots, Set<String> labels, Collection<String> hosts) {
        String host = only(hosts);
        SortedMap<Known, Severity> known = new TreeMap<>();
        for (FindingFact finding : findings) {
            if (!finding.failed()) {
                known.merge(new Known(finding.rule(), onAny(finding.subject(), host)), finding.severity(), Baseline::worse);
            }
        }
        Set<KnotFact.Key> keys = new LinkedHashSet<>();
        knots.stream().filter(KnotFact::isKnot).forEach(knot -> keys.add(onAny(knot.key(), host)));
        return new Baseline(known, keys, labels.size() > MOST_LABELS ? new TreeSet<>() : new TreeSet<>(labels));
    }

    /**
     * Reads a baseline: a file that {@link #write} made, or a directory of reports.
     *
     * @param rules ids of the rules that there are
     * @throws UnreadableRunException if it is not there, is of another version, is not whole, or names a rule that there is not
     */
    public static Baseline read(Path path, Collection<String> rules) throws IOException {
        Baseline baseline;
        if (Files.isDirectory(path)) {
            RunFacts run = ResultDirectory.read(path);
            baseline = of(run.findings(), run.knots(), run.lengths().keySet(), run.hosts());
        } else {
            baseline = file(path);
        }
        Set<String> unknown = new TreeSet<>();
        baseline.findings.keySet().forEach(known -> unknown.add(known.rule()));
        unknown.removeAll(rules);
        if (!unknown.isEmpty()) {
            throw new UnreadableRunException("the baseline " + path + " names rules that there are not: " + String.join(", ", unknown)
                    + "; the rules are " + String.join(", ", new TreeSet<>(rules))
                    + ". Write it again " + HOW + ", or install the rules", null);
        }
        return baseline;
    }

    private static Baseline file(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new UnreadableRunException("the baseline " + path + " does not exist. Write it " + HOW + ", and commit it", null);
        }
        try (Reader text = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            JsonReader json = new JsonReader(text);
            json.setStrictness(Strictness.STRICT);
            JsonObject root = JsonParser.parseReader(json).getAsJsonObject();
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new IllegalStateException("there is more behind its end");
            }
            if (!root.has(VERSION_KEY)) {
                throw new UnreadableRunException("the file " + path + " is not a baseline: it has no \"" + VERSION_KEY
                        + "\". Write one " + HOW, null);
            }
            if (!root.get(VERSION_KEY).getAsString().equals(Integer.toString(VERSION))) {
                throw new UnreadableRunException("the baseline " + path + " is of version " + root.get(VERSION_KEY).getAsString()
                        + ", this Bowline knows version " + VERSION
                        + ". Write it again " + HOW + ", or use the Bowline that wrote it", null);
            }
            SortedMap<Known, Severity> findings = new TreeMap<>();
            for (JsonElement element : array(root, "findings")) {
                JsonObject finding = element.getAsJsonObject();
                findings.merge(new Known(word(finding, "rule"), word(finding, "subject")), severity(word(finding, "severity")),
                        Baseline::worse);
            }
            Set<KnotFact.Key> knots = new LinkedHashSet<>();
            for (JsonElement element : array(root, "knots")) {
                JsonObject knot = element.getAsJsonObject();
                String kind = word(knot, "kind");
                if (!kind.equals("knot")) {
                    throw new IllegalStateException("a knot is of the kind '" + kind + "'");
                }
                List<String> members = new ArrayList<>();
                array(knot, "members").forEach(member -> members.add(member.getAsString()));
                knots.add(new KnotFact.Key(kind, List.copyOf(new TreeSet<>(members))));
            }
            SortedSet<String> labels = new TreeSet<>();
            if (root.has(LABELS)) { // others of this version have none
                array(root, LABELS).forEach(label -> labels.add(label.getAsString()));
            }
            return new Baseline(findings, knots, labels);
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException | NumberFormatException
                | java.nio.charset.CharacterCodingException e) {
            throw new UnreadableRunException("cannot read the baseline " + path + ": " + reason(e)
                    + ". Write it again " + HOW, e);
        } catch (UnreadableRunException e) {
            throw e;
        } catch (IOException e) {
            throw UnreadableRunException.refused(path, e);
        }
    }

    /** What is wrong with the text, and where, without the names of classes and the address that the parser puts around it. */
    private static String reason(Exception e) {
        if (!(e instanceof JsonParseException)) {
            return String.valueOf(e.getMessage());
        }
        String text = String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        return "its JSON is not complete: " + text.replaceFirst("Use JsonReader\\S* to accept ", "").lines().findFirst().orElse("");
    }

    /** Writes the file, whole or not at all. */
    public void write(Path path) throws IOException {
        String text = text();
        try (WholeFile file = WholeFile.prepare(path)) {
            file.commit(out -> out.write(text));
        }
    }

    /** The file's text. */
    public String text() throws IOException {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.setIndent("  ");
        json.setHtmlSafe(false);
        json.beginObject();
        json.name(VERSION_KEY).value(VERSION);
        json.name("findings").beginArray();
        for (java.util.Map.Entry<Known, Severity> finding : findings.entrySet()) {
            json.beginObject();
            json.name("rule").value(finding.getKey().rule());
            json.name("subject").value(finding.getKey().subject());
            json.name("severity").value(finding.getValue().label());
            json.endObject();
        }
        json.endArray();
        json.name("knots").beginArray();
        for (KnotFact.Key knot : knots.stream().sorted(java.util.Comparator.comparing(KnotFact.Key::text)).toList()) {
            json.beginObject();
            json.name("kind").value(knot.kind());
            json.name("members").beginArray();
            for (String member : knot.members()) {
                json.value(member);
            }
            json.endArray();
            json.endObject();
        }
        json.endArray();
        if (!labels.isEmpty()) {
            json.name(LABELS).beginArray();
            for (String label : labels) {
                json.value(label);
            }
            json.endArray();
        }
        json.endObject();
        return text.append('\n').toString();
    }

    /** The name of the one host of a run; empty if there are several. */
    private static String only(Collection<String> hosts) {
        return hosts.size() == 1 ? PlainText.visible(hosts.iterator().next()) : "";
    }

    /** What is said of a host, or of a thread or device on it, without its name; as it is if that is empty. */
    private static String onAny(String names, String host) {
        return host.isEmpty() ? names
                : names.replaceAll("(^|, |: | to |@)" + Pattern.quote(host) + "(?=$|:|, )", "$1" + ANY);
    }

    private static KnotFact.Key onAny(KnotFact.Key key, String host) {
        return new KnotFact.Key(key.kind(), List.copyOf(new TreeSet<>(key.members().stream().map(member -> onAny(member, host)).toList())));
    }

    /**
     * Those that the baseline does not have, or has as less severe; failures of rules always. In their order.
     *
     * @param hosts names of the hosts of the run
     */
    public List<FindingFact> unknown(List<FindingFact> found, Collection<String> hosts) {
        String host = only(hosts);
        return found.stream().filter(fact -> {
            Severity accepted = findings.get(new Known(fact.rule(), onAny(fact.subject(), host)));
            if (accepted == null) { // as older baselines have it, and those of several hosts
                accepted = findings.get(new Known(fact.rule(), fact.subject()));
            }
            return fact.failed() || accepted == null || fact.severity().compareTo(accepted) > 0;
        }).toList();
    }

    /**
     * Knots (not sinks) that the baseline does not have, in their order.
     *
     * @param hosts names of the hosts of the run
     */
    public List<KnotFact> newKnots(List<KnotFact> found, Collection<String> hosts) {
        String host = only(hosts);
        return found.stream().filter(KnotFact::isKnot)
                .filter(knot -> !knots.contains(onAny(knot.key(), host)) && !knots.contains(knot.key())).toList();
    }

    /** Labels that the baseline has and that are not among these. */
    public List<String> missingLabels(Set<String> found) {
        return labels.stream().filter(label -> !found.contains(label)).toList();
    }

    /** How many labels of intervals it has. */
    public int labelCount() {
        return labels.size();
    }

    /** How many findings it accepts. */
    public int findingCount() {
        return findings.size();
    }

    /** How many knots it accepts. */
    public int knotCount() {
        return knots.size();
    }

    private static JsonArray array(JsonObject object, String name) {
        JsonElement element = object.get(name);
        if (element == null) {
            throw new IllegalStateException("it has no \"" + name + '"');
        }
        return element.getAsJsonArray();
    }

    private static String word(JsonObject object, String name) {
        JsonElement element = object.get(name);
        if (element == null) {
            throw new IllegalStateException("an entry has no \"" + name + '"');
        }
        return element.getAsString();
    }

    private static Severity severity(String word) {
        for (Severity severity : Severity.values()) {
            if (severity.label().equals(word)) {
                return severity;
            }
        }
        throw new IllegalStateException("'" + word + "' is not a severity");
    }

    private static Severity worse(Severity a, Severity b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
