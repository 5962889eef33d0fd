import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { z } from "zod";
import { refusal } from "./brand-fault.ts";
import { bothLanguages } from "./brand-hours.schema.ts";

export const plainLoopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;

/** A URL of an app's own scheme, which is a host name of its maker in reverse (RFC 8252, 7.1). */
export const ownScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\//;

const urlOf = (isAllowed: (url: string) => boolean) =>
  z
    .url({ error: "a whole URL, such as https://claims.example/callback" })
    .refine(isAllowed, refusal("must begin with https://, except on loopback", "https"))
    .refine((url) => !url.includes("*"), refusal("is compared as a whole: a wildcard is not possible", "wildcard"))
    .refine((url) => !url.includes("#"), refusal("has no fragment", "fragment"))
    .refine((url) => !URL.parse(url)?.username, refusal("has no user name", "userName"));

const isWebUrl = (url: string) => url.startsWith("https://") || plainLoopback.test(url);
const exactUrl = urlOf(isWebUrl);
/** Where the people of an application return to. */
const returnUrl = urlOf((url) => isWebUrl(url) || ownScheme.test(url));

/** Scopes that a client may request in addition to `openid`. */
export const oidcScopes = ["email", "profile", "policies", "offline_access"] as const;
export type OidcScope = (typeof oidcScopes)[number];

/** Values of `acr`, weakest first: the password, two proofs, a passkey. */
export const acrLevels = ["urn:vestibule:password", "urn:vestibule:two-factor", "urn:vestibule:passkey"] as const;
export type AcrLevel = (typeof acrLevels)[number];

/** An API for which an application asks for access tokens, by its id (RFC 8707). */
export const oidcResource = z.strictObject({
  /** An absolute URI, which applications send as `resource`. */
  id: z.url().refine((url) => !url.includes("#"), refusal("has no fragment", "fragment")),
  /** `aud` of its tokens; absent: its id. */
  audience: z.string().min(1).optional(),
  /** What an application may ask for. */
  scopes: z
    .array(
      z
        .string()
        .regex(/^[\w:./-]{1,60}$/, "a scope without spaces")
        .refine(
          (scope) => scope !== "openid" && !isOneOf(oidcScopes, scope),
          refusal("is a scope of OpenID Connect", "ownScope"),
        ),
    )
    .min(1),
  signedBy: z.enum(["RS256", "ES256"]).default("RS256"),
});

const jsonWebKey = z.looseObject({ kty: z.enum(["RSA", "EC"]) });
type JsonWebKey = z.infer<typeof jsonWebKey>;

const isPrivate = (key: JsonWebKey) => ["d", "p", "q", "k"].some((name) => name in key);

/** Whether the provider can verify the assertions of an application with it. */
function isVerificationKey({ kty, alg, use, kid, crv, x, y, n, e }: JsonWebKey): boolean {
  const has = (value: unknown, shape: RegExp) => typeof value === "string" && shape.test(value);
  const isForAssertions =
    (alg === undefined || has(alg, kty === "EC" ? /^ES256$/ : /^[RP]S256$/)) &&
    (use === undefined || use === "sig") &&
    (kid === undefined || typeof kid === "string");
  // 32 bytes of a coordinate, and 2048 bits of a modulus, in base64url.
  const [coordinate, modulus] = [/^[\w-]{43}$/, /^[\w-]{342,}$/];
  const isWhole =
    kty === "EC" ? crv === "P-256" && has(x, coordinate) && has(y, coordinate) : has(n, modulus) && has(e, /^[\w-]+$/);
  return isForAssertions && isWhole;
}

/** Public keys of an application. */
const publicKeys = z.strictObject({
  keys: z
    .array(
      jsonWebKey
        .refine((key) => !isPrivate(key), refusal("is a private key: it stays with the application", "privateKey"))
        .refine(
          (key) => isPrivate(key) || isVerificationKey(key),
          refusal(
            "verifies no assertion: an EC key has the curve P-256, x and y, an RSA key n of 2048 bits or more and e; alg is ES256, RS256 or PS256, use is sig",
            "verificationKey",
          ),
        ),
    )
    .min(1),
});

/** An application that signs people in here, as its file in the brand's folder describes it. */
export const oidcClientSchema = z
  .strictObject({
    name: bothLanguages,
    /** `confidential`: has a server and a secret. `public`: runs in a browser or on a device and has none. */
    type: z.enum(["confidential", "public"]),
    redirectUris: z.array(returnUrl).min(1),
    postLogoutRedirectUris: z.array(returnUrl).default([]),
    /** Receives a logout token when a session ends. */
    backchannelLogoutUri: exactUrl.optional(),
    /** Its host, in place of the redirect URIs' own, decides the subjects of people; the URL is not requested. */
    sectorIdentifierUri: exactUrl.optional(),
    /** Absent: RS256. */
    idTokenSignedResponseAlg: z.enum(["RS256", "ES256"]).optional(),
    scopes: z.array(z.enum(oidcScopes)).default(["email", "profile"]),
    /** An application of another company: it gets what the person consents to. */
    thirdParty: z.boolean().optional(),
    /** The weakest `acr` of its people, whatever it requests; absent: the password is enough. */
    minimumAcr: z.enum(acrLevels).optional(),
    /** Ids of the brand's resources for which it may ask for access tokens. */
    resources: z.array(z.string()).optional(),
    /** A confidential application with keys authenticates by `private_key_jwt`, and has no secret. */
    jwks: publicKeys.optional(),
    /** Whether its authorization requests have to be pushed (RFC 9126). */
    requiresPushedRequests: z.boolean().optional(),
    /** Whether it may hand the sign-in of a person over to the browser, by an exchange of its refresh token (RFC 8693). */
    handsOver: z.boolean().optional(),
  })
  .refine(({ type, jwks }) => type === "confidential" || jwks === undefined, {
    path: ["jwks"],
    ...refusal("is for an application of the type confidential", "publicKeys"),
  })
  .refine(({ thirdParty, resources }) => !thirdParty || resources === undefined, {
    path: ["resources"],
    ...refusal(
      "are for applications of the insurer: no words say to a person what a scope of an API allows",
      "insurerOnly",
    ),
  })
  .refine(({ handsOver, thirdParty, scopes }) => !handsOver || (!thirdParty && scopes.includes("offline_access")), {
    path: ["handsOver"],
    ...refusal("is for an application of the insurer with the scope offline_access", "handsOver"),
  })
  .refine(
    ({ type, redirectUris, postLogoutRedirectUris, sectorIdentifierUri }) =>
      ![...redirectUris, ...postLogoutRedirectUris].some((url) => ownScheme.test(url)) ||
      (type === "public" && sectorIdentifierUri !== undefined),
    {
      path: ["redirectUris"],
      ...refusal(
        "may have an app’s own scheme where the type is public and a sectorIdentifierUri decides the subject of a person",
        "ownScheme",
      ),
    },
  )
  .refine(
    ({ redirectUris, sectorIdentifierUri }) => sectorIdentifierUri !== undefined || hostsOf(redirectUris).size === 1,
    {
      path: ["redirectUris"],
      ...refusal(
        "are on one host, unless a sectorIdentifierUri says which host decides the subject of a person",
        "oneHost",
      ),
    },
  );

const hostsOf = (urls: readonly string[]) => new Set(urls.map((url) => URL.parse(url)?.host));

/** `id`: the `client_id`, which is the name of the file. */
export type OidcClient = z.infer<typeof oidcClientSchema> & { id: string };
