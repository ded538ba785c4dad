-- What is looked for without one: running games by their rules, pauses that end, who held a seat, links that have expired, and what
-- refers to a game of a campaign.
CREATE INDEX games_running ON games (ruleset, version) WHERE ended IS NULL;
CREATE INDEX rooms_paused ON rooms (paused_until) WHERE paused_until IS NOT NULL;
CREATE INDEX holdings_guest ON holdings (guest_id);
CREATE INDEX device_links_expires ON device_links (expires);
CREATE INDEX campaign_records_game ON campaign_records (game_id, seat);
