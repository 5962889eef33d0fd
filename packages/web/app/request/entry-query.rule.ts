import { redirect } from "react-router";
/**
 * Query parameters of an incoming link, not validated: each caller checks its values. None of them may be used as a
 * redirect target.
 */
export interface EntryQuery {
  /** Token of a link in a message. */
  token?: string;
  /** System that issued the link. */
  src?: string;
  language?: string;
  province?: string;
  /** A key of the brand's allowlist. */
  clientLoginAction?: string;
  /** Passed to the gateway unchanged. */
  ssoRequest?: string;
  /** Mailing that the link came from: for statistics only. */
  emailSource?: string;
  /** Result of a sign-in, set by the gateway. */
  errorCode?: string;
  operation?: string;
}

/** Parameters of a link: a gateway in front of the portal nests them in `URL`. */
const linkKeys = {
  token: "token",
  src: "src",
  language: "language",
  province: "province",
  client_login_action: "clientLoginAction",
  SSORequest: "ssoRequest",
  emailSource: "emailSource",
} as const;
/** Parameters that only the gateway sets: ignored when nested in `URL`. */
const gatewayKeys = { ERROR_CODE: "errorCode", TAM_OP: "operation" } as const;

const longestNestedAddress = 4096;

/**
 * Reads the known parameters, and those of a link also nested in `URL`, relative or absolute, one level deep. Outer
 * values override nested ones, the first of a repeated parameter wins, and empty values are ignored.
 */
export function parseEntryQuery(url: URL): EntryQuery {
  return {
    ...valuesOf(nestedQuery(url), linkKeys),
    ...valuesOf(url.searchParams, { ...linkKeys, ...gatewayKeys }),
  };
}

/** Personal data: removed from every URL that the portal builds. */
const personalKeys = ["email", "username", "policyNumber", "postalCode", "code"];

/**
 * Query string without the parameters of a link or the gateway, nested ones and personal data; language and province
 * stay.
 */
export function harmlessQuery({ searchParams }: URL): string {
  const kept = new URLSearchParams(searchParams);
  const { language: _language, province: _province, ...ofLinks } = linkKeys;
  for (const key of [...Object.keys({ ...ofLinks, ...gatewayKeys }), ...personalKeys, "URL"]) kept.delete(key);
  return kept.size === 0 ? "" : `?${kept}`;
}

function valuesOf(query: URLSearchParams, keys: Readonly<Record<string, keyof EntryQuery>>): EntryQuery {
  const values: EntryQuery = {};
  for (const [key, name] of Object.entries(keys)) {
    const value = query.get(key);
    if (value !== null && value !== "") values[name] = value;
  }
  return values;
}

/** Reads only the query of the nested URL; its host is ignored. */
function nestedQuery(url: URL): URLSearchParams {
  const address = url.searchParams.get("URL");
  const nested = address === null || address.length > longestNestedAddress ? null : URL.parse(address, url);
  return nested?.searchParams ?? new URLSearchParams();
}

/** Redirects to the login page, keeping the harmless part of the query. */
export function redirectToLogin(url: URL): Response {
  return redirect(`/${harmlessQuery(url)}`, 303);
}
