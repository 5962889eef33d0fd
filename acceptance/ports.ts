import { randomInt } from "node:crypto";

/** Chosen once by the first process of a run and inherited by its workers, so that two runs can share a machine. */
process.env.STORIES_PORT ??= String(randomInt(900, 1_250) * 24);

/** Each proxy port is followed by the ports of its two servers. */
export const portalPort = Number(process.env.STORIES_PORT);
/** With STORIES_NGINX=1 the installed nginx is in front of the servers, with TLS and HTTP/2. */
export const isBehindNginx = process.env.STORIES_NGINX === "1";
const scheme = isBehindNginx ? "https" : "http";
/** Origin of the portal on `localhost` or on the host of a brand. */
export const portalOrigin = (host = "localhost"): string => `${scheme}://${host}:${portalPort}`;
export const clockPort = portalPort + 3;
export const outagePort = portalPort + 6;
/** Ports of a portal and of its gateway on another host. */
export const outsidePortalPort = portalPort + 9;
export const outsideGatewayPort = portalPort + 10;
/** Servers that ask for a second proof. */
export const secondProofPort = portalPort + 12;
/** Servers that ask for a second proof, in whose book a mobile number changes. */
export const changedMobilePort = portalPort + 15;
/** Servers with limits by client IP as in production. */
export const crowdedPort = portalPort + 18;
/** Servers with a brand that a story changes and publishes. */
export const studioPort = portalPort + 21;
/** Servers with a person whom the team erases. */
export const operatePort = portalPort + 24;
