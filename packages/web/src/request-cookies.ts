import { cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { gatewaySessionCookies } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { readSignedCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { serialize } from "hono/utils/cookie";
import type { RequestCookies } from "../app/request/request-context.ts";
import { type EncryptionKeys, openCookie, sealCookie } from "../app/session/sealed-cookie.server.ts";

interface RequestCookieDeps {
  received: Readonly<Record<string, string>>;
  brandId: string;
  origin: string;
  now: Date;
  keys: EncryptionKeys;
  /** Contents of encrypted cookies in a preview, by name, in place of received ones. */
  previewed?: Readonly<Record<string, unknown>> | undefined;
}

/** Cookies of one request, and the Set-Cookie headers of its response. */
export interface CookieExchange extends RequestCookies {
  set(fullName: string, value: string | Promise<string>, seconds: number): void;
  setCookieHeaders(): Promise<string[]>;
}

export function requestCookies({ received, brandId, origin, now, keys, previewed }: RequestCookieDeps): CookieExchange {
  const added: Promise<string>[] = [];
  const fullName = (name: string) => cookieName(name, { origin });
  const purposeOf = (name: string) => `${brandId}/${name}`;
  const secure = origin.startsWith("https:");
  const set: CookieExchange["set"] = (name, value, seconds) => {
    const attributes = { path: "/", sameSite: "Lax", httpOnly: true, secure, maxAge: Math.round(seconds) } as const;
    added.push(Promise.resolve(value).then((plain) => serialize(name, plain, attributes)));
  };
  return {
    isEmpty: previewed === undefined && Object.keys(received).length === 0,
    read: (name) => received[name],
    readSigned: (name) => readSignedCookie({ name, signed: received[fullName(name)], now, keys }),
    open: async ({ name, schema }) =>
      previewed === undefined
        ? openCookie({ keys, purpose: purposeOf(name), now }, received[fullName(name)], schema)
        : schema.safeParse(previewed[name]).data,
    save({ name, lifetimeSeconds }, content) {
      if (content !== undefined)
        set(
          fullName(name),
          sealCookie({ keys, purpose: purposeOf(name), now, lifetimeSeconds }, content),
          lifetimeSeconds,
        );
      else if (received[fullName(name)] !== undefined) set(fullName(name), "", 0);
    },
    replaceGatewaySession(id) {
      added.push(...gatewaySessionCookies({ origin, id }).map((cookie) => Promise.resolve(cookie)));
    },
    set,
    setCookieHeaders: () => Promise.all(added),
  };
}
