//! Hours in which a person wants to be told nothing.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Minutes of a day.
pub(super) const DAY_MINUTES: u16 = 24 * 60;
/// Letters in the name of a zone.
const MAX_ZONE_LETTERS: usize = 64;

/// Whether a place whose hours we know is called so.
pub(super) fn is_zone(name: &str) -> bool {
    name.len() <= MAX_ZONE_LETTERS && TimeZone::get(name).is_ok()
}

/// Returns when the quiet hours of a person are over, in milliseconds since 1970, if it is within them. `hours`: from
/// which minute of the person's day to which.
pub(super) fn over(hours: (u16, u16), zone: &str, now: i64) -> Option<i64> {
    let (from, to) = hours;
    let there = Timestamp::from_millisecond(now).ok()?.to_zoned(TimeZone::get(zone).ok()?);
    let minute = u16::from(there.hour().unsigned_abs()) * 60 + u16::from(there.minute().unsigned_abs());
    let within = if from <= to { (from..to).contains(&minute) } else { minute >= from || minute < to };
    if !within {
        return None;
    }
    let today = there.date();
    let day = if minute < to { today } else { today.tomorrow().ok()? };
    let hour = i8::try_from(to / 60 % 24).ok()?;
    let end = day.at(hour, i8::try_from(to % 60).ok()?, 0, 0).to_zoned(there.time_zone().clone()).ok()?;
    Some(end.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARIS: &str = "Europe/Paris";

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    #[test]
    fn nights_are_counted_where_somebody_lives() {
        let night = (22 * 60, 7 * 60 + 30);
        for (now, end) in [
            // Winter: an hour ahead.
            ("2026-01-10T20:59:00Z", None),
            ("2026-01-10T21:00:00Z", Some("2026-01-11T06:30:00Z")),
            ("2026-01-11T06:29:59Z", Some("2026-01-11T06:30:00Z")),
            ("2026-01-11T06:30:00Z", None),
            // Summer: two; and the night in which the clocks change.
            ("2026-07-10T20:00:00Z", Some("2026-07-11T05:30:00Z")),
            ("2026-03-28T22:00:00Z", Some("2026-03-29T05:30:00Z")),
        ] {
            assert_eq!(over(night, PARIS, at(now)), end.map(at), "{now}");
        }
        assert_eq!(over((540, 720), PARIS, at("2026-01-10T09:00:00Z")), Some(at("2026-01-10T11:00:00Z")));
        assert_eq!(over((540, 720), PARIS, at("2026-01-10T11:00:00Z")), None);
        assert_eq!(over((540, 720), "Nowhere/At_All", at("2026-01-10T09:00:00Z")), None);
    }

    #[test]
    fn places_are_known_by_name() {
        assert!(is_zone(PARIS) && is_zone("UTC") && is_zone("America/Argentina/Buenos_Aires"));
        assert!(!is_zone("Paris") && !is_zone("../etc/passwd") && !is_zone(&"x".repeat(99)));
    }
}
