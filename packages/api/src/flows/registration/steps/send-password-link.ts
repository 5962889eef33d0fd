import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { Account } from "../../../accounts/account.store.ts";
import { identityByRow, rowsOfPerson } from "../../../identity/person.rule.ts";
import { type LinkReplacement, replaceLink } from "../../../links/send-link.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentifiedCall } from "../registration-call.port.ts";

interface PasswordLink extends Pick<LinkReplacement, "mails" | "message" | "cause"> {
  action: "DEFPWD_REGISTER" | "ASKPASSWORD";
  /** The account that the link leads to, if any. */
  account?: Account;
  recipient: TypedEmail;
}

export function sendPasswordLink(
  { deps, requestContext, attempt, person, candidates }: IdentifiedCall,
  transaction: Trx,
  { action, account, recipient, ...mailing }: PasswordLink,
): ReturnType<typeof replaceLink> {
  const { company, policyNumber, role, personKey, firstName } = person;
  return replaceLink(deps, transaction, {
    requestContext,
    facts: {
      action,
      personKey,
      ...(account && { accountId: account.id }),
      policy: { company, policyNumber, role },
      recipient,
      ubi: attempt.state.ubi,
    },
    owner: { account, rows: rowsOfPerson(candidates, identityByRow(person)) },
    ...mailing,
    firstName,
  });
}
