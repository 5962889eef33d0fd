import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { newAccountOf, welcomeNotice } from "../../capabilities/accounts/new-account.rule.ts";
import type { NewAccount } from "../../capabilities/accounts/user-registry.port.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { holdLink, spendLink } from "../../capabilities/links/link.store.ts";
import { checkPasswordForAccount } from "../../capabilities/passwords/password-check.rule.ts";
import { passwordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseClaim } from "./claimed-fact.journey.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";
import { openLink } from "./open-link.journey.ts";

export type CreateEnding = ({ kind: "created" } & SignedIn) | LinkRefusal;
type Creation = LinkCall & Pick<AccountCreateBody, "terms"> & { passwordHash: string };

/**
 * Makes the account of the person that a link was issued for, under the address it went to. In this order: the link,
 * the body, the identity fact, the password's rules; what is refused uses nothing up. Of several at once one is made.
 */
export async function createByLink(
  parts: ProvingParts,
  visit: Visit,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<CreateEnding> {
  const opened = await openLink(parts, visit, { id, action: "DEFPWD_REGISTER" });
  if (opened.kind !== "open") return opened;
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal = (await refuseClaim(parts, opened, body)) ?? (await refusePassword(parts, opened, body.password));
  if (refusal) return refusal;
  const passwordHash = await parts.hashing.hash(body.password, visit.address);
  return transact(parts.database, (transaction) =>
    create(parts, transaction, { ...opened, passwordHash, terms: body.terms }),
  );
}

async function refusePassword(
  parts: ProvingParts,
  { visit, link }: LinkCall,
  password: string,
): Promise<LinkRefusal | undefined> {
  const { passwordPolicy: policy } = visit.brand;
  const email = link.recipient?.email ?? "";
  const fault = await checkPasswordForAccount(parts, {
    password,
    email,
    policy,
    previousHashes: [],
    clientIp: visit.address,
  });
  return fault && passwordRefusal(fault);
}

async function create(parts: ProvingParts, transaction: Trx, call: Creation): Promise<CreateEnding> {
  const { link, owner } = call;
  // Held first: whoever comes second on the same link sees what the first one did.
  if (!(await holdLink(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const account = accountOf(call);
  if (account === undefined) return { kind: "linkExpired" };
  const creation = await parts.users.create(transaction, account);
  if (creation.kind === "emailTaken") return { kind: "addressTaken" };
  // By another link of the same person, or by another way: this one has become worthless.
  if (creation.kind === "personHasAccount") return { kind: "linkExpired" };
  await spendLink(transaction, link.id);
  await parts.directory.spendPins(
    transaction,
    owner.rows.map((row) => row.id),
  );
  const ticket = await parts.users.issueTicket(transaction, { accountId: creation.accountId });
  await tellOwner(parts, transaction, { ...call, account, accountId: creation.accountId });
  return { kind: "created", email: account.emailTyped, ticket };
}

function accountOf({ visit, link, owner, passwordHash, terms }: Creation): NewAccount | undefined {
  const { recipient, policy } = link;
  const named = owner.rows.find((row) => row.policyNumber === policy?.policyNumber && row.role === policy.role);
  const person = named ?? owner.rows[0];
  if (recipient === undefined || person === undefined) return undefined;
  const username = { email: recipient.email, emailTyped: recipient.typed };
  return newAccountOf({ visit, person, policies: owner.rows, username, passwordHash, terms });
}

async function tellOwner(
  { notifier, auditor }: ProvingParts,
  transaction: Trx,
  { visit, link, account, accountId }: LinkCall & { account: NewAccount; accountId: string },
): Promise<void> {
  await notifier.notify(transaction, welcomeNotice(visit, account));
  await auditor.record(transaction, {
    event: "account.created",
    result: "ok",
    brandId: link.brandId,
    accountId,
    journeyId: link.id,
    actor: "person",
    lived: livedIn("link", visit),
    facts: { how: "link", policies: account.policies.length },
  });
}
