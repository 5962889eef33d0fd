import { randomInt } from "node:crypto";

/** Drawn once per run: the first process decides, its workers inherit. Keeps two runs on one machine apart. */
process.env.STORIES_PORT ??= String(randomInt(1_000, 1_500) * 20);

/** Each proxy port is followed by the ports of its two servers. */
export const portalPort = Number(process.env.STORIES_PORT);
/** With STORIES_NGINX=1 the machine's nginx is in front of the servers, with TLS and HTTP/2. */
export const isBehindNginx = process.env.STORIES_NGINX === "1";
const scheme = isBehindNginx ? "https" : "http";
/** Of the portal on `localhost`, or on the host of a brand below it. */
export const portalOrigin = (host = "localhost"): string => `${scheme}://${host}:${portalPort}`;
export const clockPort = portalPort + 3;
export const outagePort = portalPort + 6;
/** A portal and the gateway that it signs in at: two hosts. */
export const outsidePortalPort = portalPort + 9;
export const outsideGatewayPort = portalPort + 10;
