package io.github.dynamolock.mutants;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Changed classes, compiled in memory, and a loader in which they and all of ours around them live apart. */
final class Mutation extends URLClassLoader {

    private static final String OURS = "io.github.dynamolock.";

    private final Map<String, byte[]> changed;

    private Mutation(URL[] classPath, Map<String, byte[]> changed) {
        super(classPath, Mutation.class.getClassLoader());
        this.changed = changed;
    }

    static Mutation of(List<Edit> edits) throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Edit edit : edits) {
            String source = sources.containsKey(edit.path()) ? sources.get(edit.path()) : Edit.source(edit.path());
            sources.put(edit.path(), edit.applied(source));
        }
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new Mutation(urls.toArray(URL[]::new), compiled(sources));
    }

    private static Map<String, byte[]> compiled(Map<String, String> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((path, text) -> units.add(new Source(path, text)));
        StringWriter messages = new StringWriter();
        try (JavaFileManager files = new InMemory(compiler.getStandardFileManager(null, null, null), classes)) {
            List<String> options =
                    List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));
            if (!compiler.getTask(messages, files, null, options, null, units).call()) {
                throw new AssertionError("the mutant does not compile:\n" + messages);
            }
        }
        Map<String, byte[]> bytes = new HashMap<>();
        classes.forEach((name, out) -> bytes.put(name, out.toByteArray()));
        return bytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : ours(name);
        }
    }

    private Class<?> ours(String name) throws ClassNotFoundException {
        byte[] bytes = changed.get(name);
        return bytes == null ? findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String path, String text) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            if (location != StandardLocation.CLASS_OUTPUT) {
                throw new UncheckedIOException(new IOException("unexpected output " + className));
            }
            return new SimpleJavaFileObject(URI.create("bytes:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    classes.put(className, out);
                    return out;
                }
            };
        }
    }
}
