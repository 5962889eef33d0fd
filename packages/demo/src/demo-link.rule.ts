import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import type { LinkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";

type LinkFields = Partial<Record<string, string>>;

/** The link that a form of the guide requests, or undefined where it names no person of the book. */
export function linkOrderOf(
  fields: LinkFields,
  people: readonly DemoPerson[],
): (LinkOrderBody & { brand: string }) | undefined {
  const action = issuedLinkActions.find((one) => one === fields.action);
  const src = linkSources.find((one) => one === fields.source);
  const person = people.find(({ brand, personKey }) => brand.id === fields.brand && personKey === fields.person);
  const row = person?.rows.find(
    ({ policyNumber, role }) => policyNumber === fields.policyNumber && String(role) === fields.role,
  );
  if (!action || !src || !person || !row) return undefined;
  const { company, policyNumber, role, emailAsTyped } = row;
  // A reset is sent to the account's e-mail; for other actions the e-mail on file tells apart drivers of one policy.
  const email = action === "RESETPWD_LOGIN" ? undefined : emailAsTyped;
  return { ...{ company, policyNumber, role, action, src, brand: person.brand.id }, ...(email && { email }) };
}
