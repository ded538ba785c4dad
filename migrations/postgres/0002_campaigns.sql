CREATE TABLE campaigns (
    id TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL REFERENCES guests (id),
    name TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    phase TEXT NOT NULL,
    invite BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX campaigns_host ON campaigns (host, created);

-- `membership`: `here`, `left` (may come back with the invitation), `sent_away` (may not).
CREATE TABLE campaign_members (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id),
    guest_id TEXT NOT NULL REFERENCES guests (id),
    membership TEXT NOT NULL,
    joined BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, guest_id)
);
CREATE INDEX campaign_members_guest ON campaign_members (guest_id);

-- `game_id`: the unfinished game that the band is in; it can be in one only. `version` counts the changes of `band`.
CREATE TABLE campaign_bands (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id),
    n BIGINT NOT NULL,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    band TEXT NOT NULL,
    version BIGINT NOT NULL,
    game_id TEXT REFERENCES games (id),
    disbanded BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, n)
);
CREATE UNIQUE INDEX campaign_bands_live ON campaign_bands (campaign_id, guest_id) WHERE disbanded = 0;
CREATE INDEX campaign_bands_game ON campaign_bands (game_id);

CREATE TABLE campaign_games (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    campaign_id TEXT NOT NULL REFERENCES campaigns (id),
    phase TEXT NOT NULL,
    started BIGINT NOT NULL,
    ended BIGINT
);
CREATE INDEX campaign_games_campaign ON campaign_games (campaign_id, started);

CREATE TABLE campaign_seats (
    game_id TEXT NOT NULL REFERENCES campaign_games (game_id),
    seat BIGINT NOT NULL,
    band BIGINT NOT NULL,
    PRIMARY KEY (game_id, seat)
);

-- What came out of a game for a seat; its primary key refuses to count anything twice.
CREATE TABLE campaign_records (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id),
    game_id TEXT NOT NULL REFERENCES campaign_games (game_id),
    seat BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (campaign_id, game_id, seat)
);

ALTER TABLE rooms ADD COLUMN campaign_id TEXT REFERENCES campaigns (id);
CREATE INDEX rooms_campaign ON rooms (campaign_id, touched);

-- The shelf: bands and tables of one's own.
CREATE TABLE works (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES guests (id),
    kind TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX works_owner ON works (owner, touched);
