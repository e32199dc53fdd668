# What builds needs npm; what runs needs Linux's C library, certificates and time zones, and no shell.
ARG BUILDER=node:24-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12

FROM ${BUILDER} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/i18n/package.json packages/i18n/
COPY packages/openapi-tools/package.json packages/openapi-tools/
RUN npm ci --loglevel=error
COPY . .
RUN node_modules/.bin/vite build apps/web --logLevel warn
# The Node that the lockfile pins.
RUN cp "$(node -e 'import("./scripts/lib/run.mjs").then(({ findNode }) => console.log(findNode()))')" /node

FROM ${BUILDER} AS server
COPY --from=build /node /usr/local/bin/node
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY packages/contract/package.json packages/contract/
COPY packages/i18n/package.json packages/i18n/
RUN npm ci --omit=dev --workspace=apps/server --workspace=packages/contract --workspace=packages/i18n --loglevel=error
# Of packages only what runs: Node strips no types there, and Bare is another runtime. npm installs what only builds too.
RUN rm -rf packages/openapi-tools node_modules/@steward/openapi-tools node_modules/bare-*/prebuilds \
 && find node_modules -type f \( -name '*.map' -o -name '*.[cm]ts' -o -name '*.ts' -o -iname 'readme*' -o -iname 'changelog*' \) -delete \
 && find node_modules -type d \( -name test -o -name tests -o -name docs -o -name examples -o -name benchmarks \) -prune -exec rm -rf {} +
RUN install -d -o 1000 -g 1000 node_modules/.cache/steward \
 && install -d -o 1000 -g 1000 -m 0700 /image/data
COPY LICENSE ./
COPY apps/server/src apps/server/src
COPY packages/contract/src packages/contract/src
COPY packages/i18n/src packages/i18n/src
COPY packages/i18n/locales packages/i18n/locales
COPY deploy/image deploy/image
COPY --from=build /app/apps/web/dist apps/web/dist
# Compiled once, by the account that runs it, which Node's cache of compiled code is bound to.
USER 1000:1000
RUN node deploy/image/warm-up.mjs && chmod -R a+rX node_modules/.cache/steward

FROM ${BASE}
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Steward" \
      org.opencontainers.image.description="The back office for the people who run a community platform" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=server /usr/local/bin/node /usr/local/bin/node
COPY --from=server --chown=1000:1000 /image/ /
COPY --from=server /app /app
COPY --from=server /app/deploy/image/steward /usr/local/bin/steward
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5m --retries=3 CMD ["node", "deploy/image/health.mjs"]
ENTRYPOINT ["node", "apps/server/src/main.ts"]
