export interface HostFacts {
  /** Host header of the request. */
  host: string | undefined;
  /** True when the socket's other end is one of our proxies, whose forwarded headers count. */
  behindProxy: boolean;
  forwardedProto: string | undefined;
  forwardedHost: string | undefined;
}

/** A host name or address with an optional port: nothing that could end a header, a link or an attribute early. */
const hostPattern = /^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Scheme, host and port as the visitor sees them. Undefined when the host is none that a browser would send. */
export function visibleOrigin(facts: HostFacts): string | undefined {
  const last = (header: string | undefined) => header?.split(",").at(-1)?.trim() || undefined;
  const proto = facts.behindProxy ? last(facts.forwardedProto)?.toLowerCase() : undefined;
  const host = (facts.behindProxy ? last(facts.forwardedHost) : undefined) ?? facts.host;
  if (host === undefined || !hostPattern.test(host)) return undefined;
  return URL.parse(`${proto === "https" ? "https" : "http"}://${host}`)?.origin;
}
