import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, readEmail, type TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { findEmailHolder } from "../../accounts/account.store.ts";
import type { RequestContext } from "../../deps.ts";
import { incrementLinkCounter, lockLinkForUpdate, newestLinkOf } from "../../links/link.store.ts";
import { countAccountMail, replaceLink } from "../../links/send-link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { type LinkCall, linkEvent, linkIdOf, withOpenLink } from "./open-link.ts";

export type ChooseUsernameResult =
  | { kind: "mailed" }
  /** Another account uses the e-mail; the person may try a different one. */
  | { kind: "emailTaken" }
  | IdentityProofRefusal;

export interface UsernameResult {
  registrationId: string;
  validationId: string;
  /** The e-mail as typed; undefined sends the previous message again. */
  typed: string | undefined;
}

/**
 * Chooses a username when another account uses the e-mail on file, and sends a link to it. The original link stays
 * valid until the account is created, so that a mistyped e-mail can be corrected.
 */
export async function chooseUsername(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  result: UsernameResult,
): Promise<ChooseUsernameResult> {
  const { registrationId, validationId, typed } = result;
  if (linkIdOf(deps, requestContext, validationId) !== linkIdOf(deps, requestContext, registrationId))
    return { kind: "notFound" };
  const order = { id: registrationId, action: "ASKUSERNAME" } as const;
  return withOpenLink<ChooseUsernameResult>(deps, requestContext, order, async (call) => {
    const error = typed === undefined ? undefined : checkEmail(typed);
    if (error) return { kind: "malformed", fields: { validationValue: error.key } };
    const email = typed === undefined ? undefined : readEmail(typed);
    return transact(deps.database, (transaction) => chooseOnLockedLink(deps, transaction, { ...call, email }));
  });
}

async function chooseOnLockedLink(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: LinkCall & { email: TypedEmail | undefined },
): Promise<ChooseUsernameResult> {
  const { link, requestContext } = call;
  const brandId = requestContext.brand.id;
  const locked = await lockLinkForUpdate(transaction, link.id);
  if (!locked?.isActive) return { kind: "linkExpired" };
  const tooMany = { kind: "limit", roadblock: "more-than-one-profile", reason: "usernameTaken" } as const;
  const { limit } = limitRows.usernameTakenSession;
  if (locked.usernamesTaken >= limit) return tooMany;
  const before = await newestLinkOf(transaction, {
    ...link,
    action: "DEFPWD_REGISTER",
    since: link.issuedAt,
  });
  const recipient = call.email ?? before?.recipient;
  if (recipient === undefined) return { kind: "malformed", fields: { validationValue: "required" } };
  const owner = await findEmailHolder(transaction, { brandId, email: recipient.email });
  if (owner !== undefined) {
    const usernamesTaken = await incrementLinkCounter(transaction, { id: link.id, what: "usernames_taken" });
    return usernamesTaken >= limit ? tooMany : { kind: "emailTaken" };
  }
  const mails = before === undefined ? 0 : before.mails + 1;
  if (mails > limitRows.linkMailSession.limit) return { kind: "limit", roadblock: "resend-email" };
  await mailChoice(deps, transaction, { ...call, recipient, mails });
  return { kind: "mailed" };
}

/** Replaces all earlier links of this kind, such as one sent to a mistyped e-mail. */
async function mailChoice(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, link, owner, recipient, mails }: LinkCall & { recipient: TypedEmail; mails: number },
): Promise<void> {
  if (!(await countAccountMail(deps.limits, transaction, { email: recipient.email }))) return;
  const { personKey, policy, source, ubi } = link;
  const action = "DEFPWD_REGISTER";
  const linkFacts = { ...(personKey && { personKey }), ...(policy && { policy }), ...(source && { source }), ubi };
  const newLink = await replaceLink(deps, transaction, {
    requestContext,
    owner,
    mails,
    message: "link",
    facts: { ...linkFacts, action, recipient },
  });
  const call = { requestContext, link };
  const issued = { action, from: link.id, message: "sent", expiresAt: newLink.expiresAt.toISOString() };
  await deps.auditor.record(
    transaction,
    linkEvent(call, { event: "link.issued", journeyId: newLink.id, facts: issued }),
    linkEvent(call, { event: "link.answered", result: "username" }),
  );
}
