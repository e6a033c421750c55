package io.github.dynamolock.verification.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A web application without any code; prints how long it took to start and what it has then, and ends. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class EmptyWebApplication {

    public static void main(String[] arguments) {
        start(EmptyWebApplication.class, arguments);
    }

    /** Prints milliseconds, beans, classes loaded, and milliseconds of the processor, those of the JVM's own start included. */
    static void start(Class<?> application, String[] arguments) {
        long began = System.nanoTime();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(application)
                .web(WebApplicationType.SERVLET)
                .properties("spring.main.banner-mode=off", "logging.level.root=warn", "server.port=0")
                .run(arguments)) {
            long millis = (System.nanoTime() - began) / 1_000_000;
            System.out.printf(
                    "started %d %d %d %d%n",
                    millis,
                    context.getBeanDefinitionCount(),
                    ManagementFactory.getClassLoadingMXBean().getLoadedClassCount(),
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                    .getProcessCpuTime()
                            / 1_000_000);
        }
    }
}
