import java.io.File;
import java.lang.reflect.Constructor;
import java.util.Arrays;

/** How many lines of play of 1, 2, ... moves Ludii finds in games: `java -cp LUDII Ludii.java DEPTH FILE...`. */
public class Ludii {
    static Object game;
    static Constructor<?> copy;

    /** A class of Ludii, which moved house after version 1.0.8. */
    static Class<?> find(String now, String once) throws Exception {
        try {
            return Class.forName(now);
        } catch (ClassNotFoundException moved) {
            return Class.forName(once);
        }
    }

    static Object call(Object of, String name, Object... given) throws Exception {
        var method = Arrays.stream(of.getClass().getMethods())
                .filter(one -> one.getName().equals(name) && one.getParameterCount() == given.length)
                .filter(one -> !one.isBridge()).findFirst().orElseThrow(() -> new NoSuchMethodException(name));
        method.setAccessible(true);
        return method.invoke(of, given);
    }

    static long count(Object context, int depth) throws Exception {
        if (depth == 0) return 1;
        if ((boolean) call(call(context, "trial"), "over")) return 0;
        long found = 0;
        for (Object move : (Iterable<?>) call(call(game, "moves", context), "moves")) {
            Object after = copy.newInstance(context);
            call(game, "apply", after, move);
            found += count(after, depth - 1);
        }
        return found;
    }

    public static void main(String[] words) throws Exception {
        Class<?> loader = find("other.GameLoader", "util.GameLoader");
        Class<?> contexts = find("other.context.Context", "util.Context");
        Class<?> trials = find("other.trial.Trial", "util.Trial");
        copy = contexts.getConstructor(contexts);
        for (int at = 1; at < words.length; at++) {
            File file = new File(words[at]);
            game = loader.getMethod("loadGameFromFile", File.class).invoke(null, file);
            Object trial = trials.getConstructor(game.getClass()).newInstance(game);
            Object context = contexts.getConstructor(game.getClass(), trials).newInstance(game, trial);
            call(game, "start", context);
            StringBuilder line = new StringBuilder("counted " + file.getName());
            for (int depth = 1; depth <= Integer.parseInt(words[0]); depth++) line.append(' ').append(count(context, depth));
            System.out.println(line);
        }
    }
}
