import { isIP } from "node:net";
import { urlOfEachHost } from "@vestibule/api/platform/database-client.adapter.ts";
import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import { agentId } from "@vestibule/contract/internal/support-desk.schema.ts";
import { z } from "zod";
import { secretError } from "./secret.rule.ts";
import { nearestChoice } from "./spelling.rule.ts";

/** Schemas of the text of one setting. A message follows the name of the setting and never quotes a secret. */
const trimmed = z.string().trim();
export const text = trimmed.max(500, "is longer than 500 characters");
export const path = trimmed;
export const host = trimmed.refine((host) => isIP(host) || /^[\w.-]+$/.test(host), "is not an IP address or host name");
export const brandId = trimmed.regex(
  /^[a-z][a-z0-9-]{1,30}$/,
  "is not the id of a brand (lower-case letters, digits, hyphens)",
);
export const port = wholeNumber(0, 65_535, "is not a port (0 to 65535)");

export function wholeNumber(least: number, most: number, error = `is not a whole number from ${least} to ${most}`) {
  const digits = trimmed.regex(/^\d{1,9}$/, error).transform(Number);
  return digits.pipe(z.number().min(least, error).max(most, error));
}

/** A decimal number from 0 to 1. */
export const ratio = trimmed
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, "is not a number from 0 to 1, such as 0.05")
  .transform(Number);

/** Accepts exactly one of the choices; case and spaces count. */
export function choice<const T extends readonly string[]>(choices: T) {
  return z.enum(choices, { error: ({ input }) => choiceError(String(input), choices) });
}

function choiceError(text: string, choices: readonly string[]): string {
  if (choices.length === 1) return `is not exactly ${choices[0]}`;
  const nearest = nearestChoice(text, choices);
  const question = nearest === undefined ? "" : `: did you mean ${nearest}?`;
  return `is ${JSON.stringify(text)}, which is none of ${choices.join(", ")}${question}`;
}

export function url(...schemes: [string, ...string[]]) {
  const isUrl = (text: string) => {
    const { protocol = "", hostname = "" } = readUrl(text) ?? {};
    // Without a host, PostgreSQL's is that of PGHOST or of the parameter `host`.
    return schemes.includes(protocol.slice(0, -1)) && (hostname !== "" || /^postgres/.test(protocol));
  };
  return trimmed
    .refine(isUrl, `is not a URL that begins with ${schemes.join(":// or ")}://`)
    .refine(hasReadableUser, "has a % in its user, password or token: write it as %25");
}

/** Whether we can decode the user and password of a URL of HTTP. Those of mail and PostgreSQL may have a bare %. */
function hasReadableUser(text: string): boolean {
  const { protocol = "", username = "", password = "" } = readUrl(text) ?? {};
  return !protocol.startsWith("http") || !/%(?![\da-f]{2})/i.test(username + password);
}

/** Of a PostgreSQL URL with several hosts, the first. URL rejects the empty host of a Unix socket. */
export const readUrl = (text: string) => URL.parse(urlOfEachHost(text)[0]?.replace("@/", "@localhost/") ?? "");

export const listOf = (text = "") =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
const list = z.string().transform((text) => listOf(text));

const secret = z.string().superRefine((value, context) => {
  const error = secretError(value);
  if (error !== undefined) context.addIssue(error);
});
export const secrets = list.pipe(z.array(secret));
export const keyPair = list.pipe(z.array(secret).max(2, "has more than two secrets (newest,older)"));

/** Splits an entry such as `name=value`; the value may contain further equals signs. */
export function splitPair(item: string): [name: string, value: string] {
  const sign = item.indexOf("=");
  return sign < 0 ? [item, ""] : [item.slice(0, sign), item.slice(sign + 1)];
}

/** Builds a record of named values. Refuses a name with two values, of which one would have no effect. */
function uniqueNames(
  pairs: (readonly [name: string, value: string])[],
  context: z.RefinementCtx,
): Record<string, string> {
  const names = pairs.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) context.addIssue(`has two values for ${duplicate}`);
  return Object.fromEntries(pairs);
}

const isAgent = (id: string) => agentId.safeParse(id).success;
const agent = z
  .string()
  .transform(splitPair)
  .pipe(z.tuple([z.string().refine(isAgent, "has an entry that is not id=secret"), secret]));
export const agents = list.pipe(z.array(agent)).transform(uniqueNames);

const clientSecret = z
  .string()
  .transform(splitPair)
  .pipe(
    z.tuple([
      z.string().regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/, "has an entry that is not brand/client=secret"),
      // The provider refuses an application with another secret (RFC 6749, appendix A.2).
      secret.regex(/^[ -~]*$/, "has a secret with a character that is not printable ASCII"),
    ]),
  );
export const clientSecrets = list.pipe(z.array(clientSecret)).transform(uniqueNames);

/** A secret by the Standard Webhooks specification. */
const webhookSecretText = "whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?";
export const webhookSecretPattern = new RegExp(`^${webhookSecretText}$`);

const webhookSecret = z
  .string()
  .regex(
    new RegExp(`^[a-z][a-z0-9-]*=${webhookSecretText}$`),
    "has an entry that is not name=whsec_ and 24 to 64 bytes in base64",
  )
  .transform(splitPair);
/** A name twice has two secrets, the newest first. */
export const webhookSecrets = list.pipe(z.array(webhookSecret));

const apiKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]*=[\w.-]{1,100}$/, "has an entry that is not brand=key")
  .transform(splitPair);
export const brandIds = list.pipe(z.array(brandId));
export const apiKeys = list.pipe(z.array(apiKey)).transform(uniqueNames);

const namedUrl = z
  .string()
  .regex(/^[a-z][a-z0-9-]*=/, "has an entry that is not name=https://host/path")
  // The URL's host would be the beginning of the token.
  .regex(/^[^=]*=\w*:\/\/(?:[^/?#]*@|[^@]*$)/, "has a / ? or # before the @: write it as %2F, %3F or %23")
  .transform(splitPair)
  .pipe(z.tuple([z.string(), url("http", "https")]));
export const urlsByName = list.pipe(z.array(namedUrl)).transform(uniqueNames);

const network = z
  .string()
  .refine(isNetwork, {
    error: ({ input }) => `has an entry that is not an IP address or network: ${input}`,
    abort: true,
  })
  .refine((item) => !isTooWide(item), {
    error: ({ input }) => `has a network that is too wide: ${input} (the widest allowed is /8, or /16 of IPv6)`,
  });
export const networks = list.pipe(z.array(network));

function isNetwork(item: string): boolean {
  const [ip = "", prefix = "0", ...rest] = item.split("/");
  const version = isIP(ip);
  return version > 0 && rest.length === 0 && /^\d{1,9}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

const uniqueLocal = ipNetworks(["fc00::/7"]);
const mappedIpv4 = ipNetworks(["::ffff:0:0/96"]);

/**
 * Whether a network is too wide to contain only proxies, since forwarded headers of all its IPs would be trusted. The
 * widest allowed are 10.0.0.0/8, a /16 of IPv6 and fc00::/7; IPv4-mapped IPv6 counts as IPv4.
 */
function isTooWide(network: string): boolean {
  const [ip = "", prefix] = network.split("/");
  if (isIP(ip) === 4) return Number(prefix ?? 32) < 8;
  const bits = Number(prefix ?? 128);
  if (mappedIpv4(ip)) return bits < 96 + 8;
  if (ipNetworks([network])("::ffff:0:0")) return true;
  return bits < (uniqueLocal(ip) ? 7 : 16);
}
