package io.github.dynamolock.samples.campaigns;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says what to try, once the application is up. */
@Component
@Order(2)
class Welcome implements ApplicationRunner {

    private final Environment environment;
    private final boolean local;
    private final int localPort;

    Welcome(
            Environment environment,
            @Value("${dynamolock.local.enabled}") boolean local,
            @Value("${dynamolock.local.port}") int localPort) {
        this.environment = environment;
        this.local = local;
        this.localPort = localPort;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        String here = "http://localhost:" + environment.getRequiredProperty("local.server.port");
        System.out.printf("The application is up. Launch a campaign, and look at it:%n%n");
        System.out.printf("  curl -X POST '%s/campaigns/42/launch?work=5s'%n", here);
        System.out.printf("  curl %s/campaigns/42%n", here);
        System.out.printf("  curl %s/actuator/dynamolocks%n", here);
        if (local && localPort > 0) {
            secondInstance();
        }
        System.out.printf("%nStop with Ctrl-C.%n");
    }

    private void secondInstance() {
        System.out.printf("%nStart a second instance, and launch the same campaign on both at once:%n%n");
        System.out.printf(
                "  mvn -q -pl samples/campaigns -am spring-boot:run -Dspring-boot.run.arguments=\"--server.port=8081"
                        + " --dynamolock.local.enabled=false --dynamolock.client.endpoint=http://localhost:%d\"%n",
                localPort);
    }
}
