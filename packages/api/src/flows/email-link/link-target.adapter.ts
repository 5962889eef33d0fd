import { type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { type Account, findEmailHolder } from "../../accounts/account.store.ts";
import { type Settled, withSettledContacts } from "../../accounts/settling.rule.ts";
import { findEmailOfBefore, findSettled } from "../../accounts/settling.store.ts";
import type { ApiDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { isSameOnPolicy } from "../../identity/person.rule.ts";
import type { IssueRefusal } from "../../links/issue-refusal.table.ts";
import { rowsOfOwner } from "../../links/link-state.adapter.ts";

interface Order {
  policyNumber: string;
  company: string;
  role: RoleCode;
  action: IssuedLinkAction;
  /** The recipient, when it is not the e-mail on file. */
  typedEmail: TypedEmail | undefined;
  /** Distinguishes the person from others with this role on the policy, when already known. */
  personKey?: string | undefined;
}

export type LinkTarget =
  | {
      kind: "found";
      person: PolicyPerson;
      rows: readonly PolicyPerson[];
      account?: Account;
      contact?: TypedEmail;
      /** What of the account has settled. */
      settled?: Settled | undefined;
      /** E-mails to which one agent may have the link sent. */
      onFile: readonly string[];
      recipient: TypedEmail;
    }
  | { kind: "refused"; refusal: IssueRefusal };

type Deps = Pick<ApiDeps, "database" | "directory">;
const refuse = (refusal: IssueRefusal): { kind: "refused"; refusal: IssueRefusal } => ({ kind: "refused", refusal });

/** Finds the person in the policy directory and checks that the action fits their accounts and policies. */
export async function findLinkTarget(deps: Deps, brand: Brand, order: Order): Promise<LinkTarget> {
  const policyNumber = normaliseNumber(order.policyNumber);
  const onPolicy = await deps.directory.findByPolicyNumber({ companies: [order.company], policyNumber });
  const person = personOf(onPolicy, order);
  if (typeof person === "string") return refuse(person);
  const personAccount = await findAccountOfRow(deps, { brandId: brand.id, row: person });
  const rows = await rowsOfOwner(deps, { companies: brand.companies, row: person, account: personAccount });

  const [onFile] = emailsOnFile([person]);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const found = { kind: "found", person, rows, onFile: emails } as const;
  switch (order.action) {
    case "DEFPWD_REGISTER":
    case "ASKUSERNAME": {
      if (personAccount !== undefined) return refuse("accountExists");
      const recipient = order.typedEmail ?? onFile;
      if (recipient === undefined) return refuse("emailMissing");
      const isTaken = order.action === "DEFPWD_REGISTER" && (await accountWith(deps, brand, recipient)) !== undefined;
      return isTaken ? refuse("emailTaken") : { ...found, recipient };
    }
    case "RESETPWD_LOGIN": {
      if (personAccount === undefined) return refuse("accountMissing");
      // The account's own e-mail rather than the one on file, since its reader may set a new password.
      const contact = await contactOf(deps, personAccount);
      const recipient = order.typedEmail ?? contact;
      const holder = await accountWith(deps, brand, recipient);
      if (holder !== undefined && holder.id !== personAccount.id) return refuse("emailTaken");
      // An e-mail that only the book has may be that of a person who took out a policy under these names.
      const settled = await findSettled(deps.database, personAccount.id);
      const onFile = [contact.email, ...emails.filter((email) => settled?.contacts.includes(email))];
      return { ...found, account: personAccount, contact, settled, onFile, recipient };
    }
    case "ASKPASSWORD": {
      const account = personAccount ?? (await householdAccount(deps, brand, { onPolicy, person }));
      if (typeof account === "string") return refuse(account);
      if (personAccount === undefined && !rows.some(({ cellPhone }) => cellPhone !== null))
        return refuse("mobileMissing");
      const contact = await contactOf(deps, account);
      const settled = await findSettled(deps.database, (personAccount ?? account).id);
      const settledEmails = emailsOnFile(withSettledContacts([person, ...rows], settled));
      const recipient = order.typedEmail ?? settledEmails[0] ?? contact;
      const onFile = [contact.email, ...settledEmails.map(({ email }) => email)];
      return { ...found, account, contact, settled, onFile, recipient };
    }
  }
}

function emailsOnFile(rows: readonly PolicyPerson[]): TypedEmail[] {
  return rows.flatMap(({ email, emailAsTyped }) =>
    email === null ? [] : { email, emailAsTyped: emailAsTyped ?? email },
  );
}

/** The e-mail that an account has on file: its own, or the previous one while a change of it has not settled. */
async function contactOf({ database }: Deps, { id, email, emailAsTyped }: Account): Promise<TypedEmail> {
  return (await findEmailOfBefore(database, id)) ?? { email, emailAsTyped };
}

/** The only person with that role; among several, the one whose e-mail on file was given. */
function personOf(onPolicy: readonly PolicyPerson[], order: Order): PolicyPerson | IssueRefusal {
  const { role, typedEmail, personKey } = order;
  const withRole = onPolicy.filter((row) => row.role === role && row.personKey === (personKey ?? row.personKey));
  if (isOnePerson(withRole)) return withRole[0] ?? "personUnknown";
  const withEmail = withRole.filter(({ email }) => email !== null && email === typedEmail?.email);
  return (isOnePerson(withEmail) ? withEmail[0] : undefined) ?? "severalPersons";
}

function isOnePerson(rows: readonly PolicyPerson[]): boolean {
  const [first, ...others] = rows;
  return first === undefined || others.every((row) => isSameOnPolicy(row, first));
}

function accountWith({ database }: Deps, brand: Brand, { email }: TypedEmail): Promise<Account | undefined> {
  return findEmailHolder(database, { brandId: brand.id, email });
}

async function householdAccount(
  deps: Deps,
  brand: Brand,
  { onPolicy, person }: { onPolicy: readonly PolicyPerson[]; person: PolicyPerson },
): Promise<Account | IssueRefusal> {
  const holders = onPolicy.filter((row) => row.role === roles.policyHolder && !isSameOnPolicy(row, person));
  const found = await Promise.all(holders.map((row) => findAccountOfRow(deps, { brandId: brand.id, row })));
  const accounts = [...new Map(found.flatMap((account) => (account ? [[account.id, account]] : []))).values()];
  if (accounts.length > 1) return "severalAccounts";
  return accounts[0] ?? "accountMissing";
}
