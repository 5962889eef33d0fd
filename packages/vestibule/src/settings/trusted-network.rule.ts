import { BlockList, isIP } from "node:net";

const uniqueLocal = networkList("fc00::", 7);
const mapped = networkList("::ffff:0:0", 96);

/**
 * Whether a network is too wide to contain only proxies, since forwarded headers of all its IPs would be trusted. The
 * widest allowed are 10.0.0.0/8, a /16 of IPv6 and fc00::/7; IPv4-mapped IPv6 counts as IPv4.
 */
export function isTooWide(network: string): boolean {
  const [address = "", prefix] = network.split("/");
  if (isIP(address) === 4) return Number(prefix ?? 32) < 8;
  const bits = Number(prefix ?? 128);
  if (mapped.check(address, "ipv6")) return bits < 96 + 8;
  if (networkList(address, bits).check("::ffff:0:0", "ipv6")) return true;
  return bits < (uniqueLocal.check(address, "ipv6") ? 7 : 16);
}

function networkList(address: string, bits: number): BlockList {
  const list = new BlockList();
  list.addSubnet(address, bits, "ipv6");
  return list;
}
