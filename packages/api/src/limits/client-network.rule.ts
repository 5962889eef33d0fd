/** A client IP as normalised by the HTTP layer: IPv4, the first four groups of an IPv6 /64, or "unknown". */
const ipv6 = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/;
const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/** Limit multipliers for `countedNetworks`. Providers assign /56 or /48 networks, each with many /64. */
export const networkFactors = [1, 4, 16] as const;

/** Networks that a client IP counts against, narrowest first (IPv6: /64, /56 and /48). */
export function countedNetworks(ip: string): string[] {
  const [, first, second, third, fourth = ""] = ipv6.exec(ip) ?? [];
  if (first === undefined) return [ip];
  const subnet = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [ip, `${first}:${second}:${third}:${subnet}::/56`, `${first}:${second}:${third}::/48`];
}

/** The largest network of one household or company: IPv4 /24, IPv6 /48, or an unparsable IP itself. */
export function clientNetwork(ip: string): string {
  const [, ipv4Network] = ipv4.exec(ip) ?? [];
  return ipv4Network === undefined ? (countedNetworks(ip).at(-1) ?? ip) : `${ipv4Network}.0/24`;
}
