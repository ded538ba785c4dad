//! Names of those who meet at a table: bands that lend none of another's, and letters where two are called alike.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::contract::Lang;

/// A name however it is written.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Returns a name without the number that [`Taken::numbered`] puts behind it.
fn unnumbered(name: &str) -> &str {
    let parts = name.rsplit_once(' ');
    parts.filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(name, |(name, _)| name)
}

/// Names that are taken at a table, however they are written.
#[derive(Clone, Debug, Default)]
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

    /// Returns the first name that is free: of those that are lent, else of the same names with a number.
    fn free(&self, lent: &[String]) -> Option<String> {
        let numbered = (2u32..=999).flat_map(|n| lent.iter().map(move |name| format!("{name} {n}")));
        lent.iter().cloned().chain(numbered).find(|name| !self.has(name))
    }
}

/// Other names for those of a band that are ready-made and that other bands bear. Names that a player typed stay.
#[derive(Debug)]
pub struct Renaming<'a> {
    /// Ready-made names of the system.
    ready: &'a Taken,
    /// Names of the other bands.
    others: Taken,
    /// Names that cannot be given: those of the other bands and of the band itself.
    taken: Taken,
    /// Each name that was replaced, with the one given for it.
    replacements: Vec<(String, String)>,
}

impl<'a> Renaming<'a> {
    /// Builds the renaming of a band that bears the names `own`, beside bands that bear the names `others`.
    pub fn new<'n, 'o>(
        ready: &'a Taken,
        own: impl IntoIterator<Item = &'n str>,
        others: impl IntoIterator<Item = &'o str>,
    ) -> Self {
        let others = Taken::of(others);
        let mut taken = others.clone();
        taken.0.extend(own.into_iter().map(plain));
        Self { ready, others, taken, replacements: Vec::new() }
    }

    /// Replaces a name of the band if it is ready-made and another band bears it: by the first free one of those that are lent, else
    /// by one of them with a number. Names that are equal within the band stay equal: a band may be called after one of its members.
    pub fn apply(&mut self, name: &mut String, lent: &[String]) {
        if let Some((_, given)) = self.replacements.iter().find(|(old, _)| alike(old, name)) {
            name.clone_from(given);
            return;
        }
        if !self.others.has(name) || !(self.ready.has(name) || self.ready.has(unnumbered(name))) {
            return;
        }
        if let Some(free) = self.taken.free(lent) {
            self.taken.0.insert(plain(&free));
            self.replacements.push((std::mem::replace(name, free.clone()), free));
        }
    }
}

/// Names that a system lends to heroes and bands.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "LentNames"))]
pub struct Lent {
    /// For bands, by language.
    pub bands: LentBands,
    /// For heroes, by what they are; read in both languages.
    pub folk: Vec<LentFolk>,
}

/// Names for bands in each language.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LentBands {
    /// French.
    pub fr: Vec<String>,
    /// English.
    pub en: Vec<String>,
}

/// Names for heroes of one kind, such as women or robots.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LentFolk {
    /// The names of the ready-made heroes of that kind.
    pub heroes: Vec<String>,
    /// The names that are lent.
    pub names: Vec<String>,
}

impl Lent {
    /// Returns the names for bands, in a language.
    pub fn bands(&self, lang: Lang) -> &[String] {
        match lang {
            Lang::Fr => &self.bands.fr,
            Lang::En => &self.bands.en,
        }
    }

    /// Returns the names for heroes of the kind that a ready-made name stands for; those of the first kind if it stands for none.
    pub fn folk(&self, name: &str) -> &[String] {
        let bears = |list: &[String]| list.iter().any(|one| alike(one, unnumbered(name)));
        let kind = self.folk.iter().find(|kind| bears(&kind.heroes) || bears(&kind.names));
        kind.or(self.folk.first()).map_or(&[], |kind| &kind.names)
    }

    /// Replaces the names of a band and its heroes that are ready-made and that one of `others` bears: those of heroes by names of
    /// their kind, that of the band by one in a language.
    pub fn rename<'n>(
        &self,
        lang: Lang,
        band: &mut String,
        mut heroes: Vec<&mut String>,
        others: impl IntoIterator<Item = &'n str>,
    ) {
        let ready = Taken::of(self.all());
        let own = heroes.iter().map(|name| name.as_str()).chain([band.as_str()]);
        let mut renaming = Renaming::new(&ready, own, others);
        for name in &mut heroes {
            let lent = self.folk(name);
            renaming.apply(name, lent);
        }
        renaming.apply(band, self.bands(lang));
    }

    /// Returns every name, also those of the ready-made heroes.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let folk = self.folk.iter().flat_map(|kind| kind.heroes.iter().chain(&kind.names));
        folk.chain(&self.bands.fr).chain(&self.bands.en).map(String::as_str)
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

/// Names as they are read: characters of one name have their letters behind it.
pub fn told_apart<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<(&str, String)> = names.into_iter().map(|name| (name, plain(name))).collect();
    let told = |(n, (name, plain)): (usize, &(&str, String))| {
        let mut others = names.iter().enumerate().filter(|(other, _)| *other != n);
        if others.any(|(_, (_, other))| plain == other) {
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

    #[test]
    fn ready_made_names_of_another_band_are_replaced_and_typed_ones_stay() {
        let lent = ["Momo", "Suzy"].map(str::to_owned);
        let ready = Taken::of(["Ginette", "Dédé", "Momo", "Suzy"]);
        let own = ["Ginette", "Raoul", "Dédé", "ginette", "Momo", "Suzy 2"];
        let mut names = own.map(str::to_owned);
        let mut renaming = Renaming::new(&ready, own, ["GINETTE", "Raoul", "Dédé", "Suzy 2"]);
        for name in &mut names {
            renaming.apply(name, &lent);
        }
        assert_eq!(names, ["Suzy", "Raoul", "Momo 2", "Suzy", "Momo", "Momo 3"]);
    }

    #[test]
    fn a_hero_is_lent_a_name_of_its_kind() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let kind = |hero: &str, lent: &str| LentFolk { heroes: names(&[hero]), names: names(&[lent]) };
        let bands = LentBands { fr: names(&["Les Oubliés"]), en: names(&["The Forgotten"]) };
        let lent = Lent { bands, folk: vec![kind("Jules", "Octave"), kind("R-73", "B-12")] };
        let folk = ["r-73", "B-12 2", "Octave", "Les Oubliés"].map(|name| lent.folk(name)[0].as_str());
        assert_eq!(folk, ["B-12", "B-12", "Octave", "Octave"]);
        assert_eq!([Lang::Fr, Lang::En].map(|lang| &*lent.bands(lang)[0]), ["Les Oubliés", "The Forgotten"]);
        assert_eq!(lent.all().count(), 6);
    }
}
