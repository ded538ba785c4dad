//! Whole numbers as JSON Schema knows them: `2` and `2.0` are one number.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{Error, Visitor};

/// The greatest whole number up to which floating point leaves no gap.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Reads a whole number that is not negative, for `#[serde(deserialize_with)]`.
///
/// # Errors
/// A fraction, a negative number, one that is too great, or no number at all.
pub fn read<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Whole(PhantomData))
}

/// The same for one that may be missing, or `null`.
///
/// # Errors
/// As for [`read`].
pub fn read_some<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<Option<T>, D::Error> {
    struct Maybe<T>(PhantomData<T>);
    impl<'de, T: TryFrom<u64>> Visitor<'de> for Maybe<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number, or nothing")
        }

        fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Option<T>, D::Error> {
            read(from).map(Some)
        }
    }
    from.deserialize_option(Maybe(PhantomData))
}

struct Whole<T>(PhantomData<T>);

impl<T: TryFrom<u64>> Visitor<'_> for Whole<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number of at most {} bits", 8 * size_of::<T>())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::try_from(number).map_err(|_| E::custom("a number is too great"))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        let number = u64::try_from(number).map_err(|_| E::custom("a number is negative"))?;
        self.visit_u64(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        if (0.0..=EXACT).contains(&number) && number.fract() == 0.0 {
            return self.visit_u64(number as u64);
        }
        Err(E::custom("a number is no whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<u8, serde_json::Error> {
        read(&mut serde_json::Deserializer::from_str(text))
    }

    #[test]
    fn two_is_two_however_it_is_written() {
        for text in ["2", "2.0", "2e0", "0.2e1"] {
            assert_eq!(parse(text).unwrap(), 2, "{text}");
        }
        for text in ["-1", "-1.0", "256", "256.0", "1.5", "1e300", "\"2\"", "null", "[2]"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let some = |text| read_some::<_, u8>(&mut serde_json::Deserializer::from_str(text));
        assert_eq!((some("3.0").unwrap(), some("null").unwrap()), (Some(3), None));
        assert!(some("3.5").is_err());
    }
}
