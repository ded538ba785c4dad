//! The contract of the store for what several servers share: what the operator says, the files of the web client, and which servers drain.

use std::time::Duration;

use bagarre_rules::presentation::Words;
use bagarre_server::store::assets::Asset;
use bagarre_server::store::cluster::Joining;
use bagarre_server::store::house::{HouseChange, HouseRecord};
use bagarre_server::store::nodes::Node;
use uuid::Uuid;

use super::store::{Handle, TOY, contract};

contract![
    what_the_operator_says_has_a_version,
    files_are_kept_for_as_long_as_a_server_says,
    a_server_that_drains_is_known_to_the_others,
];

async fn what_the_operator_says_has_a_version(store: Handle) {
    assert_eq!(store.house().await.unwrap(), HouseRecord::default());
    let words = Words { fr: "bientôt".to_owned(), en: "soon".to_owned() };
    let announced = HouseChange::Announcement(Some(words.clone()));
    let mut expected = HouseRecord { version: 1, announcement: Some(words), draining: false };
    assert_eq!(store.change_house(&announced).await.unwrap(), expected);
    (expected.version, expected.draining) = (2, true);
    assert_eq!(store.change_house(&HouseChange::Draining(true)).await.unwrap(), expected, "each by itself");
    (expected.version, expected.announcement) = (3, None);
    assert_eq!(store.change_house(&HouseChange::Announcement(None)).await.unwrap(), expected);
    assert_eq!(store.house().await.unwrap(), expected);
}

async fn files_are_kept_for_as_long_as_a_server_says(store: Handle) {
    let file = |name: &str, body: &[u8]| Asset {
        name: format!("assets/{name}"),
        kind: "text/javascript".to_owned(),
        body: body.to_vec(),
    };
    let names = |all: &[&str]| all.iter().map(|name| format!("assets/{name}")).collect::<Vec<_>>();
    let (one, two) = (file("a-1.js", b"one"), file("a-1.js.br", &[0, 255, 7]));
    assert_eq!(
        store.keep_assets(&names(&["a-1.js", "b-2.js"]), 100).await.unwrap(),
        names(&["a-1.js", "b-2.js"])
    );
    store.add_assets(vec![one.clone(), two.clone()], 100).await.unwrap();
    store.add_assets(vec![file("a-1.js", b"another")], 50).await.unwrap();
    store.add_assets(Vec::new(), 100).await.unwrap();
    let mut found = store.assets(&names(&["a-1.js", "a-1.js.br", "a-1.js.gz"])).await.unwrap();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    assert_eq!(found, [one.clone(), two], "a name stands for one content");
    assert_eq!(store.keep_assets(&names(&["a-1.js", "b-2.js"]), 200).await.unwrap(), names(&["b-2.js"]));
    assert_eq!(store.keep_assets(&names(&["a-1.js"]), 150).await.unwrap(), names(&[]), "never shorter");
    assert_eq!(store.drop_assets(100).await.unwrap(), 0);
    assert_eq!(store.drop_assets(101).await.unwrap(), 1);
    assert_eq!(store.assets(&names(&["a-1.js", "a-1.js.br"])).await.unwrap(), [one]);
    assert_eq!(store.drop_assets(201).await.unwrap(), 1);
}

async fn a_server_that_drains_is_known_to_the_others(store: Handle) {
    let lease = Duration::from_hours(1);
    let [one, two] = [1, 2].map(|id| Node {
        id: Uuid::from_u128(id),
        address: String::new(),
        plays: r#"[["toy",3]]"#.to_owned(),
        version: String::new(),
    });
    for node in [&one, &two] {
        let joining = Joining { node, incarnation: 1, lost: 0, lease, known: &TOY };
        assert!(store.join(joining).await.unwrap().is_some());
    }
    store.set_draining(two.id, true).await.unwrap();
    store.set_draining(Uuid::from_u128(9), true).await.unwrap();
    let draining = async || {
        let (nodes, _) = store.nodes().await.unwrap();
        nodes.into_iter().filter(|node| node.draining).map(|node| node.id).collect::<Vec<_>>()
    };
    assert_eq!(draining().await, [two.id]);
    store.set_draining(two.id, false).await.unwrap();
    assert!(draining().await.is_empty());
}
