/** A client address as the entrance writes it: IPv4, the four groups of an IPv6 /64, or "unknown". */
const ipv6 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/;
const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/** How much more a network may do than one address in it. A provider hands out /56 or /48, and each holds many /64. */
export const networkFactors = [1, 4, 16] as const;

/** What a client address is counted under, narrowest first, each with the factor of the same place: IPv6 as /64, /56 and /48. */
export function countedNetworks(address: string): string[] {
  const [, first, second, third, fourth = ""] = ipv6.exec(address) ?? [];
  if (first === undefined) return [address];
  const subnet = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [address, `${first}:${second}:${third}:${subnet}::/56`, `${first}:${second}:${third}::/48`];
}

/** The network that one household or company has at most: IPv4 /24, IPv6 /48. An unreadable address is a network of its own. */
export function clientNetwork(address: string): string {
  const [, ipv4Network] = ipv4.exec(address) ?? [];
  return ipv4Network === undefined ? (countedNetworks(address).at(-1) ?? address) : `${ipv4Network}.0/24`;
}
