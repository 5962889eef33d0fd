import { type LookupAddress, lookup } from "node:dns";
import { lookup as lookupAll } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** A host leads to an address that is not on the public internet. */
export class PrivateAddress extends Error {
  override readonly name = "PrivateAddress";
  readonly code = "private-address";
}

/** The only block of IPv6 that has addresses of the public internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an IP address is on the public internet: in no private, local, reserved, mapped or translated range. */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast));
}

/** Refuses a host that is written as a private address, which no connection looks up. */
export function refusePrivateLiteral(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
}

/** Refuses a host of which one address is private, as it is resolved now. */
export async function refusePrivateHost(hostname: string): Promise<void> {
  refusePrivateLiteral(hostname);
  const found = await lookupAll(hostname.replace(/^\[|\]$/g, ""), { all: true });
  if (!found.every(({ address }) => isPublicAddress(address))) throw new PrivateAddress();
}

/**
 * Looks up a host for one connection, which uses the addresses that were checked: a name that leads elsewhere a moment
 * later changes nothing. Refuses a host of which one address is private.
 */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (fault, found: LookupAddress[] = []) => {
      const [first] = found;
      if (fault) callback(fault, []);
      else if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
        callback(new PrivateAddress(), []);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
