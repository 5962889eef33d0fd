import { randomInt } from "node:crypto";

/** Drawn once per run: the first process decides, its workers inherit. Keeps two runs on one machine apart. */
process.env.STORIES_PORT ??= String(randomInt(1_000, 1_500) * 20);

/** Each proxy port is followed by the ports of its two servers. */
export const portalPort = Number(process.env.STORIES_PORT);
export const clockPort = portalPort + 3;
export const outagePort = portalPort + 6;
/** A portal and the gateway that it signs in at: two hosts. */
export const outsidePortalPort = portalPort + 9;
export const outsideGatewayPort = portalPort + 10;
