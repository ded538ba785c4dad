//! Names of those who meet at a table: bands that lend none of another's, and letters where two are called alike.

use std::collections::BTreeSet;

/// A name however it is written.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Names that are taken at a table, however they are written.
#[derive(Debug, Default)]
pub struct Taken(BTreeSet<String>);

impl Taken {
    /// These names.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(plain).collect())
    }

    /// Whether a name is.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&plain(name))
    }

    /// The name, or where it is taken the name with the first number from 2 on that is free.
    pub fn numbered(&self, name: &str) -> String {
        let mut all = std::iter::once(name.to_owned()).chain((2u32..).map(|n| format!("{name} {n}")));
        all.find(|one| !self.has(one)).unwrap_or_default()
    }

    /// Gives another name to what bears one that is taken: the first free one of those that are lent, else its own with a number.
    pub fn rename(&mut self, name: &mut String, lent: &[String]) {
        if self.has(name) {
            let free = lent.iter().find(|other| !self.has(other)).cloned();
            *name = free.unwrap_or_else(|| self.numbered(name));
        }
        self.0.insert(plain(name));
    }
}

/// The letter of the `n`th of a game: A, B … Z, A2, B2 …
pub fn letter(n: usize) -> String {
    let letter = char::from(b'A' + (n % 26) as u8);
    if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26 + 1) }
}

/// Whether two names are the same however they are written. Most are plain letters: they are compared where they stand.
fn alike(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        one.trim().eq_ignore_ascii_case(other.trim())
    } else {
        plain(one) == plain(other)
    }
}

/// Names as everybody reads them: whoever is called like somebody else has his letter behind his name.
pub fn told_apart<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.into_iter().collect();
    let told = |(n, name): (usize, &&str)| {
        let mut others = names.iter().enumerate().filter(|(other, _)| *other != n);
        if others.any(|(_, other)| alike(name, other)) {
            format!("{name} ({})", letter(n))
        } else {
            (*name).to_owned()
        }
    };
    names.iter().enumerate().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_called_like_another_has_his_letter_behind_his_name() {
        assert_eq!(told_apart(["Ginette", "Momo", " ginette"]), ["Ginette (A)", "Momo", " ginette (C)"]);
        assert_eq!([0, 25, 26, 53].map(letter), ["A", "Z", "A2", "B3"]);
    }

    #[test]
    fn a_name_that_is_taken_gives_way_to_the_first_that_is_lent_and_free() {
        let lent = ["Momo".to_owned(), "Suzy".to_owned(), "Lulu".to_owned()];
        let mut taken = Taken::of(["Ginette", "momo"]);
        let [mut one, mut two, mut free] = ["GINETTE", "Ginette", "Dédé"].map(str::to_owned);
        for name in [&mut one, &mut two, &mut free] {
            taken.rename(name, &lent);
        }
        assert_eq!([one.as_str(), two.as_str(), free.as_str()], ["Suzy", "Lulu", "Dédé"]);
        let mut again = "Momo".to_owned();
        taken.rename(&mut again, &lent);
        assert_eq!(again, "Momo 2", "all that are lent are taken");
        let taken = Taken::of(["Jules", "JULES 2"]);
        assert_eq!(["Jules", "Nyx"].map(|name| taken.numbered(name)), ["Jules 3", "Nyx"]);
    }
}
