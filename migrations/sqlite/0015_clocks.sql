-- The clocks of a game in one row. `due`: when the first clock that runs is over, in the time of the tables. `asked_at`: when the oldest
-- question whose answer is waited for was put, in milliseconds since 1970; nothing where every clock stands still. `lost`: milliseconds
-- that are added to every clock that runs; `due` contains them. `body`: for each seat [seat, deadline, total, paused_left,
-- [entry, at] of the question or null, bank], a JSON list.
CREATE TABLE clocks (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    due BIGINT,
    asked_at BIGINT,
    lost BIGINT NOT NULL,
    body TEXT NOT NULL
);
INSERT INTO clocks (game_id, due, asked_at, lost, body)
    SELECT d.game_id, MIN(CASE WHEN d.paused_left IS NULL THEN d.deadline END), MIN(CASE WHEN d.paused_left IS NULL THEN j.at END), 0,
    json_group_array(json_array(d.seat, d.deadline, d.total, d.paused_left,
        json(CASE WHEN j.at IS NULL THEN NULL ELSE json_array(d.asked, j.at) END), d.bank))
    FROM (SELECT * FROM deadlines ORDER BY game_id, seat) d
    LEFT JOIN journal j ON j.game_id = d.game_id AND j.entry = d.asked GROUP BY d.game_id;
CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;
CREATE INDEX clocks_asked ON clocks (asked_at) WHERE asked_at IS NOT NULL;
DROP TABLE deadlines;

INSERT INTO programs (migration, oldest, version) VALUES (15, 15, '');
