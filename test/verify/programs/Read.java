import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.PropertyResourceBundle;
import java.util.StringJoiner;

/**
 * Reads .properties files as Java 9 and later read resource bundles: UTF-8, and Latin-1 where that fails. Prints a line
 * of JSON for each file.
 */
public class Read {
    public static void main(String[] files) throws Exception {
        var out = new java.io.PrintStream(System.out, true, "UTF-8");
        for (String name : files) {
            try (InputStream in = Files.newInputStream(Path.of(name))) {
                var bundle = new PropertyResourceBundle(in);
                var values = new StringJoiner(",", "{", "}");
                for (String key : bundle.keySet()) values.add(quoted(key) + ":" + quoted(bundle.getString(key)));
                out.println("{\"values\":" + values + "}");
            } catch (Exception error) {
                out.println("{\"error\":" + quoted(error.toString()) + "}");
            }
        }
    }

    private static String quoted(String text) {
        var result = new StringBuilder("\"");
        for (char character : text.toCharArray())
            if (character >= 32 && character < 127 && character != '"' && character != '\\') result.append(character);
            else result.append(String.format("\\u%04x", (int) character));
        return result.append('"').toString();
    }
}
