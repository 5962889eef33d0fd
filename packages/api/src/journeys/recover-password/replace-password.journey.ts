import { signsInAfterReset } from "@vestibule/contract/brand/sign-in-after-reset.rule.ts";
import { forgetFailures } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { spendLink, supersedeAccountLinks } from "../../capabilities/links/link.store.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { endRecovery, spendProof, supersedeRecoveries } from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { type Claim, isFresh, spentClaim } from "./password-claim.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";

/** `email`: what the person signs in with from now on, as they wrote it. `ticket`: where the brand signs them in at once. */
export type ReplacementEnding = { kind: "replaced"; email: string; ticket?: string } | Refusal;

interface Replacement {
  visit: Visit;
  claim: Claim;
  passwordHash: string;
}

interface Address {
  /** Normalised, and as it was typed. */
  email: string;
  typed: string;
}

/** The account's address once the password is set: a link may bring another one. */
export function addressAfter(claim: Claim): Address {
  const { account } = claim;
  const own = { email: account.email, typed: account.emailTyped };
  return claim.via === "link" && claim.link.changesEmail ? (claim.link.recipient ?? own) : own;
}

/**
 * Uses the claim up and sets the password, all in one transaction: the account active, its locks lifted, its sessions
 * ended, every other way to another password closed, and its owner told at every address on file.
 */
export async function replacePassword(
  parts: ProvingParts,
  transaction: Trx,
  replacement: Replacement,
): Promise<ReplacementEnding> {
  const { claim, passwordHash } = replacement;
  const accountId = claim.account.id;
  // Held before anything else is asked, so that whoever comes second sees what the first one did.
  const account = await parts.users.hold(transaction, accountId);
  if (account === undefined || !isFresh(parts, { claim, account })) return spentClaim(claim);
  const address = addressAfter(claim);
  const brandId = account.brandId;
  const holder = await parts.users.findByEmail(transaction, { brandId, email: address.email });
  if (holder && holder.id !== accountId) return { kind: "addressTaken" };
  if (!(await spend(transaction, claim))) return spentClaim(claim);

  await parts.users.changePassword(transaction, { accountId, passwordHash });
  if (address.email !== account.email) await moveAddress(parts, transaction, { accountId, address });
  for (const email of new Set([account.email, address.email]))
    await forgetFailures(transaction, nameKeys(parts.keys.lookupHash, { brandId, email }));
  await supersedeAccountLinks(transaction, accountId);
  await supersedeRecoveries(transaction, accountId);
  await tellOwner(parts, transaction, replacement, address);
  const journey = journeyOf(claim);
  await parts.auditor.record(transaction, {
    event: "password.reset",
    result: "ok",
    brandId,
    accountId,
    journeyId: journey.id,
    actor: "person",
    lived: livedIn(journey.kind, replacement.visit),
    facts: { how: claim.via === "proof" ? claim.recovery.how : "link", changesEmail: address.email !== account.email },
  });
  const signsIn = signsInAfterReset(replacement.visit.brand) && !account.disabled;
  if (!signsIn) return { kind: "replaced", email: address.typed };
  return { kind: "replaced", email: address.typed, ticket: await parts.users.issueTicket(transaction, { accountId }) };
}

/** A reset's own link ends its recovery; another link is a journey of its own. */
function journeyOf(claim: Claim): { kind: "recovery" | "link"; id: string } {
  if (claim.via === "proof") return { kind: "recovery", id: claim.recovery.id };
  const { id, recoveryId } = claim.link;
  return recoveryId === undefined ? { kind: "link", id } : { kind: "recovery", id: recoveryId };
}

async function spend(transaction: Trx, claim: Claim): Promise<boolean> {
  if (claim.via === "proof") return spendProof(transaction, claim.recovery.id);
  const { id, recoveryId } = claim.link;
  if (!(await spendLink(transaction, id))) return false;
  if (recoveryId !== undefined) await endRecovery(transaction, { id: recoveryId, how: "done" });
  return true;
}

async function moveAddress(parts: ProvingParts, transaction: Trx, move: { accountId: string; address: Address }) {
  const { accountId, address } = move;
  const { email, typed: emailTyped } = address;
  const changed = await parts.users.changeEmail(transaction, { accountId, email, emailTyped });
  // Taken since it was asked for a moment ago: nothing of this transaction stays.
  if (changed.kind === "emailTaken") throw new Error("the account's new address was taken meanwhile");
}

/** To the account's address and all others that the book has, in the language that the account keeps. */
async function tellOwner(
  { notifier }: ProvingParts,
  transaction: Trx,
  { visit, claim }: Replacement,
  address: Address,
): Promise<void> {
  const { account, owner } = claim;
  const common = {
    brandId: account.brandId,
    language: account.language,
    channel: "EMAIL",
    facts: { origin: visit.origin, province: account.province },
  } as const;
  const onFile = owner.rows.flatMap(({ email }) => (email === null ? [] : [email]));
  const recipients = new Set([address.email, ...onFile]);
  for (const recipient of recipients)
    await notifier.notify(transaction, { notification: "passwordChanged", recipient, ...common });
  if (address.email !== account.email)
    await notifier.notify(transaction, { notification: "emailChanged", recipient: account.email, ...common });
}
