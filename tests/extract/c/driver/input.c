// A driver: functions are registered through tables and macros, never called by name.
#include <linux/module.h>
#include "account.h"

#define MAX_ACCOUNTS 16
#define GUARD_ONLY
#define FOR_EACH(acc) for (acc = first; acc; acc = acc->next)

typedef struct account account_t;
typedef int (*login_fn)(const char *name);
typedef unsigned char digest_t[32];

enum account_state { ACTIVE, LOCKED = 4 };

struct account {
	const char *name;
	login_fn login;
	struct account *next;
};

union secret { int pin; void *token; };

struct forward;
int login(const char *name);
extern int shared_counter;
static struct account *first, *last;
static int attempts;
int limit = 3;
static DEFINE_MUTEX(account_lock);

static int __init check(const char *name)
{
	int local = 0;
	mutex_lock(&account_lock);
	return first->login(name) ? local : verify(name);
}

struct account *find_account(const char *name)
{
	return lookup(name);
}

int login(const char *name)
{
	struct account_ops *ops = get_ops();
	ops->open = open_session;
	return ops->open(name);
}

static const struct file_operations account_fops = {
	.owner = THIS_MODULE,
	.open = open_session,
	.release = &close_session,
	.name = "account",
};

static const struct command commands[] = {
	{ "login", login },
	{ "logout", .run = logout },
};

#ifdef CONFIG_AUDIT
static struct audit_ops audit = { .log = audit_log };
#endif

SYSCALL_DEFINE2(account_login, const char *, name, int, flags)
{
	return login(name);
}

module_init(check);
EXPORT_SYMBOL_GPL(find_account);
