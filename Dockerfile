# syntax=docker/dockerfile:1

FROM node:24-trixie-slim AS client
WORKDIR /src/web-client
COPY web-client/package.json web-client/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web-client/ ./
RUN npm run build

FROM rust:1.95.0-slim-trixie AS rust
# The toolchain that is here, without the components for developers that rust-toolchain.toml names.
ENV RUSTUP_TOOLCHAIN=1.95.0
RUN apt-get update \
 && apt-get install -y --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# What others have written is built by a layer of its own, which stays until the manifests or Cargo.lock change.
RUN cargo install cargo-chef --version 0.1.77 --locked

FROM rust AS recipe
COPY . .
RUN cargo chef prepare --bin bagarre --recipe-path /recipe.json

FROM rust AS server
COPY --from=recipe /recipe.json /recipe.json
RUN cargo chef cook --release --locked -p bagarre --recipe-path /recipe.json
COPY . .
COPY --from=client /src/web-client/dist web-client/dist
RUN cargo build --release --locked -p bagarre

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates curl \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin bagarre \
 && install -d -o bagarre -g bagarre /data
COPY --from=server /src/target/release/bagarre /usr/local/bin/bagarre
COPY LICENSE LICENSE-APACHE LICENSE-MIT /usr/share/doc/bagarre/
USER bagarre
ENV BAGARRE_ADDR=0.0.0.0:8080 \
    BAGARRE_ADMIN_ADDR=0.0.0.0:9090 \
    BAGARRE_DATA=/data
VOLUME /data
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["curl", "-fsS", "http://127.0.0.1:8080/readyz"]
ENTRYPOINT ["bagarre"]
CMD ["serve"]
