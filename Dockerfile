# syntax=docker/dockerfile:1
# Servers and commands of the portal, without demo mode. About 245 MB; runs without rights on a read-only file system.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund --loglevel=error \
  && npm run package \
  && deploy/install-production.sh build/vestibule-*.tgz /app \
  && mkdir /secrets

FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="Vestibule" \
  org.opencontainers.image.description="Sign-in and registration portal of an insurer" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.cyclonedx.sbom="/app/sbom.cdx.json"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
# A new volume that is mounted here belongs to the user of the image.
COPY --from=build --chown=nonroot:nonroot /secrets /secrets
WORKDIR /app
# The cache of compiled modules needs a folder that can be written to.
ENV NODE_ENV=production PORT=3000 NODE_COMPILE_CACHE=/tmp/vestibule
USER nonroot
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/accepting`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/vestibule.mjs"]
CMD ["serve"]
