import java.io.IOException;
import java.io.PrintStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The roster of an event for a mail merge: who comes, as CSV.
 *
 * <pre>AN_API_TOKEN=… java Roster.java "identifier of the event, such as calendar:7"</pre>
 */
public class Roster {
    private static final String API = "https://actionnetwork.org/api/v2";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().proxy(ProxySelector.getDefault()).connectTimeout(Duration.ofSeconds(10)).build();

    public static void main(String[] args) throws Exception {
        String filter = URLEncoder.encode("identifier eq '" + args[0] + "'", StandardCharsets.UTF_8);
        List<Map<String, Object>> events = all(API + "/events?filter=" + filter, "osdi:events");
        if (events.size() != 1) {
            System.err.println(events.size() + " events have the identifier " + args[0]);
            System.exit(1);
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println("name,email,phone,status");
        Map<String, Map<String, Object>> people = new HashMap<>();
        for (Map<String, Object> attendance : all(link(events.get(0), "osdi:attendances"), "osdi:attendances")) {
            String address = link(attendance, "osdi:person");
            if (!people.containsKey(address)) people.put(address, get(address));
            Map<String, Object> person = people.get(address);
            String name = (text(person, "given_name") + " " + text(person, "family_name")).strip();
            out.println(String.join(",", cell(name), cell(first(person, "email_addresses", "address")),
                    cell(first(person, "phone_numbers", "number")), cell(text(attendance, "status"))));
        }
    }

    /** The JSON at an address. After status 429 it waits, each time twice as long. */
    private static Map<String, Object> get(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(30))
                .header("OSDI-API-Token", System.getenv("AN_API_TOKEN")).build();
        for (long pause = 250;; pause *= 2) {
            HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 200) return map(new Json(response.body()).value());
            if (response.statusCode() != 429 || pause > 8000) {
                System.err.println(response.statusCode() + " " + response.body());
                System.exit(1);
            }
            Thread.sleep(pause);
        }
    }

    private static List<Map<String, Object>> all(String address, String relation) throws Exception {
        List<Map<String, Object>> items = new ArrayList<>();
        while (address != null) {
            Map<String, Object> page = get(address);
            for (Object item : (List<?>) map(page.get("_embedded")).get(relation)) items.add(map(item));
            address = map(page.get("_links")).containsKey("next") ? link(page, "next") : null;
        }
        return items;
    }

    private static String link(Map<String, Object> item, String relation) {
        return text(map(map(item.get("_links")).get(relation)), "href");
    }

    private static String text(Map<String, Object> item, String field) {
        return item.get(field) == null ? "" : item.get(field).toString();
    }

    private static String first(Map<String, Object> person, String list, String field) {
        List<?> entries = person.get(list) == null ? List.of() : (List<?>) person.get(list);
        return entries.isEmpty() ? "" : text(map(entries.get(0)), field);
    }

    private static String cell(String text) {
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** Reads a JSON text, for the standard library cannot. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            char first = peek();
            return first == '{' ? object() : first == '[' ? array() : first == '"' ? string() : plain();
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        private boolean skip(char expected) {
            if (peek() != expected) return false;
            at++;
            return true;
        }

        private Map<String, Object> object() {
            Map<String, Object> members = new LinkedHashMap<>();
            skip('{');
            while (!skip('}')) {
                String name = (String) value();
                skip(':');
                members.put(name, value());
                skip(',');
            }
            return members;
        }

        private List<Object> array() {
            List<Object> entries = new ArrayList<>();
            skip('[');
            while (!skip(']')) {
                entries.add(value());
                skip(',');
            }
            return entries;
        }

        private String string() {
            StringBuilder result = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') result.append(text.charAt(at));
                else if (text.charAt(++at) == 'u') {
                    result.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else result.append("\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(text.charAt(at))));
            }
            at++;
            return result.toString();
        }

        private Object plain() {
            int from = at;
            while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(from, at);
            return word.equals("null") ? null : word;
        }
    }
}
