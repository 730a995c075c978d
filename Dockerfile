# The production shape: no embedded database, no development tools. Set DATABASE_URL.
# One base by its digest, so that a build next year starts from the same files. A newer Node: its tag and digest here,
# and "node" in package.json. BASE may name the same image in a registry of your own.
ARG BASE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Bundled as before `npm start`. Packages stay for what is loaded rarely, with their licences.
RUN npm run build:web && node src/run.js bundle \
  && npm prune --omit=dev --omit=optional --ignore-scripts \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEMO=false
# As in package.json: one arena for all threads, which returns what is free.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# Owned by root: who takes the process over cannot change what it runs.
COPY --from=build /app /app
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "--disable-warning=DEP0169", "--max-semi-space-size=16", "--max-old-space-size=512", "src/run.js", "main"]
