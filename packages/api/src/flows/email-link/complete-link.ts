import type { AccountCreateBody } from "@vestibule/contract/v1/link.schema.ts";
import type { AuthenticatedResponse, AuthenticationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { accountOfRow, findRelatedAccounts } from "../../accounts/account.store.ts";
import { type AccountOrder, checkFirstPassword, createAccount } from "../../accounts/create-account.ts";
import { checkJoinPassword, completeJoin } from "../../accounts/join-account.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { findRowsOfPerson } from "../../identity/find-rows.ts";
import { identityByRow } from "../../identity/person.rule.ts";
import { consumeLink, incrementLinkCounter, revokeLink } from "../../links/link.store.ts";
import { passwordRefusal } from "../../passwords/password-check.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import {
  countLinkFact,
  type LinkCall,
  linkEvent,
  refuseMalformedFact,
  refuseWrongFact,
  rowOfLink,
  withOpenLink,
} from "./open-link.ts";
import { sendReissuedLink } from "./reissue-link.ts";

type CreateByLinkResult = ({ kind: "created" } & AuthenticatedResponse) | IdentityProofRefusal;

/**
 * Creates the account of the link's person under the e-mail it was sent to. A wrong identity fact is refused before the
 * password, after the same work; a refusal does not consume the link, and concurrent requests create one account.
 */
export async function createAccountByLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AccountCreateBody },
): Promise<CreateByLinkResult> {
  return withOpenLink<CreateByLinkResult>(deps, requestContext, { id, action: "DEFPWD_REGISTER" }, async (call) => {
    if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
    const malformed = refuseMalformedFact(deps, call, body);
    if (malformed) return malformed;
    const order = await accountOrder(deps, call, body);
    if (order === undefined) return { kind: "linkExpired" };
    const { id: linkId } = call.link;
    const auditContext = createAuditContext("link", requestContext);
    const error = await checkFirstPassword(deps, order);
    const { hashing } = deps;
    const hash = () => hashing.hash(order.password);
    const passwordHash = error ? "" : await hashing.run({ id: requestContext.clientIp }, hash);
    return countLinkFact(deps, call, (count) =>
      transact(deps.database, async (transaction): Promise<CreateByLinkResult> => {
        const wrongFact = await refuseWrongFact(deps, transaction, call, { typed: body, count });
        if (wrongFact) return wrongFact;
        if (error) return passwordRefusal(error);
        const journey = { id: linkId, auditContext };
        const created = await createAccount(deps, transaction, { ...order, passwordHash, journey });
        if (created === undefined) {
          const { brand } = requestContext;
          const { person } = order;
          const related = await findRelatedAccounts(transaction, { brandId: brand.id, rows: [person] });
          const existing = accountOfRow(related, person);
          return { kind: existing ? "linkExpired" : "emailTakenConcurrently" };
        }
        await consumeLink(transaction, linkId);
        return { kind: "created", ...created };
      }),
    );
  });
}

/** Undefined when the link has no recipient or its person is no longer in the directory. */
async function accountOrder(
  deps: Pick<IdentityProofDeps, "directory">,
  { requestContext, link, owner }: LinkCall,
  { password, terms }: AccountCreateBody,
): Promise<AccountOrder | undefined> {
  const { recipient } = link;
  const person = rowOfLink(link, owner);
  if (recipient === undefined || person === undefined) return undefined;
  const { companies } = requestContext.brand;
  // The reader of the link has proven its recipient.
  const policies = await findRowsOfPerson(deps, { companies, person: identityByRow(person, [recipient.email]) });
  return { requestContext, person, policies, contacts: [], username: recipient, password, terms };
}

type ConfirmByLinkResult = ({ kind: "signedIn" } & AuthenticatedResponse) | IdentityProofRefusal;

/**
 * Adds the link's profile to its account, given the account's password and the person's own identity fact. Wrong
 * passwords count on the link and, like any sign-in, on the account's login name.
 */
export async function confirmPasswordByLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<ConfirmByLinkResult> {
  return withOpenLink<ConfirmByLinkResult>(deps, requestContext, { id, action: "ASKPASSWORD" }, async (call) => {
    const { link, owner } = call;
    const { account } = owner;
    if (account === undefined) return { kind: "notFound" };
    if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
    const malformed = refuseMalformedFact(deps, call, body);
    if (malformed) return malformed;
    const checked = await checkJoinPassword(deps, { requestContext, account, password: body.password });
    if (checked.kind === "refused") return checked.refusal;
    return countLinkFact(deps, call, (count) =>
      transact(deps.database, async (transaction): Promise<ConfirmByLinkResult> => {
        const wrongFact = await refuseWrongFact(deps, transaction, call, { typed: body, count });
        if (wrongFact) return wrongFact;
        const joined = await completeJoin(deps, transaction, {
          requestContext,
          checked,
          account,
          policies: link.policy ? [link.policy] : [],
          journey: { id: link.id, auditContext: createAuditContext("link", requestContext) },
          countWrong: () => incrementLinkCounter(transaction, { id: link.id, what: "wrong_passwords" }),
        });
        if (joined.kind === "changed") return { kind: "linkExpired" };
        if (joined.kind === "signedIn") await consumeLink(transaction, link.id);
        if (joined.kind !== "tooManyPasswords") return joined;
        await replaceLockedLink(deps, transaction, call);
        return joined.refusal;
      }),
    );
  });
}

async function replaceLockedLink(deps: IdentityProofDeps, transaction: Trx, call: LinkCall): Promise<void> {
  await revokeLink(transaction, call.link.id);
  await deps.auditor.record(transaction, linkEvent(call, { event: "link.locked", result: "wrongPasswords" }));
  await sendReissuedLink(deps, transaction, { ...call, isStale: false, cause: "wrongPasswords" });
}
