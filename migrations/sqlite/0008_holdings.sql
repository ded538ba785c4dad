-- Who has held which seat of a game, and after which entry he sat down: what was sealed there before is not his to read.
CREATE TABLE holdings (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    entry BIGINT NOT NULL,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    PRIMARY KEY (game_id, seat, entry)
);
