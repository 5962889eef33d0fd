import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { normalisePassword } from "@vestibule/contract/fields/password.rule.ts";

/** What somebody signs in with. `devices`: ids of this browser by the account that signed in here before. */
export interface Credentials {
  brandId: string;
  username: string;
  /** A password, or the one-time ticket that a registration ends with. */
  secret: { kind: "password"; password: string } | { kind: "ticket"; ticket: string };
  /** Client address for limits. */
  clientIp: string;
  /** Origin that the visitor sees, for the link of a message. */
  origin: string;
  devices: ReadonlyMap<string, string>;
  /** As the portal's page was; an outside page tells neither. */
  place: { province: string; language: string };
}

const longest = { username: 254, password: 64, ticket: 128 } as const;

/** Refused before anything is looked up or hashed, whoever the name belongs to: over-long, or control characters. */
export function isMalformed({ username, secret }: Pick<Credentials, "username" | "secret">): boolean {
  const text = secret.kind === "password" ? normalisePassword(secret.password) : secret.ticket;
  return (
    username.length > longest.username ||
    [...text].length > longest[secret.kind] ||
    /\p{Cc}/u.test(`${username}${text}`)
  );
}

/** A user name as it is counted and looked up: a normalised e-mail, or whatever was typed instead. */
export function loginNameOf(username: string): string {
  return normaliseEmail(username) ?? username.trim().toLowerCase();
}
