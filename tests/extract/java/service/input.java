package app.accounts;

import static java.util.Objects.requireNonNull;
import org.springframework.web.bind.annotation.*;
import app.mail.Mailer;

@RestController
@RequestMapping("/accounts")
public class Accounts<T> extends Base<User> implements Login, Closeable {
    public static final String COOKIE = "session", HEADER = "X-Token";
    @Autowired private UserRepository users;

    enum Role {
        GUEST,
        ADMIN { @Override boolean all() { return true; } };

        boolean all() { return false; }
    }

    public Accounts(Mailer mailer) {
        super(mailer);
    }

    @PostMapping("/login")
    public ResponseEntity<Token> login(@RequestBody Credentials credentials) {
        User local = users.findByEmail(credentials.email()); // a local value is no symbol
        events.publish(new LoggedIn(local), new ArrayList<String>());
        list.stream().map(User::getName).forEach(this::notify);
        Runnable later = new Runnable() {
            public void run() { mailer.send(requireNonNull(local)); }
        };
        return ok();
    }
}

interface UserRepository extends JpaRepository<User, Long> {
    int LIMIT = 5;

    User findByEmail(String email);
}

record Credentials(String email, String password) {
    Credentials {
        check(email);
    }
}

@interface Audited {
    String value() default "";
}
