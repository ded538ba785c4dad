//! Faults of a position: each with the field that has it.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::refusal::Refusal;

/// Faults of a position, in the order in which they were found. Each is a line `FIELD: WHAT IS EXPECTED`, in which the field is the path of a
/// value of the position as JSON, such as `scene.fighters[3].pe`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<String>);

impl Faults {
    /// Whether no fault was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes a fault of a field.
    pub fn add(&mut self, field: impl Display, expected: impl Display) {
        self.0.push(format!("{field}: {expected}"));
    }

    /// Notes a fault of a field unless its value is sound. The field is only written out for a fault: `format_args!` makes one.
    pub fn ensure(&mut self, sound: bool, field: impl Display, expected: impl Display) {
        if !sound {
            self.add(field, expected);
        }
    }

    /// Notes a fault of a list that has not as many entries as the set-up makes.
    pub fn ensure_len(&mut self, field: impl Display, given: usize, own: usize) {
        self.ensure(given == own, field, format_args!("{given} entries where the set-up makes {own}"));
    }

    /// Notes a fault of a list that has more entries than it may.
    pub fn ensure_most(&mut self, field: impl Display, given: usize, most: usize) {
        self.ensure(given <= most, field, format_args!("{given} entries, {most} at most"));
    }

    /// Notes a fault of a number out of range. `rule` is the rule that says so.
    pub fn ensure_within(
        &mut self,
        field: impl Display,
        value: impl Into<i64>,
        range: RangeInclusive<i64>,
        rule: &str,
    ) {
        let (value, least, most) = (value.into(), *range.start(), *range.end());
        self.ensure(
            range.contains(&value),
            field,
            format_args!("{value}, where it is {least} to {most} ({rule})"),
        );
    }

    /// Notes a fault of each entry of a list that is not sound.
    pub fn ensure_each<T>(
        &mut self,
        field: impl Display,
        list: impl IntoIterator<Item = T>,
        mut sound: impl FnMut(T) -> bool,
        expected: &str,
    ) {
        for (n, entry) in list.into_iter().enumerate() {
            self.ensure(sound(entry), format_args!("{field}[{n}]"), expected);
        }
    }

    /// Returns the faults of a part of the position: fields are named as they are in it.
    pub fn of(&mut self, part: impl Into<String>) -> FaultsOf<'_> {
        FaultsOf { faults: self, part: part.into() }
    }

    /// Returns the state if no fault was found, or a refusal with all faults.
    pub fn refuse<T, E: From<Refusal>>(self, state: T) -> Result<T, E> {
        if self.0.is_empty() { Ok(state) } else { Err(Refusal::Position(self.0).into()) }
    }
}

impl Display for Faults {
    /// Writes one fault a line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// Faults of a part of a position, see [`Faults::of`].
#[derive(Debug)]
pub struct FaultsOf<'a> {
    faults: &'a mut Faults,
    part: String,
}

impl FaultsOf<'_> {
    /// See [`Faults::ensure`].
    pub fn ensure(&mut self, sound: bool, field: &str, expected: impl Display) {
        let part = &self.part;
        self.faults.ensure(sound, format_args!("{part}.{field}"), expected);
    }

    /// See [`Faults::ensure_most`].
    pub fn ensure_most(&mut self, field: &str, given: usize, most: usize) {
        let part = &self.part;
        self.faults.ensure_most(format_args!("{part}.{field}"), given, most);
    }

    /// See [`Faults::ensure_within`].
    pub fn ensure_within(
        &mut self,
        field: &str,
        value: impl Into<i64>,
        range: RangeInclusive<i64>,
        rule: &str,
    ) {
        let part = &self.part;
        self.faults.ensure_within(format_args!("{part}.{field}"), value, range, rule);
    }

    /// See [`Faults::ensure_each`].
    pub fn ensure_each<T>(
        &mut self,
        field: &str,
        list: impl IntoIterator<Item = T>,
        sound: impl FnMut(T) -> bool,
        expected: &str,
    ) {
        let part = &self.part;
        self.faults.ensure_each(format_args!("{part}.{field}"), list, sound, expected);
    }
}

#[cfg(test)]
mod tests {
    use super::Faults;
    use crate::refusal::Refusal;

    #[test]
    fn faults_name_their_fields() {
        let mut faults = Faults::default();
        faults.ensure(true, "a", "no fault");
        faults.ensure_len("scene.zones", 3, 4);
        faults.ensure_each("scene.order", [1, 9, 2, 8], |n| n < 5, "a character of the game");
        let mut of = faults.of(format!("scene.fighters[{}]", 2));
        of.ensure_within("pe", 41, 0..=40, "ENE-COR-05");
        of.ensure_most("tokens", 5, 4);
        assert!(!faults.is_empty());
        let Err(Refusal::Position(lines)) = faults.refuse::<(), Refusal>(()) else { panic!("no refusal") };
        let expected = [
            "scene.zones: 3 entries where the set-up makes 4",
            "scene.order[1]: a character of the game",
            "scene.order[3]: a character of the game",
            "scene.fighters[2].pe: 41, where it is 0 to 40 (ENE-COR-05)",
            "scene.fighters[2].tokens: 5 entries, 4 at most",
        ];
        assert_eq!(lines, expected);
        assert_eq!(Faults::default().refuse::<_, Refusal>(7), Ok(7));
    }
}
