export interface ForwardedRequest {
  /** Host header of the request. */
  host: string | undefined;
  /** Whether the socket's other end is one of our proxies, whose forwarded headers count. */
  isBehindProxy: boolean;
  forwardedProto: string | undefined;
  /** Absent where no proxy is configured to set it: many pass on what the browser sent. */
  forwardedHost: string | undefined;
  /** Whether a brand's configuration names the host; all that it names is reached by https. */
  isConfiguredHost(host: string): boolean;
}

export interface VisibleOrigin {
  /** Scheme, host and port as the browser has them. */
  origin: string;
  /** Our proxy names no scheme, and the brand's configuration says that it is https. */
  isSchemeAssumed: boolean;
}

/** A host name or address with an optional port: nothing that could end a header, a link or an attribute early. */
const hostPattern = /^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Undefined when no browser would send the host. */
export function visibleOrigin(request: ForwardedRequest): VisibleOrigin | undefined {
  const { isBehindProxy, isConfiguredHost } = request;
  const last = (header: string | undefined) => header?.split(",").at(-1)?.trim() || undefined;
  const host = (isBehindProxy ? last(request.forwardedHost) : undefined) ?? request.host;
  if (host === undefined || !hostPattern.test(host)) return undefined;
  const proto = isBehindProxy ? last(request.forwardedProto)?.toLowerCase() : undefined;
  const isSchemeAssumed = isBehindProxy && proto === undefined && isConfiguredHost(host);
  const origin = URL.parse(`${proto === "https" || isSchemeAssumed ? "https" : "http"}://${host}`)?.origin;
  return origin === undefined ? undefined : { origin, isSchemeAssumed };
}

/**
 * Whether a browser says by `Origin` that it came by https to a host that we see by http: a proxy ended TLS without
 * saying so. Cookies made for http would travel without `Secure` and the `__Host-` prefix.
 */
export function hidesHttps(
  request: Pick<ForwardedRequest, "isConfiguredHost">,
  { origin, sentOrigin }: { origin: string; sentOrigin: string | undefined },
): boolean {
  const sent = origin.startsWith("http:") ? URL.parse(sentOrigin ?? "") : null;
  if (sent?.protocol !== "https:") return false;
  return sent.hostname === new URL(origin).hostname || request.isConfiguredHost(sent.host);
}
