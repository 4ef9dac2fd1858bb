# Builds the image of Assay's server in two stages, so that the image contains neither sources nor build tools.
# The build requires only the package registry.
# digest: set by release
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npx --yes "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile --ignore-scripts \
  && node scripts/build.mjs \
  && npx --yes "$(node -p "require('./package.json').packageManager")" --filter @assay/server deploy --prod --legacy --ignore-scripts /out \
  # Delete files that only the developers of the libraries need: two fifths of the libraries' size.
  && find /out/node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete \
  && find /out/node_modules -depth -type d \( -name test -o -name tests \) -exec rm -rf {} + \
  && mkdir -p /out/data/witness

# digest: set by release
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 METRICS_PORT=9464 ASSAY_DATA_DIR=/data
WORKDIR /app
COPY --from=build /out/package.json ./
COPY --from=build /out/node_modules ./node_modules
COPY --from=build /out/dist ./dist
COPY --from=build --chown=node:node /out/data /data
USER node
VOLUME /data
EXPOSE 8787 9464
# Metrics and probes have a separate port, on servers and on workers.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=64", "dist/main.mjs"]
CMD ["serve"]
