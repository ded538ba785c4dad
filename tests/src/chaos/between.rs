//! What stands between a server and its store.

use std::sync::Arc;

use async_trait::async_trait;
use bagarre_server::store::{Job, JournalRow, Store, StoreError, WriteError};
use uuid::Uuid;

/// How a group of writes comes out.
pub type Committed = Result<Vec<Result<(), WriteError>>, StoreError>;

/// Stands between a server and its store: hears of every call before it is handed on, and may fail it.
/// [`stand_between`](crate::stand_between) makes a store of it.
#[async_trait]
pub trait Between: Send + Sync + 'static {
    /// The store that calls are handed on to.
    fn inner(&self) -> &Arc<dyn Store>;

    /// Before any other call than the two below.
    async fn before(&self, _call: &'static str) -> Result<(), StoreError> {
        Ok(())
    }

    /// The journal of a game is read.
    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError>;

    /// A group of jobs is written.
    async fn jobs_written(&self, jobs: &[Job]) -> Committed;
}

/// Implements a trait of the store for a type that stands between.
#[doc(hidden)]
#[macro_export]
macro_rules! hand_on {
    ($Type:ty => $Trait:ident { $(fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)* } $($own:tt)*) => {
        #[async_trait::async_trait]
        impl $Trait for $Type {
            $(async fn $name(&self, $($arg: $ty),*) -> Result<$out, StoreError> {
                self.before(stringify!($name)).await?;
                self.inner().$name($($arg),*).await
            })*
            $($own)*
        }
    };
}

/// Makes a store of a type that stands [`Between`].
#[macro_export]
macro_rules! stand_between {
    ($Type:ty) => {
        const _: () = {
            use bagarre_protocol::campaign::{CampaignCard, CampaignGame, WorkCard};
            use bagarre_protocol::http::PlayedGame;
            use bagarre_protocol::payload::Payload;
            use bagarre_protocol::room::PastGame;
            use bagarre_protocol::socket::ChatLine;
            use bagarre_rules::contract::Seat;
            use bagarre_server::store::assets::{Asset, Assets};
            use bagarre_server::store::campaigns::{
                BandRecord, CampaignRecord, Campaigns, MemberRecord, Membership,
            };
            use bagarre_server::store::cluster::{Beat, Claimant, Claimed, Cluster, Joining};
            use bagarre_server::store::devices::{DeviceRecord, Devices};
            use bagarre_server::store::house::{HouseChange, HouseRecord, Houses};
            use bagarre_server::store::nodes::{Holder, Node, NodeRecord, Nodes, Renewed};
            use bagarre_server::store::reminders::{PushRecord, Reach, Reminder, Reminders, Turn};
            use bagarre_server::store::replays::{Replays, Rules, Untold};
            use bagarre_server::store::secrets::Sealed;
            use bagarre_server::store::shelf::{Shelf, WorkRecord};
            use bagarre_server::store::upkeep::Upkeep;
            use bagarre_server::store::{
                Credit, DeadlineRow, GameRecord, Guest, Hash, Holding, Job, JournalRow, Leap, Member,
                RoomRecord, Store, StoreError,
            };
            use uuid::Uuid;

            use $crate::chaos::between::{Between, Committed};

            $crate::hand_on! {
                $Type => Store {
                    fn rename_guest(guest: Uuid, name: &str) -> ();
                    fn guests(ids: &[Uuid]) -> Vec<Guest>;
                    fn room(id: &str) -> Option<RoomRecord>;
                    fn listed_rooms(limit: u32) -> Vec<RoomRecord>;
                    fn rooms_of(guest: Uuid, limit: u32) -> Vec<RoomRecord>;
                    fn rooms_opened(guest: Uuid, since: i64) -> u32;
                    fn members(room: &str) -> Vec<Member>;
                    fn chat(room: &str, limit: u32) -> Vec<ChatLine>;
                    fn said_by(room: &str, line: Uuid) -> Option<Uuid>;
                    fn game(id: Uuid) -> Option<GameRecord>;
                    fn past_games(room: &str, limit: u32) -> Vec<PastGame>;
                    fn played(guest: Uuid, limit: u32) -> Vec<PlayedGame>;
                    fn last_entry(game: Uuid) -> Option<u32>;
                    fn journal_end(game: Uuid, most: u32) -> Vec<JournalRow>;
                    fn recent_commands(room: &str, but: Option<Uuid>, since: i64, limit: u32) -> Vec<(Uuid, u32)>;
                    fn commands_after(room: &str, game: Uuid, entry: u32, limit: u32) -> Vec<(Uuid, u32)>;
                    fn drafts(game: Uuid) -> Vec<(Seat, Payload)>;
                    fn has_old_journal(game: Uuid) -> bool;
                    fn deadlines(game: Uuid) -> Vec<DeadlineRow>;
                    fn holdings(game: Uuid) -> Vec<Holding>;
                    fn due_rooms(until: i64, known: &[Rules], after: Option<&(String, i64)>, limit: u32) -> Vec<(String, i64)>;
                    fn beat(now: i64, known: &[Rules]) -> ();
                    fn credit(since: Option<i64>, now: &(dyn Fn() -> i64 + Send + Sync)) -> Credit;
                    fn credit_leap(leap: Leap) -> i64;
                    fn ping(now: i64) -> ();
                }

                async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
                    self.journal_read(game).await
                }

                async fn commit(&self, jobs: &[Job]) -> Committed {
                    self.jobs_written(jobs).await
                }

                async fn close(&self) {
                    self.inner().close().await;
                }
            }

            $crate::hand_on! {
                $Type => Campaigns {
                    fn create_campaign(campaign: &CampaignRecord) -> ();
                    fn campaign(id: &str) -> Option<CampaignRecord>;
                    fn campaign_versions(ids: &[String]) -> Vec<(String, i64)>;
                    fn campaigns_of(guest: Uuid, limit: u32) -> Vec<CampaignCard>;
                    fn campaigns_opened(guest: Uuid, since: i64) -> u32;
                    fn close_campaign(id: &str) -> ();
                    fn renew_campaign_invite(id: &str) -> Option<i64>;
                    fn campaign_members(id: &str) -> Vec<MemberRecord>;
                    fn set_campaign_member(id: &str, guest: Uuid, membership: Membership, at: i64) -> ();
                    fn campaign_bands(id: &str) -> Vec<BandRecord>;
                    fn bring_band(id: &str, guest: Uuid, band: &Payload) -> bool;
                    fn campaign_games(id: &str) -> Vec<CampaignGame>;
                    fn campaign_seats(game: Uuid) -> Vec<(Seat, u32)>;
                    fn campaign_rooms(id: &str, limit: u32) -> Vec<RoomRecord>;
                    fn void_campaign_game(id: &str, game: Uuid, at: i64) -> bool;
                }
            }

            $crate::hand_on! {
                $Type => Reminders {
                    fn reach(guest: Uuid) -> Option<Reach>;
                    fn set_reach(reach: &Reach) -> ();
                    fn pushes(guest: Uuid) -> Vec<PushRecord>;
                    fn set_push(guest: Uuid, push: &PushRecord) -> ();
                    fn drop_push(token: &Hash) -> bool;
                    fn unreminded(before: i64, limit: u32) -> Vec<Turn>;
                    fn turn(game: Uuid, seat: Seat, guest: Uuid) -> Option<Turn>;
                    fn remind(reminder: &Reminder) -> bool;
                    fn set_reminder(reminder: &Reminder, seen: Option<i64>) -> bool;
                    fn reminders_due(now: i64, limit: u32) -> Vec<Reminder>;
                }
            }

            $crate::hand_on! {
                $Type => Replays {
                    fn credit_rules(now: i64, known: &[Rules]) -> ();
                    fn replay(game: Uuid) -> Option<Vec<u8>>;
                    fn untold(after: Option<Uuid>, limit: u32) -> Vec<Untold>;
                }
            }

            $crate::hand_on! {
                $Type => Nodes {
                    fn holder() -> Option<Holder>;
                    fn claim(node: &Node, seen: Option<&NodeRecord>, lease: std::time::Duration) -> bool;
                    fn renew(id: Uuid, lease: std::time::Duration) -> Option<Renewed>;
                    fn ask_handover(holder: Uuid, by: Uuid) -> ();
                    fn release(id: Uuid) -> ();
                }
            }

            $crate::hand_on! {
                $Type => Cluster {
                    fn join(joining: Joining<'_>) -> Option<Beat>;
                    fn beat_as(node: Uuid, lease: std::time::Duration) -> Option<Beat>;
                    fn nodes() -> (Vec<NodeRecord>, i64);
                    fn claim_room(room: &str, claimant: Claimant<'_>) -> Claimed;
                    fn release_room(room: &str, node: Uuid, epoch: i64) -> ();
                    fn held_rooms(node: Uuid) -> Vec<(String, i64)>;
                    fn claim_due(claimant: Claimant<'_>, limit: u32) -> Vec<String>;
                    fn credit_node(node: Uuid, from: i64, to: i64) -> bool;
                    fn room_holder(room: &str) -> Option<Uuid>;
                    fn set_draining(node: Uuid, draining: bool) -> ();
                    fn claim_task(task: &str, node: Uuid, span: std::time::Duration) -> bool;
                }
            }

            $crate::hand_on! {
                $Type => Houses {
                    fn house() -> HouseRecord;
                    fn change_house(change: &HouseChange) -> HouseRecord;
                }
            }

            $crate::hand_on! {
                $Type => Assets {
                    fn keep_assets(names: &[String], until: i64) -> Vec<String>;
                    fn add_assets(files: Vec<Asset>, until: i64) -> ();
                    fn assets(names: &[String]) -> Vec<Asset>;
                    fn drop_assets(before: i64) -> u64;
                }
            }

            $crate::hand_on! {
                $Type => Sealed {
                    fn sealed(name: &str) -> Option<Vec<u8>>;
                    fn keep_sealed(name: &str, body: &[u8]) -> Vec<u8>;
                }
            }
            $crate::hand_on! {
                $Type => Shelf {
                    fn add_work(work: &WorkRecord, limit: u32) -> bool;
                    fn write_work(work: &WorkRecord) -> bool;
                    fn drop_work(id: &str, owner: Uuid) -> bool;
                    fn work(id: &str) -> Option<WorkRecord>;
                    fn works_of(owner: Uuid) -> Vec<WorkCard>;
                }
            }

            $crate::hand_on! {
                $Type => Upkeep {
                    fn go(guest: Uuid, at: i64) -> bool;
                    fn go_unseen(before: i64, at: i64, limit: u32) -> u64;
                    fn going(limit: u32) -> Vec<Uuid>;
                    fn rooms_about(guest: Uuid, limit: u32) -> Vec<RoomRecord>;
                    fn drop_member(room: &str, guest: Uuid) -> ();
                    fn unname(guest: Uuid, limit: u32) -> u64;
                    fn leave_all(guest: Uuid) -> Vec<String>;
                    fn gone(guest: Uuid) -> ();
                    fn drop_ghosts(limit: u32) -> u64;
                    fn drop_chat(before: i64, limit: u32) -> u64;
                    fn idle_rooms(before: i64, limit: u32) -> Vec<String>;
                    fn drop_room(room: &str, limit: u32) -> bool;
                }
            }

            $crate::hand_on! {
                $Type => Devices {
                    fn add_token(guest: Uuid, token: &Hash, at: i64) -> ();
                    fn drop_token(token: &Hash) -> bool;
                    fn guest_by_token(token: &Hash) -> Option<(Guest, DeviceRecord)>;
                    fn use_token(token: &Hash, at: i64, label: &str) -> ();
                    fn devices(guest: Uuid) -> Vec<DeviceRecord>;
                    fn drop_unused(before: i64) -> u64;
                    fn add_link(guest: Uuid, link: &Hash, expires: i64) -> ();
                    fn take_link(link: &Hash, now: i64) -> Option<Guest>;
                    fn set_recovery(guest: Uuid, code: Option<&Hash>, at: i64) -> ();
                    fn recovery(guest: Uuid) -> Option<i64>;
                    fn guest_by_recovery(code: &Hash) -> Option<Guest>;
                }
            }
        };
    };
}
