//! In which language a request is answered.

use axum::http::{HeaderMap, header};
use bagarre_rules::contract::Lang;

/// The cookie `lang` decides, then `Accept-Language`, then French.
pub(crate) fn lang_of(headers: &HeaderMap) -> Lang {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let chosen = cookies.flat_map(|line| line.split(';')).find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == "lang").then(|| tag(value)).flatten()
    });
    let accepted =
        || headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).and_then(accepted);
    chosen.or_else(accepted).unwrap_or_default()
}

fn tag(text: &str) -> Option<Lang> {
    match text.trim().split('-').next()? {
        "fr" => Some(Lang::Fr),
        "en" => Some(Lang::En),
        _ => None,
    }
}

/// The first of our languages with the greatest weight, in thousandths.
fn accepted(header: &str) -> Option<Lang> {
    let mut best = None;
    for part in header.split(',') {
        let mut fields = part.split(';');
        let Some(lang) = fields.next().and_then(tag) else { continue };
        let weight =
            fields.find_map(|field| field.trim().strip_prefix("q=")?.parse::<f32>().ok()).unwrap_or(1.0);
        if weight > 0.0 && best.is_none_or(|(_, least)| weight > least) {
            best = Some((lang, weight));
        }
    }
    best.map(|(lang, _)| lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_cookies_then_the_browsers_then_french() {
        for (cookie, accept, expected) in [
            ("", "", Lang::Fr),
            ("", "en", Lang::En),
            ("", "de,en-GB;q=0.7,fr;q=0.9", Lang::Fr),
            ("", "de,en-GB;q=0.9,fr;q=0.7", Lang::En),
            ("", "fr;q=0,en;q=0.1", Lang::En),
            ("", "de", Lang::Fr),
            ("bagarre=x; lang=en", "fr", Lang::En),
            ("lang=de", "en", Lang::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            headers.insert(header::ACCEPT_LANGUAGE, accept.parse().unwrap());
            assert_eq!(lang_of(&headers), expected, "{cookie} {accept}");
        }
    }
}
