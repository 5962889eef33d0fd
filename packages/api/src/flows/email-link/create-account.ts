import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { NewAccount } from "../../accounts/account-store.port.ts";
import { newAccountOf, welcomeNotice } from "../../accounts/new-account.rule.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { consumeLink, lockLinkForUpdate } from "../../links/link.store.ts";
import { checkPasswordForAccount } from "../../passwords/password-check.rule.ts";
import { passwordRefusal } from "../../passwords/password-refusal.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { checkIdentityFact } from "./check-identity-fact.ts";
import type { LinkCall, LinkRefusal } from "./follow-link.port.ts";
import { openLink } from "./open-link.ts";

export type CreateByLinkResult = ({ kind: "created" } & SignedIn) | LinkRefusal;
type Creation = LinkCall & Pick<AccountCreateBody, "terms"> & { passwordHash: string };

/**
 * Creates the account of the link's person under the e-mail it was sent to. Checks the link, the body, the identity
 * fact, then the password rules; a refusal does not consume the link, and concurrent requests create one account.
 */
export async function createAccountByLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<CreateByLinkResult> {
  const opened = await openLink(deps, requestContext, { id, action: "DEFPWD_REGISTER" });
  if (opened.kind !== "open") return opened;
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const refusal = (await checkIdentityFact(deps, opened, body)) ?? (await refusePassword(deps, opened, body.password));
  if (refusal) return refusal;
  const passwordHash = await deps.hashing.hash(body.password, requestContext.clientIp);
  return transact(deps.database, (transaction) =>
    create(deps, transaction, { ...opened, passwordHash, terms: body.terms }),
  );
}

async function refusePassword(
  deps: IdentityProofDeps,
  { requestContext, link }: LinkCall,
  password: string,
): Promise<LinkRefusal | undefined> {
  const { passwordPolicy: policy } = requestContext.brand;
  const email = link.recipient?.email ?? "";
  const fault = await checkPasswordForAccount(deps, {
    password,
    email,
    policy,
    previousHashes: [],
    clientIp: requestContext.clientIp,
  });
  return fault && passwordRefusal(fault);
}

async function create(deps: IdentityProofDeps, transaction: Trx, call: Creation): Promise<CreateByLinkResult> {
  const { link, owner } = call;
  // Locked first, so that a concurrent request on the same link sees this one's result.
  if (!(await lockLinkForUpdate(transaction, link.id))?.isLive) return { kind: "linkExpired" };
  const account = accountOf(call);
  if (account === undefined) return { kind: "linkExpired" };
  const creation = await deps.accountStore.create(transaction, account);
  if (creation.kind === "emailTaken") return { kind: "addressTaken" };
  // The account was created through another link or flow in the meantime.
  if (creation.kind === "personHasAccount") return { kind: "linkExpired" };
  await consumeLink(transaction, link.id);
  await deps.directory.spendPins(
    transaction,
    owner.rows.map((row) => row.id),
  );
  const ticket = await deps.accountStore.issueTicket(transaction, { accountId: creation.accountId });
  await tellOwner(deps, transaction, { ...call, account, accountId: creation.accountId });
  return { kind: "created", email: account.emailAsTyped, ticket };
}

function accountOf({ requestContext, link, owner, passwordHash, terms }: Creation): NewAccount | undefined {
  const { recipient, policy } = link;
  const named = owner.rows.find((row) => row.policyNumber === policy?.policyNumber && row.role === policy.role);
  const person = named ?? owner.rows[0];
  if (recipient === undefined || person === undefined) return undefined;
  const username = { email: recipient.email, emailAsTyped: recipient.typed };
  return newAccountOf({ requestContext, person, policies: owner.rows, username, passwordHash, terms });
}

async function tellOwner(
  { notifier, auditor }: IdentityProofDeps,
  transaction: Trx,
  { requestContext, link, account, accountId }: LinkCall & { account: NewAccount; accountId: string },
): Promise<void> {
  await notifier.notify(transaction, welcomeNotice(requestContext, account));
  await auditor.record(transaction, {
    event: "account.created",
    result: "ok",
    brandId: link.brandId,
    accountId,
    journeyId: link.id,
    actor: "person",
    auditContext: createAuditContext("link", requestContext),
    facts: { how: "link", policies: account.policies.length },
  });
}
