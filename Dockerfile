# Headwater with its workbench, built from a clone:
#
#   docker build --tag headwater .                    documents, web pages, scans, recordings' tags
#   docker build --target full --tag headwater:full . the same, with LibreOffice, ffmpeg and the system's OCR
#
# It runs without root, on a read-only root, and writes to /data and /tmp alone. compose.yaml starts it.

FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN node scripts/pnpm.mjs install --frozen-lockfile \
 && node scripts/pnpm.mjs exec turbo run build --filter=@headwater/server --filter=@headwater/workbench --filter=@headwater/encoder --filter=@headwater/encoder-multilingual --filter=@headwater/recogniser
RUN cd apps/demo && node scripts/assemble-program.ts && cd ../.. \
 && node packages/server/scripts/write-sbom.ts \
 && node scripts/pnpm.mjs --filter @headwater/server deploy --prod --legacy --config.node-linker=hoisted /app
# Publishing would put these fields in place; deploying copies the package as it is.
RUN node --eval 'const path = "/app/node_modules/@headwater/workbench/package.json", { publishConfig, ...rest } = require(path); \
    fs.writeFileSync(path, JSON.stringify({ ...rest, ...publishConfig }))'
# The runtime of the encoder and the recogniser is optional for npm because it brings every platform's binary. The image takes its own.
RUN runtime="$(realpath packages/server/node_modules/onnxruntime-node)" \
 && cp --recursive "$runtime" "$(realpath "$runtime/../onnxruntime-common")" /app/node_modules/ \
 && cd /app/node_modules/onnxruntime-node/bin/napi-v6 \
 && find . -mindepth 2 -maxdepth 2 -type d ! -path "./linux/$(node --print process.arch)" -exec rm --recursive {} + \
 && find /app -name '*.map' -type f -delete

FROM node:24-bookworm-slim AS plain
ENV NODE_ENV=production \
    HEADWATER_DATA=/data \
    HEADWATER_HOST=0.0.0.0 \
    HEADWATER_PORT=4000 \
    HEADWATER_DEMO_HOST=0.0.0.0 \
    HEADWATER_DEMO_PORT=3000 \
    HEADWATER_LOG_FORMAT=json
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=build /app /app
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4000 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEADWATER_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node ends by SIGTERM because `serve` listens to it; no shell stands in between.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/bin/headwater.mjs"]
CMD ["serve", "--workbench"]

FROM plain AS full
USER root
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      ffmpeg fonts-dejavu-core libreoffice-calc-nogui libreoffice-impress-nogui libreoffice-writer-nogui tesseract-ocr \
 && rm --recursive --force /var/lib/apt/lists/*
USER node

# What `docker build` makes without a target.
FROM plain
