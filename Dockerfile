# One image serves all services of docker-compose.yml; each names its own program. It has Node.js, the
# programs as bundles, and nothing that builds or installs.

FROM node:24-bookworm-slim AS build
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/cli/package.json apps/cli/
COPY apps/web/package.json apps/web/
COPY packages/analysis/package.json packages/analysis/
COPY packages/api-types/package.json packages/api-types/
COPY packages/contract/package.json packages/contract/
COPY packages/loop/package.json packages/loop/
COPY packages/model/package.json packages/model/
COPY packages/placement/package.json packages/placement/
COPY packages/simulator/package.json packages/simulator/
COPY packages/solver/package.json packages/solver/
COPY packages/traces/package.json packages/traces/
COPY packages/words/package.json packages/words/
COPY packages/xapi/package.json packages/xapi/
COPY packages/xen/package.json packages/xen/
RUN npm ci
COPY . .
# The very Node.js that the tests run with.
RUN npm run bundle -- /app && install "$(readlink -f node_modules/.bin/node)" /usr/local/bin/shipped-node

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Steelyard" \
  org.opencontainers.image.description="Capacity planning for Xen hosts that counts the CPU scheduling delay" \
  org.opencontainers.image.licenses="GPL-3.0-or-later"
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY --from=build /usr/local/bin/shipped-node /usr/local/bin/node
COPY --from=build /app /app
# A new volume inherits the owner of the directory it is mounted on.
RUN groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --no-create-home --home-dir /app --shell /usr/sbin/nologin node \
  && install -d -o node -g node /data /data/uploads /app/apps/web/.next/cache
WORKDIR /app
USER node
CMD ["node", "lib/web.js"]
# Of the dashboard, which is what runs without a command. Each service of the compose file has its own.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "lib/check-health.js", "http://127.0.0.1:3000/"]
