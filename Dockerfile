# Vitrine in one container. Without DATABASE_URL it runs its own PostgreSQL; everything that must
# survive lies in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /vitrine
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build -w @vitrine/web && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /vitrine
COPY --from=build /vitrine ./
# PostgreSQL refuses to run as root, and nothing else needs it either.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# An update may wait five minutes for a lock, and nobody listens before it is done.
HEALTHCHECK --interval=10s --start-period=10m \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# No npm in between: the server gets the signals itself.
CMD ["node", "apps/server/src/main.ts"]
