import type { BrandData } from "../brand/brand.schema.ts";
import type { FieldFault, FieldFaultKey } from "./field-fault.ts";

export type PasswordPolicy = BrandData["passwordPolicy"];

/** The fixed set of symbols that count as special. */
export const specialCharacters = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

interface PasswordContext {
  policy: PasswordPolicy;
  /** The account's e-mail, whose pieces a password must not contain. */
  email: string;
}

/** Rules of the live list, in the order they are shown. */
export type PasswordRule = Extract<
  FieldFaultKey,
  "minlength" | "lowercase" | "uppercase" | "digit" | "special" | "containsEmail"
>;

/** The first reason a new password is refused; the fault names the character or the piece of e-mail found. */
export function checkNewPassword(value: string, context: PasswordContext): FieldFault | undefined {
  if (value === "") return { key: "required" };
  const foreign = [...value].find((character) => !/^[\x20-\x7e]$/.test(character));
  if (foreign !== undefined) return { key: "invalidCharacter", facts: { character: foreign } };
  if (value.length > context.policy.maxLength) return { key: "maxlength", facts: { limit: context.policy.maxLength } };
  const unmet = passwordRuleStates(value, context).find((state) => !state.met);
  if (unmet === undefined) return undefined;
  if (unmet.rule === "containsEmail")
    return { key: "containsEmail", facts: { piece: pieceOfEmail(value, context.email) ?? "" } };
  return unmet.rule === "minlength"
    ? { key: "minlength", facts: { limit: context.policy.minLength } }
    : { key: unmet.rule };
}

/** Which rules of the brand a password meets so far: for the list that ticks off while typing. */
export function passwordRuleStates(value: string, context: PasswordContext): { rule: PasswordRule; met: boolean }[] {
  const { policy, email } = context;
  const states: { rule: PasswordRule; met: boolean; wanted: boolean }[] = [
    { rule: "minlength", met: value.length >= policy.minLength, wanted: true },
    { rule: "lowercase", met: /[a-z]/.test(value), wanted: policy.lowercase },
    { rule: "uppercase", met: /[A-Z]/.test(value), wanted: policy.uppercase },
    { rule: "digit", met: /\d/.test(value), wanted: policy.digit },
    {
      rule: "special",
      met: [...value].some((character) => specialCharacters.includes(character)),
      wanted: policy.special,
    },
    { rule: "containsEmail", met: value !== "" && pieceOfEmail(value, email) === undefined, wanted: true },
  ];
  return states.filter((state) => state.wanted).map(({ rule, met }) => ({ rule, met }));
}

export function checkPasswordConfirmation(value: string, password: string): FieldFault | undefined {
  if (value === "") return { key: "required" };
  return value === password ? undefined : { key: "match" };
}

/** Pieces of four characters or more: local part and first domain label, split at what is no letter or digit. */
export function pieceOfEmail(password: string, email: string): string | undefined {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const pieces = `${local} ${domain.split(".")[0]}`.split(/[^\p{L}\p{N}]+/u).filter((piece) => piece.length >= 4);
  const lower = password.toLowerCase();
  return pieces.find((piece) => lower.includes(piece));
}
