import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { enterByPassword, loginDifficulties } from "../../capabilities/accounts/password-entry.rule.ts";
import { weighAgainst } from "../../capabilities/accounts/password-verdict.rule.ts";
import { counterState } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { countWrongPassword, watchForSpraying } from "../../capabilities/accounts/wrong-password.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { countOnLink, holdLink, spendLink, supersedeLink } from "../../capabilities/links/link.store.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseClaim } from "./claimed-fact.journey.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";
import { openLink } from "./open-link.journey.ts";
import { sendFresh } from "./renew-link.journey.ts";

export type ConfirmEnding = ({ kind: "signedIn" } & SignedIn) | LinkRefusal;

interface Confirmation extends LinkCall {
  account: Account;
  counterKeys: readonly string[];
  freshHash?: string;
}

/**
 * Adds the profile that a link was issued for to the account it names, for whoever knows that account's password and
 * the person's own fact. A wrong password counts on the link and, like any sign-in, on the account's name.
 */
export async function confirmByLink(
  parts: ProvingParts,
  visit: Visit,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<ConfirmEnding> {
  const opened = await openLink(parts, visit, { id, action: "ASKPASSWORD" });
  if (opened.kind !== "open") return opened;
  const { account } = opened.owner;
  if (account === undefined) return { kind: "gone" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const counterKeys = nameKeys(parts.keys.lookupHash, { brandId: account.brandId, email: account.email });
  const state = await counterState(parts.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);
  // Before the password: whoever does not know the person's own fact learns nothing of somebody else's password.
  const refusal = await refuseClaim(parts, opened, body);
  if (refusal) return refusal;
  const { kind, ...fresh } = await weighAgainst(parts, account, { ...body, client: visit.address });
  const confirmation = { ...opened, account, counterKeys, ...fresh };
  if (kind === "right") return transact(parts.database, (transaction) => confirm(parts, transaction, confirmation));
  const ending = await transact(parts.database, (transaction) => refuse(parts, transaction, confirmation));
  await watchForSpraying(parts);
  return ending;
}

/** The fifth wrong password, or the one that locks the account's name, ends the link; its owner gets a fresh one by mail. */
async function refuse(parts: ProvingParts, transaction: Trx, confirmation: Confirmation): Promise<ConfirmEnding> {
  const { visit, link, owner, account, counterKeys } = confirmation;
  if (!(await holdLink(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const { brandId } = link;
  const wrong = await countOnLink(transaction, { id: link.id, what: "wrong_passwords" });
  const state = await countWrongPassword(parts, transaction, { brandId, origin: visit.origin, account, counterKeys });
  const triesLeft = limitRows.passwordConfirmationSession.limit - wrong;
  // The account's own limit is drawn and may come first: only the last try shows.
  if (triesLeft > 0 && state.kind === "open") return { kind: "wrongSecret", ...(triesLeft === 1 && { triesLeft }) };
  await supersedeLink(transaction, link.id);
  await parts.auditor.record(transaction, {
    event: "link.locked",
    result: "wrongPasswords",
    brandId,
    journeyId: link.id,
    actor: "person",
    lived: livedIn("link", visit),
  });
  await sendFresh(parts, transaction, { visit, link, owner, isStale: false, cause: "wrongPasswords" });
  return loginDifficulties(state);
}

async function confirm(parts: ProvingParts, transaction: Trx, confirmation: Confirmation): Promise<ConfirmEnding> {
  const { link, account } = confirmation;
  if (!(await holdLink(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const entered = await enterByPassword(parts, transaction, confirmation);
  if (entered.kind === "changed") return { kind: "linkExpired" };
  if (entered.kind !== "signedIn") return entered;
  await spendLink(transaction, link.id);
  const added = link.policy ? await parts.users.addPolicies(transaction, account.id, [link.policy]) : 0;
  await parts.auditor.record(transaction, {
    event: "account.policiesAdded",
    result: "ok",
    brandId: link.brandId,
    accountId: account.id,
    journeyId: link.id,
    actor: "person",
    lived: livedIn("link", confirmation.visit),
    facts: { how: "link", count: added },
  });
  return entered;
}
