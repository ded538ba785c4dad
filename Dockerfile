# syntax=docker/dockerfile:1

FROM node:20-bookworm-slim AS client
WORKDIR /src/web-client
COPY web-client/package.json web-client/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web-client/ ./
RUN npm run build

FROM rust:1.95-slim-bookworm AS server
RUN apt-get update \
 && apt-get install -y --no-install-recommends build-essential \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
COPY --from=client /src/web-client/dist web-client/dist
RUN cargo build --release --locked -p bagarre-server

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin bagarre \
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
# The image holds no curl: the command asks the server itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["bagarre", "ready"]
ENTRYPOINT ["bagarre"]
CMD ["serve"]
