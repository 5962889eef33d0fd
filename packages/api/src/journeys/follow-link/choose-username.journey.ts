import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { settledText } from "@vestibule/contract/fields/text.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { countOnLink, holdLink, newestLinkOf } from "../../capabilities/links/link.store.ts";
import { countAccountMail, mailInPlace } from "../../capabilities/links/link-mail.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";
import { linkIdOf, openLink } from "./open-link.journey.ts";

export type UsernameEnding =
  /** A link to choose a password is on its way to the address. */
  | { kind: "mailed" }
  /** Somebody uses the address; another one may be tried. */
  | { kind: "taken" }
  | LinkRefusal;

export interface UsernameAnswer {
  registrationId: string;
  validationId: string;
  /** The address as it was typed; undefined: the message once more. */
  typed: string | undefined;
}

type Address = { email: string; typed: string };

/**
 * The user name of somebody whose address on file is another person's. A free one gets a link of its own; the link
 * that asked stays good until the account is made, so that a slip in the address can be put right.
 */
export async function chooseUsername(
  parts: ProvingParts,
  visit: Visit,
  answer: UsernameAnswer,
): Promise<UsernameEnding> {
  const { registrationId, validationId, typed } = answer;
  if (linkIdOf(parts, visit, validationId) !== linkIdOf(parts, visit, registrationId)) return { kind: "gone" };
  const opened = await openLink(parts, visit, { id: registrationId, action: "ASKUSERNAME" });
  if (opened.kind !== "open") return opened;
  const fault = typed === undefined ? undefined : checkEmail(typed);
  if (fault) return { kind: "malformed", fields: { validationValue: fault.key } };
  const email = typed === undefined ? undefined : normaliseEmail(typed);
  const address = email === undefined ? undefined : { email, typed: settledText(typed ?? "") };
  return transact(parts.database, (transaction) => answerHeld(parts, transaction, { ...opened, address }));
}

async function answerHeld(
  parts: ProvingParts,
  transaction: Trx,
  call: LinkCall & { address: Address | undefined },
): Promise<UsernameEnding> {
  const { link, visit } = call;
  const held = await holdLink(transaction, link.id);
  if (!held?.isLive) return { kind: "linkExpired" };
  const tooMany = { kind: "limit", roadblock: "more-than-one-profile" } as const;
  const { limit } = limitRows.usernameTakenSession;
  if (held.usernamesTaken >= limit) return tooMany;
  const personKey = link.personKey ?? "";
  const query = { brandId: visit.brand.id, personKey, action: "DEFPWD_REGISTER", since: link.issuedAt } as const;
  const before = await newestLinkOf(transaction, query);
  const address = call.address ?? before?.recipient;
  if (address === undefined) return { kind: "malformed", fields: { validationValue: "required" } };
  const owner = await parts.users.findByEmail(transaction, { brandId: visit.brand.id, email: address.email });
  if (owner !== undefined) {
    const taken = await countOnLink(transaction, { id: link.id, what: "usernames_taken" });
    return taken >= limit ? tooMany : { kind: "taken" };
  }
  const mails = before === undefined ? 0 : before.mails + 1;
  if (mails > limitRows.linkMailSession.limit) return { kind: "limit", roadblock: "resend-email" };
  await mailChoice(parts, transaction, { ...call, address, mails });
  return { kind: "mailed" };
}

/** In the place of every such link before: the one to a mistyped address is worth nothing from now on. */
async function mailChoice(
  parts: ProvingParts,
  transaction: Trx,
  { visit, link, owner, address, mails }: LinkCall & { address: Address; mails: number },
): Promise<void> {
  if (!(await countAccountMail(parts.limits, transaction, { email: address.email }))) return;
  const { brandId, personKey, policy, source, ubi } = link;
  const { language, province } = visit;
  const action = "DEFPWD_REGISTER";
  const person = { brandId, action, ...(personKey && { personKey }) } as const;
  const fresh = await mailInPlace(parts, transaction, {
    brand: visit.brand,
    origin: visit.origin,
    facts: {
      ...person,
      ...(policy && { policy }),
      ...(source && { source }),
      recipient: address,
      ubi,
      language,
      province,
    },
    owner,
    lifetimeMinutes: lifetimes.linkHours * 60,
    mails,
    message: "link",
  });
  await parts.auditor.record(transaction, {
    event: "link.issued",
    result: "ok",
    brandId,
    journeyId: fresh.id,
    actor: "person",
    lived: livedIn("link", visit),
    facts: { action, from: link.id, message: "sent" },
  });
  await parts.auditor.record(transaction, {
    event: "link.answered",
    result: "username",
    brandId,
    journeyId: link.id,
    actor: "person",
    lived: livedIn("link", visit),
  });
}
