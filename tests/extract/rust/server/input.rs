//! Handlers, a trait and its implementation, registration through macros and by name.
use std::collections::{hash_map::Entry, HashMap};
use crate::auth::{self, Claims as Token};
use super::*;

mod db;
pub mod api {
    pub fn routes() -> Vec<Route> {
        routes![login, admin::logout]
    }
}

pub const LIFETIME: i64 = 3600;
static mut COUNTER: u32 = 0;
pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, Clone)]
pub struct Session<T> {
    pub user: String,
    store: T,
}

pub enum Error {
    Locked,
    Db(diesel::Error),
    Io { path: String },
}

pub trait Store: Send {
    const NAME: &'static str;
    type Key;
    fn load(&self, key: &str) -> Option<Vec<u8>>;
    fn exists(&self, key: &str) -> bool {
        self.load(key).is_some()
    }
}

impl<T: Store> Session<T> {
    pub fn new(user: String, store: T) -> Self {
        Session { user, store }
    }
}

impl<T> fmt::Display for Session<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.user.as_str())
    }
}

#[post("/login", data = "<data>")]
async fn login(data: Form<LoginData>) -> JsonResult {
    let session = Session::new(data.user, db::connect());
    let parsed = auth::decode_login::<Token>(&data.token)?;
    items.iter().map(normalise).collect::<Vec<_>>();
    Ok(Json(json!({ "token": sign(session) })))
}

pub fn app() -> Router {
    Router::new().route("/login", post(login)).route("/me", get(handlers::me))
}

macro_rules! db_run {
    ($e:expr) => { $e };
}

extern "C" {
    fn native_hash(data: *const u8) -> u32;
}

#[cfg(test)]
mod tests {
    #[tokio::test]
    async fn it_logs_in() {
        assert_eq!(super::login().await, 1);
    }
}
