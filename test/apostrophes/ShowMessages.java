import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;

/** Reads a pattern from each line of the input and prints what java.text.MessageFormat shows for it. */
class ShowMessages {
    public static void main(String[] options) throws Exception {
        PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) output.println(show(line));
    }

    private static String show(String pattern) {
        try {
            MessageFormat format = new MessageFormat(pattern, Locale.ENGLISH);
            Object[] values = new Object[4];
            for (int index = 0; index < values.length; index += 1) values[index] = "\u2039" + index + "\u203a";
            for (int index = 0; index < format.getFormatsByArgumentIndex().length; index += 1)
                if (format.getFormatsByArgumentIndex()[index] instanceof NumberFormat) values[index] = 2;
            return format.format(values);
        } catch (IllegalArgumentException error) {
            return "rejected";
        }
    }
}
