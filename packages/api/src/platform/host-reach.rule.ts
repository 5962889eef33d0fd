import { BlockList, isIP } from "node:net";

/** Network range of a host, derived from its name only. */
export type HostReach = "ownMachine" | "private" | "public";

const isOwn = ipNetworks(["127.0.0.0/8", "::1"]);
const isInside = ipNetworks(
  "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 fc00::/7 fe80::/10".split(" "),
);
/** Suffixes that public DNS does not resolve; a name without a dot is local to a network. */
const insideNames = /^[^.]+$|\.(internal|local|lan|home|corp|intranet|private|svc|home\.arpa)$/;

export function hostReach(host: string): HostReach {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(name) !== 0) {
    if (isOwn(name)) return "ownMachine";
    return isInside(name) ? "private" : "public";
  }
  if (name.startsWith("/") || /^(.+\.)?localhost$/.test(name)) return "ownMachine";
  return insideNames.test(name) ? "private" : "public";
}

/** Whether an IP is one of these IPs or in one of these networks, such as "10.0.0.0/8". */
export function ipNetworks(entries: readonly string[]): (ip: string) => boolean {
  const familyOf = (ip: string) => (isIP(ip) === 6 ? "ipv6" : "ipv4");
  const list = new BlockList();
  for (const entry of entries) {
    const [ip = "", prefix = isIP(ip) === 6 ? 128 : 32] = entry.split("/");
    list.addSubnet(ip, Number(prefix), familyOf(ip));
  }
  return (ip) => list.check(ip, familyOf(ip));
}
