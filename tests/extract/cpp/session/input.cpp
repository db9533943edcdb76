// Classes, members defined outside, templates, tests.
#include <memory>
#include "session.h"

#define SESSION_LIMIT 10
using std::string;

namespace auth::web {

constexpr int kLifetime = 3600;
using Token = std::vector<uint8_t>;
typedef struct sqlite3 Database;
enum class State { Open, Closed };

class Session : public Base, private detail::Timer<int> {
 public:
  explicit Session(std::string user);
  ~Session() override { close(); }
  bool valid() const { return state_ == State::Open; }
  virtual void renew(int seconds) = 0;
  void declared_only();
  bool operator==(const Session& other) const { return other.id_ == id_; }
  operator bool() const { return valid(); }

 private:
  State state_ = State::Closed;
  Database* db_;
  static int count_;
};

int Session::count_ = 0;

Session::Session(std::string user) : Base(user) { open(user); }

const Token& Session::token() const {
  return store_->find<Token>(id_);
}

std::unique_ptr<Session> make_session(const std::string& user) {
  auto local = std::make_unique<Session>(user);
  db::connect(user);
  timer.connect(local.get(), &Session::renew);
  return new Session(user), local;
}

template <typename T>
T clamp(T value) { return limit<T>(value); }

template <typename T>
struct Box { T value; };

}  // namespace auth::web

namespace {
int hidden = 1;
void helper() {}
}

extern "C" int plugin_entry(void) { return run(); }

TEST_F(SessionTest, ExpiresAfterAnHour) {
  EXPECT_FALSE(Session("a").valid());
}
