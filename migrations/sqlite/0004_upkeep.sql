-- `gone`: when it was decided that everything about him goes; 0 when it has gone,
-- and the row stays only because others refer to it.
ALTER TABLE guests ADD COLUMN gone BIGINT;
CREATE INDEX guests_created ON guests (created);
CREATE INDEX guests_gone ON guests (gone) WHERE gone IS NOT NULL;
CREATE INDEX device_links_guest ON device_links (guest_id);
CREATE INDEX rooms_host ON rooms (host, created);
CREATE INDEX rooms_touched ON rooms (touched);
CREATE INDEX seats_guest ON seats (guest_id);
CREATE INDEX chat_guest ON chat (guest_id);
CREATE INDEX chat_age ON chat (at);
CREATE INDEX campaign_bands_guest ON campaign_bands (guest_id);

-- The names in the record of a game and whose they are, so that they can be taken out of it: first those of the seats, then
-- those of people who sat down later. The journal covers `digest`; without `name` and `salt` nothing can be learnt from it.
-- Games of before there was a chain have only whose the names are.
CREATE TABLE game_names (
    game_id TEXT NOT NULL REFERENCES games (id),
    n BIGINT NOT NULL,
    guest_id TEXT,
    digest TEXT,
    name TEXT,
    salt BLOB,
    PRIMARY KEY (game_id, n)
);
CREATE INDEX game_names_guest ON game_names (guest_id);
INSERT INTO game_names (game_id, n, guest_id)
    SELECT r.game_id, s.seat, s.guest_id FROM rooms r
    JOIN games g ON g.id = r.game_id JOIN seats s ON s.room_id = r.id WHERE s.guest_id IS NOT NULL;
