import type { OptionType } from "@vestibule/catalogue/account.table.ts";

/** Where a code is sent, in parts that a screen reader can read out. */
export type Destination =
  | { kind: "number"; masked: string; digits: string }
  | { kind: "email"; masked: string; initial: string; domain: string }
  | { kind: "email"; masked: string; initial: string; ending: string }
  | { kind: "pin" };

/** Parses the API's masks: •••-•••-••42, m•••@gmail.com, m•••@e•••.ca. */
export function destinationOf(option: { type: OptionType; maskedValue: string }): Destination {
  const masked = option.maskedValue;
  if (option.type === "PIN") return { kind: "pin" };
  if (option.type === "SMS") return { kind: "number", masked, digits: masked.slice(-2) };
  const domain = masked.slice(masked.lastIndexOf("@") + 1);
  const initial = masked.slice(0, 1);
  return domain.includes("•")
    ? { kind: "email", masked, initial, ending: domain.slice(domain.lastIndexOf(".")) }
    : { kind: "email", masked, initial, domain };
}
