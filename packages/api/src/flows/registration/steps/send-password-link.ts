import type { Account } from "../../../accounts/account.store.ts";
import type { LinkFacts } from "../../../links/link.store.ts";
import { type LinkMailing, replaceLink } from "../../../links/send-link.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentifiedCall } from "../registration-call.port.ts";

export interface PasswordLink {
  action: "DEFPWD_REGISTER" | "ASKPASSWORD";
  /** The account that the link leads to, if any. */
  account?: Account;
  recipient: NonNullable<LinkFacts["recipient"]>;
  mails: number;
  message: LinkMailing["message"];
  cause?: NonNullable<LinkMailing["cause"]>;
}

export function sendPasswordLink(
  { deps, requestContext, attempt, person, policies }: IdentifiedCall,
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
    owner: { account, rows: policies },
    ...mailing,
    firstName,
  });
}
