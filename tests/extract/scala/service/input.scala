package accounts.web

import java.time.{Duration, Instant => Moment}
import play.api.mvc._

case class User(id: Long, email: String) extends Entity with Locked

trait Store[F[_]] {
  def find(id: Long): F[Option[User]]
  val name: String
}

object SessionService {
  val Lifetime = 3600
  private var count = 0
  type Token = String

  def apply(store: Store[IO]): SessionService = new SessionService(store)
}

@Singleton
class SessionService @Inject() (store: Store[IO]) extends BaseController {
  lazy val clock = Clock.system()

  def login(email: String): Action = Action { request =>
    val local = store.find(1)
    validate(email).map(issue) recover handle
    Future.successful[Int](1)
  }

  def +(other: SessionService) = merge(other)
}

enum State:
  case Open, Closed
  case Failed(reason: String)

given order: Ordering[User] = Ordering.by(_.email)

extension (user: User)
  def initials: String = user.email.take(2)
