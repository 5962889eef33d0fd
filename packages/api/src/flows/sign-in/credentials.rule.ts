import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { normalisePassword } from "@vestibule/contract/fields/password.rule.ts";
import type { NewSession } from "../../accounts/gateway-session.store.ts";
import type { NewPendingSignIn } from "../../accounts/pending-sign-in.store.ts";
import type { SecondFactorBrand } from "../../second-factor/second-factor-reasons.rule.ts";

/** Credentials of a sign-in. `devices`: device ids by the account that signed in on this browser before. */
export interface Credentials {
  brand: SecondFactorBrand & Pick<Brand, "features">;
  username: string;
  /** A password, or the one-time ticket that a registration ends with. */
  secret: { kind: "password"; password: string } | { kind: "ticket"; ticket: string };
  clientIp: string;
  /** Solution of a puzzle as it was sent. */
  puzzleSolution?: string | undefined;
  /** Origin that the browser sees, for links in messages. */
  origin: string;
  devices: ReadonlyMap<string, string>;
  session: NewSession;
  /** Made in place of the session where a second proof is asked for. */
  pending: NewPendingSignIn;
  /** Locale of the portal's page; an external page sends neither. */
  locale: { province: string; language: string };
}

const longest = { username: 254, password: 64, ticket: 128 } as const;

/** Whether the input is too long or has control characters; it is then refused before any lookup or hash. */
export function isMalformed({ username, secret }: Pick<Credentials, "username" | "secret">): boolean {
  const text = secret.kind === "password" ? normalisePassword(secret.password) : secret.ticket;
  return (
    username.length > longest.username ||
    [...text].length > longest[secret.kind] ||
    /\p{Cc}/u.test(`${username}${text}`)
  );
}

/** Returns the login name for counting and lookup: a normalised e-mail, or the trimmed lower-case input. */
export function loginNameOf(username: string): string {
  return normaliseEmail(username) ?? username.trim().toLowerCase();
}
