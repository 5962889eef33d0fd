import type { FieldError } from "./field-error.ts";
import { normaliseText } from "./text.rule.ts";

export const longestEmail = 79;
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Normalises an e-mail for comparison and storage: lower case, domain as A-label (UTS 46). Undefined if invalid. */
export function normaliseEmail(value: string): string | undefined {
  const typed = normaliseText(value);
  const at = typed.lastIndexOf("@");
  if (at < 1 || at !== typed.indexOf("@")) return undefined;
  const local = typed.slice(0, at);
  const domain = asciiDomain(typed.slice(at + 1));
  if (!domain || !localPart.test(local) || local.length > 64) return undefined;
  return `${local.toLowerCase()}@${domain}`;
}

/** 1 to 79 characters, one @, an ASCII name, and a domain whose last two labels have at least two letters each. */
export function checkEmail(value: string): FieldError | undefined {
  const typed = normaliseText(value);
  if (typed === "") return { key: "required" };
  if (typed.length > longestEmail) return { key: "maxlength", facts: { limit: longestEmail } };
  const normal = normaliseEmail(typed);
  return normal === undefined || normal.length > longestEmail || hasOneLetterDomain(normal)
    ? { key: "email" }
    : undefined;
}

/** Such as q.com, which is more often a slip than a domain. */
const hasOneLetterDomain = (email: string) => /[@.].\.[^.]+$/.test(email);

/** An e-mail as it is compared, and as it is shown. */
export interface TypedEmail {
  email: string;
  emailAsTyped: string;
}

/** Reads an e-mail; undefined for text that `checkEmail` rejects. */
export function readEmail(typed: string): TypedEmail | undefined {
  const email = checkEmail(typed) === undefined ? normaliseEmail(typed) : undefined;
  return email === undefined ? undefined : { email, emailAsTyped: normaliseText(typed) };
}

/** Reads an e-mail of the insurer's own files, whose domain may have one letter; only forms ask for two. */
export function readEmailOnFile(text: string): TypedEmail | undefined {
  const email = normaliseEmail(text);
  return email !== undefined && email.length <= longestEmail ? { email, emailAsTyped: normaliseText(text) } : undefined;
}

export function checkEmailConfirmation(value: string, email: string): FieldError | undefined {
  if (normaliseText(value) === "") return { key: "required" };
  const first = normaliseEmail(email);
  const second = normaliseEmail(value);
  return second !== undefined && first === second ? undefined : { key: "match" };
}

/**
 * Masks an e-mail: first letter and three dots; the full domain only for providers too common to identify anyone, else
 * its first letter and last label: m•••@gmail.com, m•••@e•••.ca.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const maskedDomain = publicProviders.has(domain) ? domain : `${domain[0]}•••${domain.slice(domain.lastIndexOf("."))}`;
  return `${email[0]}•••@${maskedDomain}`;
}

const publicProviders = new Set([
  "gmail.com",
  "hotmail.com",
  "hotmail.ca",
  "outlook.com",
  "live.ca",
  "live.com",
  "yahoo.ca",
  "yahoo.com",
  "icloud.com",
  "me.com",
  "videotron.ca",
  "bell.net",
  "sympatico.ca",
  "rogers.com",
  "shaw.ca",
  "telus.net",
]);

function asciiDomain(domain: string): string | undefined {
  // The URL parser would repair a trailing dot and punctuation, and encode signs such as emojis, which no domain has.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain) || domain.endsWith(".") || domain === "") return undefined;
  // Full-width and other compatibility forms would normalise to a different, plain domain.
  if (domain.normalize("NFC") !== domain.normalize("NFKC")) return undefined;
  const host = hostOf(domain);
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  const hasValidLabels = labels.length >= 2 && labels.every((label) => domainLabel.test(label));
  const hasValidTop = /^([a-z]{2,}|xn--.+)$/.test(top);
  return hasValidLabels && hasValidTop ? host : undefined;
}

/** Without `URL.canParse`, which Safari 16 lacks. */
function hostOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return "";
  }
}
