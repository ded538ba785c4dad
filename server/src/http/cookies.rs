//! The cookie by which this server knows a browser, and the one of an earlier version that it takes the place of.

use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use time::Duration;

use crate::app::App;
use crate::error::AppError;
use crate::tokens::{OLD_COOKIE, Token};

/// As long as browsers keep a cookie at all.
const COOKIE_DAYS: i64 = 400;

fn named(jar: &CookieJar, name: &str) -> Option<Token> {
    jar.get(name).map(|cookie| Token(cookie.value().to_owned()))
}

/// The token that this browser keeps, if any: under the name of this server or, where there is none, under the old one.
pub(crate) fn token(app: &App, jar: &CookieJar) -> Option<Token> {
    named(jar, app.cookie()).or_else(|| named(jar, OLD_COOKIE))
}

/// The browser keeps a token from now on, under the name of this server.
fn with(app: &App, jar: CookieJar, token: &Token) -> CookieJar {
    let cookie = Cookie::build((app.cookie().to_owned(), token.0.clone()));
    let cookie = cookie.path("/").http_only(true).same_site(SameSite::Lax);
    jar.add(cookie.secure(app.config().secure_cookies()).max_age(Duration::days(COOKIE_DAYS)).build())
}

fn without(jar: CookieJar, name: &str) -> CookieJar {
    jar.remove(Cookie::build(name.to_owned()).path("/"))
}

/// The browser of a known person keeps its cookie for as long again. One under the old name is moved to the new one.
pub(crate) fn renew(app: &App, jar: CookieJar) -> CookieJar {
    let Some(token) = token(app, &jar) else { return jar };
    let moved = jar.get(app.cookie()).is_none();
    let jar = with(app, jar, &token);
    if moved { without(jar, OLD_COOKIE) } else { jar }
}

/// The browser becomes that of another person: what it keeps under either name is replaced.
pub(crate) async fn replaced(app: &App, jar: CookieJar, token: &Token) -> Result<CookieJar, AppError> {
    let jar = match known_by_old_name(app, &jar).await? {
        Some(_) => without(jar, OLD_COOKIE),
        None => jar,
    };
    Ok(with(app, jar, token))
}

/// The browser forgets the person, under either name of the cookie.
pub(crate) async fn forgotten(app: &App, jar: CookieJar) -> Result<CookieJar, AppError> {
    if let Some(token) = named(&jar, app.cookie()) {
        app.forget(&token).await?;
    }
    let jar = match known_by_old_name(app, &jar).await? {
        Some(token) => {
            app.forget(&token).await?;
            without(jar, OLD_COOKIE)
        }
        None => jar,
    };
    let own = app.cookie().to_owned();
    Ok(without(jar, &own))
}

/// The token under the old name, if it is one of this server's: it may be that of another server on the same host.
async fn known_by_old_name(app: &App, jar: &CookieJar) -> Result<Option<Token>, AppError> {
    let Some(token) = named(jar, OLD_COOKIE) else { return Ok(None) };
    Ok(app.guest(&token).await?.map(|_| token))
}
