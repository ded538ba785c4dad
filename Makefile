# What each target does is told in CONTRIBUTING.md; the work is done by cargo, npm and the scripts in scripts/.
.DEFAULT_GOAL := help
.PHONY: help play ready build dist test chaos cluster dst check bench balance mutate gen db

help:
	@echo 'make play    build everything, quickly, and serve on BAGARRE_ADDR (default 127.0.0.1:8080)'
	@echo 'make ready   build what make play serves'
	@echo 'make build   the client, then the release binary with the client inside, as fast as it gets'
	@echo 'make dist    the archive and the Debian package that are published, in dist/'
	@echo 'make test    install what is missing, then run every test'
	@echo 'make chaos   kill the server and break its database for CHAOS_SECONDS (600) while people play'
	@echo 'make cluster break three servers, NATS and PostgreSQL for CLUSTER_SECONDS (600) while people play at sixty tables'
	@echo 'make dst     simulate SEEDS (1000) nights of trouble in fake time, or SEED again, and look whether anybody lost anything'
	@echo 'make check   the fast loop: format, lints, unit tests, the rules' own tests, client type check'
	@echo 'make bench   what the server can take and what it costs; games per second, and the size of a stored game'
	@echo 'make balance who wins at each game: plays the games of docs/balance.md again'
	@echo 'make mutate  list the numbers of the data files that change no game, no odds and no test; takes hours'
	@echo 'make gen     write what follows from the types again: TypeScript, OpenAPI, JSON Schemas'
	@echo 'make db      a throw-away Postgres to develop against'

play: ready
	"$${CARGO_TARGET_DIR:-target}/play/bagarre" serve

ready:
	scripts/ready

build:
	cd web-client && npm ci --no-audit --no-fund && npm run build
	cargo build --release --locked -p bagarre

dist:
	scripts/dist

test:
	scripts/prepare
	scripts/test

chaos: build
	scripts/chaos

cluster:
	CLUSTER_SECONDS=$(or $(CLUSTER_SECONDS),600) CLUSTER_SEED=$(or $(CLUSTER_SEED),1) scripts/cluster

dst:
	SEEDS=$(SEEDS) FIRST=$(FIRST) SEED=$(SEED) MINUTES=$(MINUTES) LAST=$(LAST) SERVERS=$(SERVERS) BUS=$(BUS) scripts/dst

check:
	cargo fmt --all --check && cargo clippy --workspace --all-targets --all-features --locked -- -D warnings
	cargo test --workspace --all-features --locked --lib
	cargo test --workspace --all-features --locked --test rules --test systems --test kit
	cd web-client && { [ -d node_modules ] || npm ci --no-audit --no-fund; } && npm run check && npm run lint && npm test

bench:
	scripts/bench $(BENCH)

balance:
	scripts/balance

mutate:
	scripts/mutate

gen:
	cargo run --locked -q -p bagarre-protocol --features ts --example gen
	cargo run --locked -q -p bagarre-server --features schema --example describe

db:
	scripts/db
