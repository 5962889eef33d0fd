/**
 * Query parameters of an incoming URL. They are not validated, so each caller checks those that it uses; none may be
 * used as a redirect target.
 */
export interface EntryQuery {
  /** Token of a link in a message. */
  token?: string;
  /** System that issued the link. */
  src?: string;
  language?: string;
  province?: string;
  /** Key in the brand's `clientLoginActions`. */
  clientLoginAction?: string;
  /** Passed to the gateway unchanged. */
  ssoRequest?: string;
  /** Id of the interaction of an application that asked for a sign-in. */
  interaction?: string;
  /** Mailing that the link came from: for statistics only. */
  emailSource?: string;
  /** Result of a sign-in, set by the gateway. */
  errorCode?: string;
  operation?: string;
}

/** Parameters of a link. A gateway in front of the portal puts them into the query of its parameter `URL`. */
const linkKeys = {
  token: "token",
  src: "src",
  language: "language",
  province: "province",
  client_login_action: "clientLoginAction",
  SSORequest: "ssoRequest",
  emailSource: "emailSource",
  interaction: "interaction",
} as const;
/** Parameters that only the gateway sets. They are ignored in the query of `URL`. */
const gatewayKeys = { ERROR_CODE: "errorCode", TAM_OP: "operation" } as const;

const maxNestedUrlLength = 4096;

/**
 * Reads the known parameters of a URL, and the link parameters in the query of its parameter `URL`, one level deep.
 * Outer values override nested ones, the first of a repeated parameter applies, and empty values are ignored.
 */
export function parseEntryQuery(url: URL): EntryQuery {
  return {
    ...valuesOf(nestedQuery(url), linkKeys),
    ...valuesOf(url.searchParams, { ...linkKeys, ...gatewayKeys }),
  };
}

/** Parameters with personal data, which are removed from every URL that the portal builds. */
const personalKeys = ["email", "username", "policyNumber", "postalCode", "code"];
/** Counts the repeated loads of one page. */
const retryKey = "again";

/**
 * Query string without personal data and without the parameters of a link or of the gateway, except language and
 * province.
 */
export function safeQuery({ searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  const { language: _language, province: _province, ...ofLinks } = linkKeys;
  for (const key of [...Object.keys({ ...ofLinks, ...gatewayKeys }), ...personalKeys, retryKey, "URL"])
    query.delete(key);
  return query.size === 0 ? "" : `?${query}`;
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
  const nestedUrl = url.searchParams.get("URL");
  const nested = nestedUrl === null || nestedUrl.length > maxNestedUrlLength ? null : URL.parse(nestedUrl, url);
  return nested?.searchParams ?? new URLSearchParams();
}
