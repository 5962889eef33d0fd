import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { BrandData } from "../brand/brand.schema.ts";
import type { FieldError, FieldErrorKey } from "./field-error.ts";

export type PasswordPolicy = BrandData["passwordPolicy"];

/** The fixed set of symbols that count as special characters. */
export const specialCharacters = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

interface PasswordContext {
  policy: PasswordPolicy;
  /** The account's e-mail, parts of which a password must not contain. */
  email: string;
}

/** Rules of the live checklist, in display order. */
export type PasswordRule = Extract<
  FieldErrorKey,
  "minlength" | "lowercase" | "uppercase" | "digit" | "special" | "containsEmail"
>;

/** The form in which passwords are compared, counted and hashed: composed and decomposed "é" are the same character. */
export function normalisePassword(value: string): string {
  return value.normalize("NFC");
}

/** Printable ASCII; in a passphrase also letters of every script, with their marks. */
const accepted = {
  composition: /^[\x20-\x7e]+$/,
  passphrase: /^[\x20-\x7e\p{L}\p{M}]+$/u,
} as const;

/** The first reason to reject a new password; the error names the character or the part of the e-mail found. */
export function checkNewPassword(value: string, context: PasswordContext): FieldError | undefined {
  if (value === "") return { key: "required" };
  const { minLength, maxLength } = context.policy;
  // Combining marks are reported together with their base character.
  const rejected = normalisePassword(value)
    .match(/.\p{M}*/gsu)
    ?.find((character) => !accepted[context.policy.rule].test(character));
  if (rejected !== undefined) return { key: "invalidCharacter", facts: { character: rejected } };
  if (lengthOf(value) > maxLength) return { key: "maxlength", facts: { limit: maxLength } };
  const unmet = passwordRuleStates(value, context).find((state) => !state.met);
  if (unmet === undefined) return undefined;
  if (unmet.rule === "containsEmail")
    return { key: "containsEmail", facts: { piece: pieceOfEmail(value, context.email) ?? "" } };
  return unmet.rule === "minlength" ? { key: "minlength", facts: { limit: minLength } } : { key: unmet.rule };
}

/** Length in code points. */
function lengthOf(value: string): number {
  return [...normalisePassword(value)].length;
}

const characterKinds = {
  lowercase: (value) => /[a-z]/.test(value),
  uppercase: (value) => /[A-Z]/.test(value),
  digit: (value) => /\d/.test(value),
  special: (value) => [...value].some((character) => specialCharacters.includes(character)),
} as const satisfies Partial<Record<PasswordRule, (value: string) => boolean>>;
const characterRules = idsOf(characterKinds);

/** Which rules of the brand a password meets, for the checklist shown while typing. */
export function passwordRuleStates(value: string, context: PasswordContext): { rule: PasswordRule; met: boolean }[] {
  const { policy, email } = context;
  const composed = normalisePassword(value);
  return [
    { rule: "minlength", met: lengthOf(value) >= policy.minLength },
    ...requiredCharacters(policy).map((rule) => ({ rule, met: characterKinds[rule](composed) })),
    { rule: "containsEmail", met: value !== "" && pieceOfEmail(value, email) === undefined },
  ];
}

/** Character classes that the brand requires; none for a passphrase. */
export function requiredCharacters(policy: PasswordPolicy) {
  return policy.rule === "passphrase" ? [] : characterRules.filter((rule) => policy[rule]);
}

export function checkPasswordConfirmation(value: string, password: string): FieldError | undefined {
  if (value === "") return { key: "required" };
  return normalisePassword(value) === normalisePassword(password) ? undefined : { key: "match" };
}

/** A part of four or more characters: local part and first domain label, split at non-alphanumerics. */
export function pieceOfEmail(password: string, email: string): string | undefined {
  const [local = "", domain = ""] = withoutAccents(email).split("@");
  const pieces = `${local} ${domain.split(".")[0]}`.split(/[^\p{L}\p{N}]+/u).filter((piece) => piece.length >= 4);
  const folded = withoutAccents(password);
  return pieces.find((piece) => folded.includes(piece));
}

export function withoutAccents(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
