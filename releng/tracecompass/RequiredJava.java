/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints the oldest Java that resolves all bundles of an Eclipse installation, and a bundle that needs it. Arguments: the installation, its list of bundles. */
final class RequiredJava {
    private static final Pattern ENVIRONMENT = Pattern.compile("JavaSE-(?:1\\.)?(\\d+)");
    private static final Pattern CAPABILITY = Pattern
            .compile("osgi\\.ee\\s*;[^,]*\\(osgi\\.ee=JavaSE\\)\\s*\\(version(?:>=|=)(?:1\\.)?(\\d+)");

    private RequiredJava() {}

    public static void main(String... arguments) throws IOException {
        URI installation = Path.of(arguments[0]).toAbsolutePath().toUri();
        int needed = 0;
        String because = "";
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] bundle = line.split(","); // name, version, location, start level, whether it is started
            if (!line.startsWith("#") && bundle.length > 2) {
                String location = bundle[2].replaceFirst("^(reference:)?(file:(?!/))?", "").replace(" ", "%20");
                int its = neededBy(Path.of(installation.resolve(location)));
                if (its > needed) {
                    needed = its;
                    because = bundle[0];
                }
            }
        }
        System.out.println(needed + " " + because);
    }

    private static int neededBy(Path bundle) throws IOException {
        Manifest manifest = null;
        if (Files.isDirectory(bundle)) {
            Path file = bundle.resolve("META-INF/MANIFEST.MF");
            if (Files.exists(file)) {
                try (var in = Files.newInputStream(file)) {
                    manifest = new Manifest(in);
                }
            }
        } else if (Files.exists(bundle)) {
            try (JarFile jar = new JarFile(bundle.toFile())) {
                manifest = jar.getManifest();
            }
        }
        if (manifest == null) {
            return 0;
        }
        Attributes attributes = manifest.getMainAttributes();
        return Math.max(least(ENVIRONMENT, attributes.getValue("Bundle-RequiredExecutionEnvironment")),
                least(CAPABILITY, attributes.getValue("Require-Capability")));
    }

    /** Several are alternatives: the oldest is enough. */
    private static int least(Pattern pattern, String header) {
        int least = 0;
        if (header != null) {
            Matcher found = pattern.matcher(header);
            while (found.find()) {
                int version = Integer.parseInt(found.group(1));
                least = least == 0 ? version : Math.min(least, version);
            }
        }
        return least;
    }
}
