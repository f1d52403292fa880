# One image for each program of the product: auth, connection, validation, migration-orchestrator, migration-worker,
# gateway, and simulators (of both vendors and of a mail server, for trials).
#   docker build --build-arg SERVICE=auth -t ridgeline/auth .
# The result holds Node, the C library it needs, certificates, and the program with its packages: no shell, no package
# manager. What is installed follows from package-lock.json alone; NODE_IMAGE by its digest fixes the rest, as the forge's
# workflow gives it, and the image says which one it was made from.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG SERVICE=gateway

# Only the manifests, so that a source change keeps the cached layers with packages.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && find . -name package.json -o -name package-lock.json | xargs cp --parents -t /manifests

# The packages of one program. No install script runs: nothing in production needs one.
FROM ${NODE_IMAGE} AS packages
ARG SERVICE
WORKDIR /app
COPY --from=manifests /manifests .
COPY --from=manifests /all/scripts/supply/production-manifests.ts /tmp/
RUN node /tmp/production-manifests.ts "$SERVICE" >/tmp/folders \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/.package-lock.json node_modules/.bin \
 && find . -type f \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.map' -o -name '*.md' \) -delete

# The program and those of our packages that it uses; files that a running process does not need were left out above.
FROM packages AS program
COPY --from=manifests /all /all
RUN for folder in $(cat /tmp/folders); do cp -a "/all/$folder/." "$folder/"; done \
 && rm package-lock.json \
 && ln -s "$(head -n 1 /tmp/folders)" service

# The web app, which the gateway serves.
FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY --from=manifests /manifests .
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace web
COPY --from=manifests /all .
RUN cd web && NODE_ENV=production node ../node_modules/vite/bin/vite.js build --outDir /web --emptyOutDir

FROM program AS program-auth
FROM program AS program-connection
FROM program AS program-validation
FROM program AS program-migration-orchestrator
FROM program AS program-migration-worker
FROM program AS program-simulators
FROM program AS program-gateway
COPY --from=web /web /app/web-root

# The libraries that Node and the native modules are linked with, as reported by the linker.
FROM program-${SERVICE} AS system
RUN mkdir -p /root-fs/usr/local/bin /root-fs/etc/ssl/certs /root-fs/tmp \
 && chmod 1777 /root-fs/tmp \
 && cp "$(command -v node)" /root-fs/usr/local/bin/node \
 && { ldd /root-fs/usr/local/bin/node; find /app -name '*-gnu*.node' -exec ldd {} \; ; } \
    | grep -o '/[^ ]*\.so[^ ]*' | sort -u | xargs cp -L --parents -t /root-fs \
 && cp /etc/ssl/certs/ca-certificates.crt /root-fs/etc/ssl/certs/ \
 && echo 'ridgeline:x:10001:10001::/:/sbin/nologin' >/root-fs/etc/passwd \
 && echo 'ridgeline:x:10001:' >/root-fs/etc/group \
 && echo 'hosts: files dns' >/root-fs/etc/nsswitch.conf

FROM scratch
ARG NODE_IMAGE
ARG SERVICE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="ridgeline-${SERVICE}" \
      org.opencontainers.image.description="Ridgeline: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
COPY --from=system /root-fs /
COPY --from=system /app /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    METRICS_PORT=9090 \
    HEALTH_URL=http://127.0.0.1:9090/readyz
WORKDIR /app/service
USER 10001:10001
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(process.env.HEALTH_URL).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 itself: it handles SIGTERM and SIGINT, and starts no children that an init would have to reap.
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["src/main.ts"]
