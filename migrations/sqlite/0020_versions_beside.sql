-- `draining`: 1 while the server hands its rooms over to others. `migration`: the last migration that its program knows, 19 for programs that do not say it.
ALTER TABLE nodes ADD COLUMN draining BIGINT NOT NULL DEFAULT 0;
ALTER TABLE nodes ADD COLUMN migration BIGINT NOT NULL DEFAULT 19;

-- Goes up with each change of the campaign, its members, bands and games: servers compare it with what they have read.
ALTER TABLE campaigns ADD COLUMN version BIGINT NOT NULL DEFAULT 0;

-- What the operator says to all servers; one row at most. `version` goes up with each change. `announcement`: words in both languages, as JSON.
-- `draining`: 1 while no server takes new rooms and games.
CREATE TABLE house (
    id BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    announcement TEXT,
    draining BIGINT NOT NULL
);

-- Files of the web client whose names hold a hash of their content, of every version that servers run now or ran lately: each server answers
-- requests for those of the others. `kind`: the media type.
-- `until`: when the row may go, in milliseconds since 1970.
CREATE TABLE assets (
    name TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    body BLOB NOT NULL,
    until BIGINT NOT NULL
);

INSERT INTO programs (migration, oldest, version) VALUES (20, 19, '');
