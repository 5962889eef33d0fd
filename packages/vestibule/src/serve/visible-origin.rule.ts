export interface ForwardedRequest {
  host: string | undefined;
  /** Whether the socket's peer is a trusted proxy, whose forwarded headers are used. */
  isBehindProxy: boolean;
  /** Of the proxy that the browser connected to. */
  forwardedProto: string | undefined;
  /** Of the same proxy. Absent unless a proxy is configured to set it: many pass on the client's. */
  forwardedHost: string | undefined;
  /** Whether a brand's configuration names the host; all of those use https. */
  isConfiguredHost(host: string): boolean;
}

export interface VisibleOrigin {
  /** Scheme, host and port as the browser uses them. */
  origin: string;
  /** The trusted proxy sends no scheme, and the brand's configuration implies https. */
  isSchemeAssumed: boolean;
}

/** A host name or IP with an optional port, and no character that could end a header, a URL or an attribute. */
const hostPattern = /^([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(:\d{0,5})?$/i;

/** Undefined when no browser would send the host. */
export function visibleOrigin(request: ForwardedRequest): VisibleOrigin | undefined {
  const { isBehindProxy, isConfiguredHost } = request;
  const host = (isBehindProxy ? request.forwardedHost : undefined) ?? request.host;
  if (host === undefined || !hostPattern.test(host)) return undefined;
  const proto = isBehindProxy ? request.forwardedProto?.toLowerCase() : undefined;
  const isSchemeAssumed = isBehindProxy && proto === undefined && isConfiguredHost(host);
  const origin = URL.parse(`${proto === "https" || isSchemeAssumed ? "https" : "http"}://${host}`)?.origin;
  return origin === undefined ? undefined : { origin, isSchemeAssumed };
}

/**
 * Whether the browser's `Origin` says https for a host that arrives as http: a proxy terminated TLS without
 * X-Forwarded-Proto. Cookies would be set without `Secure` and the `__Host-` prefix.
 */
export function hidesHttps(
  request: Pick<ForwardedRequest, "isConfiguredHost">,
  { origin, sentOrigin }: { origin: string; sentOrigin: string | undefined },
): boolean {
  const sent = origin.startsWith("http:") ? URL.parse(sentOrigin ?? "") : null;
  if (sent?.protocol !== "https:") return false;
  return sent.hostname === new URL(origin).hostname || request.isConfiguredHost(sent.host);
}

/** Whether the browser's `Origin` has another port than the host that arrives: a proxy left it out. */
export function hidesPort({ origin, sentOrigin }: { origin: string; sentOrigin: string | undefined }): boolean {
  const [seen, sent] = [new URL(origin), URL.parse(sentOrigin ?? "")];
  return sent?.protocol === seen.protocol && sent.hostname === seen.hostname && sent.port !== seen.port;
}
