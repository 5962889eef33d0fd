import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import type { LinkFacts } from "../../capabilities/links/link.store.ts";
import { type LinkMailing, mailInPlace } from "../../capabilities/links/link-mail.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { LegacyCall } from "./legacy-call.port.ts";

export interface LegacyLink extends LegacyCall {
  action: "DEFPWD_REGISTER" | "ASKPASSWORD";
  /** The account that the link leads into, where it does. */
  account: Account | undefined;
  recipient: NonNullable<LinkFacts["recipient"]>;
  /** How often it was mailed before. */
  mails: number;
  message: LinkMailing["message"];
  cause?: LinkMailing["cause"];
}

/** A link by which the person of a registration goes on, on any device. */
export function mailLegacyLink(
  parts: ProvingParts,
  transaction: Trx,
  { visit, session, person, policies, action, account, recipient, mails, message, cause }: LegacyLink,
): ReturnType<typeof mailInPlace> {
  const { brand, origin, language, province } = visit;
  const { company, policyNumber, role, personKey, firstName } = person;
  return mailInPlace(parts, transaction, {
    brand,
    origin,
    facts: {
      brandId: brand.id,
      action,
      personKey,
      ...(account && { accountId: account.id }),
      policy: { company, policyNumber, role },
      recipient,
      ubi: session.state.ubi,
      language,
      province,
    },
    owner: { account, rows: policies },
    lifetimeMinutes: lifetimes.linkHours * 60,
    mails,
    message,
    ...(cause && { cause }),
    firstName,
  });
}
