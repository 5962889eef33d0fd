import { networkInterfaces } from "node:os";

/**
 * URL at which a phone in the same network reaches this server: the request's host unless it is local, else this
 * machine's IP with the same port. Undefined without a network.
 */
export function telephoneOrigin(origin: string): string | undefined {
  const { hostname, protocol, port } = new URL(origin);
  if (!/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)) return origin;
  const address = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  return address === undefined ? undefined : `${protocol}//${address}${port === "" ? "" : `:${port}`}`;
}
