use bagarre_protocol::campaign::{CampaignExport, CampaignPhase};
use bagarre_server::store::campaigns::CampaignRecord;
use bagarre_server::store::{self, Guest, Write};
use uuid::Uuid;

use super::{run, run_on};

#[test]
fn a_campaign_is_exported_by_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let host = Guest { id: Uuid::new_v4(), name: "Dédé".to_owned(), created: 1 };
    let campaign = CampaignRecord {
        id: "c0mpa1gn00".to_owned(),
        host: host.id,
        name: "Été".to_owned(),
        ruleset: "baston".to_owned(),
        phase: CampaignPhase::Open,
        invite: 3,
        created: 2,
        version: 0,
    };
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = store::open(None, folder.path()).await.unwrap();
        let come = vec![Write::Guest { guest: host.clone(), token: [7; 32], label: String::new() }];
        assert_eq!(store.commit(&[come]).await.unwrap(), [Ok(())]);
        store.create_campaign(&campaign).await.unwrap();
        store.close().await;
    });
    let ran = run(&["export", "--campaign", "c0mpa1gn00", "--data", data]);
    let export: CampaignExport = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((export.format, &*export.campaign.name, export.campaign.host), (2, "Été", host.id));
    assert!(export.signature.is_some());
    let key = export.key.as_deref().unwrap();
    assert_eq!(run_on(&["verify", "-", "--key", key], &ran.out).code, 0, "it is signed");
    let head = format!("0:{}", "0".repeat(64));
    let ran_on_head = run_on(&["verify", "-", "--key", key, "--head", &head], &ran.out);
    ran_on_head.failed(1, "heads were kept, and the file is a campaign");
    assert_eq!((export.campaign.invite, export.matches.len()), (None, 0));
    run(&["export", "--campaign", "nowhere", "--data", data]).failed(2, "nowhere");
    run(&["export", &Uuid::nil().to_string(), "--data", data]).failed(2, "no finished game");
    assert_eq!(run(&["export", "--data", data]).code, 2, "neither a game nor a campaign");
}
