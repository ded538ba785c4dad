//! Numbers of the rules, eras and actions, read once from `data/rules.toml`. Constant data.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::ids::{ActKind, Era, Skill};
use bagarre_kit::ids::each_once;

/// A section of the numbers: a struct whose every key is read from the data and shown to clients.
macro_rules! section {
    ($(#[$doc:meta])* $Name:ident { $($(#[$field_doc:meta])* $field:ident: $Type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
        pub struct $Name {
            $($(#[$field_doc])* pub $field: $Type,)+
        }
    };
}

/// Where a price comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Source {
    /// Printed in the book.
    Print,
    /// Fixed by us, because the book has none.
    Ours,
}

section! {
    /// An era: a style, an armoury, a set of terrain.
    EraRow {
        /// Which.
        id: Era,
        /// Words.
        fr: String,
        /// Words.
        en: String,
        /// What to expect.
        text_fr: String,
        /// What to expect.
        text_en: String,
        /// Where the prices of its armoury come from.
        costs: Source,
    }
}

/// The window for opportunity actions that an action opens (GEN-AO-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/", rename = "ActWindow"))]
pub enum Window {
    /// None.
    None,
    /// While the figure moves (GEN-AO-06).
    During,
    /// Once all is resolved (GEN-AO-07).
    After,
}

section! {
    /// An action (section 4).
    ActRow {
        /// Which.
        id: ActKind,
        /// `GEN-ACT-01`.
        rule: String,
        /// Words.
        fr: String,
        /// Words.
        en: String,
        /// DA it costs; for climbing, for each 5 cm begun (GEN-ACT-35).
        da: u8,
        /// DA when only weapons with a fast reload are reloaded (GEN-ACT-38); 0 elsewhere.
        #[serde(default)]
        da_fast_weapons_only: u8,
        /// Added to the attack die.
        #[serde(default)]
        attack_bonus: i8,
        /// The window it opens.
        ao: Window,
        /// Allowed while locked in close combat (GEN-ACT-33).
        #[serde(default)]
        locked: bool,
        /// Allowed while down (GEN-ACT-41).
        #[serde(default)]
        down: bool,
        /// Keeps cover (GEN-COV-03).
        #[serde(default)]
        keeps_cover: bool,
    }
}

section! {
    /// Action dice of a turn (GEN-STA-03).
    FigureNumbers {
        /// Unwounded.
        max_da: u8,
        /// Wounded.
        max_da_wounded: u8,
    }
}

section! {
    /// Lengths of moves in u and cost factors of ground (GEN-ACT-31, GEN-GEO-12).
    Movement {
        /// Move.
        move_budget: i32,
        /// Run.
        run_budget: i32,
        /// Drag.
        drag_budget: i32,
        /// Clear ground.
        cost_clear: i32,
        /// Difficult ground.
        cost_difficult: i32,
    }
}

section! {
    /// Heroic actions (GEN-HER-02, 03, 05).
    Heroic {
        /// Least total of a success.
        success_min: i8,
        /// DA gained.
        da_gained: u8,
        /// DA that a wounded figure has and gives for a heroic reload.
        reload_da: u8,
    }
}

section! {
    /// Opportunity actions (GEN-AO-01).
    Opportunity {
        /// DA of one.
        da: u8,
    }
}

section! {
    /// Cover (GEN-COV-02).
    Cover {
        /// Added to the attack die.
        attack_mod: i8,
    }
}

section! {
    /// Knock-down (GEN-KND-01, 06).
    Knockdown {
        /// Push in u, where the weapon says nothing else.
        push: i32,
        /// Least drop in u that takes a wound roll.
        fall_wound_min_drop: i32,
    }
}

section! {
    /// Shooting (GEN-SHT-03, 04, 06, 08).
    Shooting {
        /// Long range.
        long_range_mod: i8,
        /// Natural face that empties the weapon.
        out_of_ammo_natural: u8,
        /// Defence dice for nothing.
        defence_dice_base: u8,
        /// Faces on which the owner of the aimed figure picks the victim.
        redirect_owner_chooses: Vec<u8>,
    }
}

section! {
    /// Close combat (GEN-CC-03, 06).
    CloseCombat {
        /// Defence dice for nothing.
        defence_dice_base: u8,
        /// Bonus of the defender for each further standing enemy of the attacker.
        multiple_bonus_per_extra: i8,
    }
}

section! {
    /// Wound rolls (GEN-WND-01, 02).
    WoundNumbers {
        /// For a target that was down before.
        down_bonus: i8,
        /// Least total that wounds.
        wounded_min: i8,
        /// Least total that puts out of action.
        out_of_action_min: i8,
    }
}

section! {
    /// Morale tests (GEN-MOR-01).
    Morale {
        /// The radius within which figures test, in u.
        radius: i32,
        /// Faces that fail.
        fail_natural: Vec<u8>,
        /// DA lost.
        da_loss: u8,
    }
}

section! {
    /// Building a band (section 15).
    BandNumbers {
        /// Points (GEN-BND-01).
        budget: i32,
        /// The chief (GEN-BND-01).
        chief_cost: i32,
        /// A member (GEN-BND-01).
        member_cost: i32,
        /// Weapons of a figure (GEN-BND-02).
        max_weapons: usize,
        /// Skills of a figure (GEN-BND-04).
        max_skills: usize,
        /// Factor of the second skill, if it is not a drawback (GEN-BND-04, R-197).
        second_skill_multiplier: i32,
        /// Skills that several figures may have (GEN-BND-05, R-198).
        unique_skill_exceptions: Vec<Skill>,
        /// Most figures, ever (GEN-BND-09, R-202).
        max_figures_engine: usize,
    }
}

/// What care makes of a member out of action (GEN-CMP-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum Cure {
    /// Struck off.
    Dead,
    /// Wounded from now on.
    Wounded,
    /// Well.
    Healed,
}

section! {
    /// A campaign (section 16).
    Campaign {
        /// Least total for a reputation (GEN-CMP-03).
        reputation_min_total: i32,
        /// Reputation gained.
        reputation_gain: i32,
        /// Points to heal a wounded member (GEN-CMP-04).
        care_wounded_cost: i32,
        /// Points to treat a member out of action.
        care_ooa_cost: i32,
        /// What comes of it, by the face.
        care_ooa_table: [Cure; 6],
        /// Pay of each member (GEN-CMP-05).
        pay_per_man: i32,
        /// And for each skill.
        pay_per_skill: i32,
        /// And for each weapon or armour.
        pay_per_weapon: i32,
        /// Reputations that give a skill (GEN-CMP-07).
        skill_thresholds: Vec<i32>,
        /// Beyond the last of them, one every so often.
        skill_threshold_step_after: i32,
    }
}

section! {
    /// Setting a game up (section 17), lengths in u.
    SetupNumbers {
        /// Faces of the scenario die (GEN-SET-01).
        scenario_die: u8,
        /// Times it may be rolled again.
        scenario_rerolls: u8,
        /// Added to the die for the number of pieces (GEN-SET-02).
        terrain_count_bonus: u8,
        /// Between the lines of bands that start face to face, in u (GEN-SET-11).
        close_gap: i32,
        /// Between the figures of such a line, in u.
        close_apart: i32,
        /// How far from the middle of the table such lines may be, in u.
        close_reach: i32,
        /// Members of a ready-made band that starts so.
        close_members: usize,
    }
}

section! {
    /// Seconds to answer, by kind of decision (section 21).
    Timeouts {
        /// In the own phase.
        command: u32,
        /// In the middle of a resolution.
        interrupt: u32,
        /// Before the fight.
        setup: u32,
        /// After a game of a campaign.
        campaign: u32,
    }
}

section! {
    /// The defaults for a die (GEN-DEC-20, GEN-DEC-21).
    Defaults {
        /// The moustache rolls again what shows this or less.
        moustache_to: u8,
        /// The shield has a die of this or more rolled again.
        shield_from: u8,
        /// Luck has a die of this or more rolled again.
        luck_from: u8,
    }
}

section! {
    /// All numbers.
    Numbers {
        /// Eras.
        era: Vec<EraRow>,
        /// Actions.
        action: Vec<ActRow>,
        /// Action dice.
        figure: FigureNumbers,
        /// Moves.
        movement: Movement,
        /// Heroic actions.
        heroic: Heroic,
        /// Opportunity actions.
        opportunity: Opportunity,
        /// Cover.
        cover: Cover,
        /// Knock-down.
        knockdown: Knockdown,
        /// Shooting.
        shooting: Shooting,
        /// Close combat.
        close_combat: CloseCombat,
        /// Wounds.
        wound: WoundNumbers,
        /// Morale.
        morale: Morale,
        /// Bands.
        band: BandNumbers,
        /// Campaigns.
        campaign: Campaign,
        /// Set-up.
        setup: SetupNumbers,
        /// Answers by default.
        decision_default: Defaults,
        /// Clocks.
        decision_timeout: Timeouts,
    }
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    let mut numbers: Numbers = toml::from_str(bagarre_kit::data!("rules.toml"))
        .expect("the numbers are part of the program and are tested");
    numbers.era = each_once(numbers.era, Era::ALL, |row| row.id);
    numbers.action = each_once(numbers.action, ActKind::ALL, |row| row.id);
    numbers
});

/// All numbers.
pub fn numbers() -> &'static Numbers {
    &NUMBERS
}

/// An action.
pub fn act(act: ActKind) -> &'static ActRow {
    &NUMBERS.action[act.i()]
}

/// An era.
pub fn era(era: Era) -> &'static EraRow {
    &NUMBERS.era[era.i()]
}
