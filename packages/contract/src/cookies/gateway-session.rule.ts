import { cookieAttributes, cookieName, domainsAbove, isSecure } from "./cookie-name.rule.ts";

/** Named as IBM's gateway names it, without the `__Host-` prefix, so a sibling host can plant one. */
export function gatewaySessionCookieName({ origin }: { origin: string }): string {
  return isSecure(origin) ? "PD-S-SESSION-ID" : "PD-H-SESSION-ID";
}

/** Cookie that repeats the part of a session id before the dot. Its prefix keeps other hosts from planting it. */
const bindingCookieName = (portal: { origin: string }) => cookieName("session-binding", portal);

/** An id of the version before has no dot and no binding; its session ends within the hour. */
const bindingOf = (id: string) => (id.includes(".") ? id.slice(0, id.indexOf(".")) : undefined);

/** The id of the gateway's session. Over https undefined for an id that this browser was not given by this host. */
export function readGatewaySessionId(
  readCookie: (name: string) => string | undefined,
  portal: { origin: string },
): string | undefined {
  const id = readCookie(gatewaySessionCookieName(portal));
  const binding = id === undefined ? undefined : bindingOf(id);
  const isBound = binding === undefined || readCookie(bindingCookieName(portal)) === binding;
  return isBound || !isSecure(portal.origin) ? id : undefined;
}

/** Set-Cookie headers of a session, without Max-Age: the database enforces the timeouts. */
export function gatewaySessionCookies({ origin, id }: { origin: string; id: string }): string[] {
  const attributes = cookieAttributes({ origin, lifetime: "browser" });
  const session = `${gatewaySessionCookieName({ origin })}=${id}${attributes}`;
  const binding = bindingOf(id);
  return binding !== undefined && isSecure(origin)
    ? [session, `${bindingCookieName({ origin })}=${binding}${attributes}`]
    : [session];
}

/** Set-Cookie headers that delete the session's cookies. */
export function endedGatewaySessionCookies({ origin }: { origin: string }): string[] {
  const attributes = cookieAttributes({ origin, lifetime: { seconds: 0 } });
  const names = [gatewaySessionCookieName({ origin }), ...(isSecure(origin) ? [bindingCookieName({ origin })] : [])];
  return names.map((name) => `${name}=${attributes}`);
}

/** Set-Cookie headers that delete session cookies of the domains above, which a sibling host may have planted. */
export function plantedSessionDeletions({ origin }: { origin: string }): string[] {
  return domainsAbove(origin).map(
    (domain) =>
      `${gatewaySessionCookieName({ origin })}=${cookieAttributes({ origin, lifetime: { seconds: 0 }, domain })}`,
  );
}
