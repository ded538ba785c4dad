CREATE TABLE guests (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- What a person's browsers hold is kept only as a SHA-256.
CREATE TABLE tokens (
    hash BYTEA NOT NULL PRIMARY KEY,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    created BIGINT NOT NULL
);

-- One-time links that let the same person in from another device.
CREATE TABLE device_links (
    hash BYTEA NOT NULL PRIMARY KEY,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    expires BIGINT NOT NULL
);

CREATE TABLE rooms (
    id TEXT NOT NULL PRIMARY KEY,
    host TEXT NOT NULL REFERENCES guests (id),
    phase TEXT NOT NULL,
    listed BIGINT NOT NULL,
    settings TEXT NOT NULL,
    invite BIGINT NOT NULL,
    game_id TEXT,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX rooms_listed ON rooms (listed, touched);

CREATE TABLE seats (
    room_id TEXT NOT NULL REFERENCES rooms (id),
    seat BIGINT NOT NULL,
    guest_id TEXT REFERENCES guests (id),
    bot TEXT,
    band TEXT,
    absent BIGINT NOT NULL,
    PRIMARY KEY (room_id, seat)
);

CREATE TABLE members (
    room_id TEXT NOT NULL REFERENCES rooms (id),
    guest_id TEXT NOT NULL REFERENCES guests (id),
    kicked BIGINT NOT NULL,
    PRIMARY KEY (room_id, guest_id)
);
CREATE INDEX members_guest ON members (guest_id);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    room_id TEXT NOT NULL REFERENCES rooms (id),
    ruleset TEXT NOT NULL,
    version BIGINT NOT NULL,
    scenario TEXT NOT NULL,
    players TEXT NOT NULL,
    setup TEXT NOT NULL,
    seed BYTEA NOT NULL,
    commitment TEXT NOT NULL,
    started BIGINT NOT NULL,
    ended BIGINT,
    outcome TEXT,
    quarantined TEXT
);
CREATE INDEX games_room ON games (room_id, started);

-- One row per accepted command; its primary key refuses a second writer.
CREATE TABLE journal (
    game_id TEXT NOT NULL REFERENCES games (id),
    entry BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT,
    command_id TEXT,
    command TEXT,
    events TEXT NOT NULL,
    drawn BIGINT NOT NULL,
    digest TEXT,
    salt BYTEA,
    PRIMARY KEY (game_id, entry)
);
CREATE UNIQUE INDEX journal_command ON journal (game_id, command_id);

CREATE TABLE drafts (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    draft TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, seat)
);

-- A clock runs while `paused_left` is null; otherwise that many milliseconds are left.
CREATE TABLE deadlines (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    deadline BIGINT NOT NULL,
    total BIGINT NOT NULL,
    paused_left BIGINT,
    PRIMARY KEY (game_id, seat)
);

CREATE TABLE chat (
    room_id TEXT NOT NULL REFERENCES rooms (id),
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    channel TEXT NOT NULL,
    guest_id TEXT NOT NULL,
    name TEXT NOT NULL,
    seat BIGINT,
    words TEXT NOT NULL,
    PRIMARY KEY (room_id, id)
);
CREATE INDEX chat_at ON chat (room_id, at);

-- `alive`: when the server was last known to run, so that time spent down is credited to every clock.
CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);
