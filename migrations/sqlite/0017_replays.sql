-- `replay_pending`: 1 from the end of a game until its replay is stored, or cannot be made. A program that does not have the rules of such a
-- game does not start.
ALTER TABLE games ADD COLUMN replay_pending BIGINT;
CREATE INDEX games_replay_pending ON games (ruleset, version) WHERE replay_pending IS NOT NULL;

INSERT INTO programs (migration, oldest, version) VALUES (17, 17, '');
