/**
 * What the address of an arrival says, word by word as it came: each value is still to be judged by whoever uses it.
 * Nothing of it is an address to go to.
 */
export interface EntryQuery {
  /** Of a link in a message. */
  token?: string;
  /** Where the link was issued. */
  src?: string;
  language?: string;
  province?: string;
  /** A name on the brand's closed list. */
  clientLoginAction?: string;
  /** For the gateway, handed on untouched. */
  ssoRequest?: string;
  /** Which mailing brought the person: for statistics alone. */
  emailSource?: string;
  /** How the gateway says that a sign-in ended. */
  errorCode?: string;
  operation?: string;
}

/** Keys of a link: a gateway that stands in front carries them inside `URL`. */
const linkKeys = {
  token: "token",
  src: "src",
  language: "language",
  province: "province",
  client_login_action: "clientLoginAction",
  SSORequest: "ssoRequest",
  emailSource: "emailSource",
} as const;
/** Keys of the gateway itself: what stands inside `URL` under these names is not its word. */
const gatewayKeys = { ERROR_CODE: "errorCode", TAM_OP: "operation" } as const;

const longestNestedAddress = 4096;

/**
 * Reads the known keys of an address, and those of a link also inside `URL`, relative or absolute, one level deep.
 * The outer value wins over the nested one, the first over a repeated one; an empty value says nothing.
 */
export function parseEntryQuery(url: URL): EntryQuery {
  return {
    ...valuesOf(nestedQuery(url), linkKeys),
    ...valuesOf(url.searchParams, { ...linkKeys, ...gatewayKeys }),
  };
}

/** Names what a person typed: no address of a page carries it on. */
const personalKeys = ["email", "username", "policyNumber", "postalCode", "code"];

/** What may stay in an address once it was read: nothing of a link, a gateway or a person, outside or nested. */
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

/** The host of a nested address means nothing: only its query is read. */
function nestedQuery(url: URL): URLSearchParams {
  const address = url.searchParams.get("URL");
  const nested = address === null || address.length > longestNestedAddress ? null : URL.parse(address, url);
  return nested?.searchParams ?? new URLSearchParams();
}
