import { isIP } from "node:net";

/** Shared by all clients whose IP cannot be read, so that limits count them together. */
export const unknownClientIp = "unknown";

/** More hops than any real chain of proxies has. */
const maxHops = 20;

export interface Hops {
  /** IP of the socket's peer. */
  peer: string | undefined;
  /** Value of X-Forwarded-For, with the client first and the nearest proxy last. */
  forwardedFor: string | undefined;
  trusted: TrustedNetworks;
}

export type TrustedNetworks = (ip: string) => boolean;

/**
 * The client IP for limits: the last hop that is not a trusted proxy. IPv6 is counted by its /64, the usual size of one
 * subscriber's network. An unreadable value becomes "unknown", which is limited too.
 */
export function resolveClientIp({ peer, forwardedFor, trusted }: Hops): string {
  let hop = normalizeIp(peer ?? "");
  const hops = (forwardedFor ?? "").split(",").slice(-maxHops);
  while (hop !== undefined && trusted(hop)) {
    const before = hops.pop();
    if (before === undefined || before.trim() === "") break;
    hop = normalizeIp(before);
  }
  return hop === undefined ? unknownClientIp : countedNetwork(hop);
}

/** A header with one value for each proxy, in which the client's own values come first. */
const listOf = (header: string | undefined) => (header ?? "").split(",").map((value) => value.trim());

/**
 * The value that the outermost trusted proxy gave, the one that the browser connected to: inner proxies see only each
 * other. A list that is longer than the chain of X-Forwarded-For was not written by the same proxies; its first is used.
 */
export function valueOfOutermostProxy(header: string | undefined, { forwardedFor, trusted }: Omit<Hops, "peer">) {
  const values = listOf(header);
  const hops = forwardedFor === undefined ? [] : listOf(forwardedFor);
  const client = hops.findLastIndex((hop) => !trusted(normalizeIp(hop) ?? ""));
  const fromEnd = client === -1 ? values.length : hops.length - client;
  const value = values.length > hops.length ? values[0] : (values.at(-fromEnd) ?? values[0]);
  return value || undefined;
}

/** The host that the outermost trusted proxy gave. In a longer list, the first one is the client's. */
export function hostOfOutermostProxy(header: string | undefined, hops: Omit<Hops, "peer">): string | undefined {
  const { forwardedFor } = hops;
  const count = forwardedFor === undefined ? 1 : listOf(forwardedFor).length;
  return valueOfOutermostProxy(header && listOf(header).slice(-count).join(), hops);
}

/** Returns the IP without brackets, port and zone, and IPv4-mapped IPv6 as IPv4; undefined if the text is not an IP. */
export function normalizeIp(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6) return undefined;
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped) return bare;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function countedNetwork(ip: string): string {
  if (isIP(ip) === 4) return ip;
  const network = groupsOf(ip).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}

/** The eight groups of an IPv6 address; the URL parser first writes it in canonical form. */
function groupsOf(ip: string): number[] {
  const shortest = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
  const [head = "", tail] = shortest.split("::");
  const numbers = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return numbers(head);
  const left = numbers(head);
  const right = numbers(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
