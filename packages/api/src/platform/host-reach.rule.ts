import { BlockList, isIP } from "node:net";

/** Network range of a host, derived from its name only. */
export type HostReach = "ownMachine" | "private" | "public";

const own = blockListOf([
  ["127.0.0.0", 8],
  ["::1", 128],
]);
const inside = blockListOf([
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["fc00::", 7],
  ["fe80::", 10],
]);
/** Suffixes that public DNS does not resolve; a name without a dot is local to a network. */
const insideNames = /^[^.]+$|\.(internal|local|lan|home|corp|intranet|private|svc|home\.arpa)$/;

export function hostReach(host: string): HostReach {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  const version = isIP(name);
  if (version !== 0) {
    const family = version === 4 ? "ipv4" : "ipv6";
    if (own.check(name, family)) return "ownMachine";
    return inside.check(name, family) ? "private" : "public";
  }
  if (name.startsWith("/") || /^(.+\.)?localhost$/.test(name)) return "ownMachine";
  return insideNames.test(name) ? "private" : "public";
}

function blockListOf(networks: readonly (readonly [ip: string, bits: number])[]): BlockList {
  const list = new BlockList();
  for (const [ip, bits] of networks) list.addSubnet(ip, bits, isIP(ip) === 4 ? "ipv4" : "ipv6");
  return list;
}
