import type { AuthenticationBody, SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { prepareJoin } from "../../accounts/join-account.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { consumeLink, incrementLinkCounter, lockLinkForUpdate, revokeLink } from "../../links/link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { refundOnOutage } from "../../verification/refund-on-outage.ts";
import { type LinkCall, linkEvent, openLink, refuseMalformedFact, refuseWrongFact } from "./open-link.ts";
import { sendReissuedLink } from "./reissue-link.ts";

export type ConfirmByLinkResult = ({ kind: "signedIn" } & SignedIn) | IdentityProofRefusal;

/**
 * Adds the link's profile to its account, given the account's password and the person's own identity fact. Wrong
 * passwords count on the link and, like any sign-in, on the account's login name.
 */
export async function confirmPasswordByLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: AuthenticationBody },
): Promise<ConfirmByLinkResult> {
  const opened = await openLink(deps, requestContext, { id, action: "ASKPASSWORD" });
  if (opened.kind !== "open") return opened;
  const { link, owner } = opened;
  if (owner.account === undefined) return { kind: "notFound" };
  if (body.password === "") return { kind: "malformed", fields: { password: "required" } };
  const malformed = refuseMalformedFact(deps, opened, body);
  if (malformed) return malformed;
  const order = { requestContext, account: owner.account, password: body.password };
  const prepared = await refundOnOutage(deps, opened.counted, () => prepareJoin(deps, order));
  if (prepared.kind === "refused") return prepared.refusal;
  return transact(deps.database, async (transaction): Promise<ConfirmByLinkResult> => {
    if (!(await lockLinkForUpdate(transaction, link.id))?.isActive) return { kind: "linkExpired" };
    const wrongFact = await refuseWrongFact(deps, transaction, opened, body);
    if (wrongFact) return wrongFact;
    const joined = await prepared.join(transaction, {
      policies: link.policy ? [link.policy] : [],
      journey: { id: link.id, auditContext: createAuditContext("link", requestContext) },
      countWrong: () => incrementLinkCounter(transaction, { id: link.id, what: "wrong_passwords" }),
    });
    if (joined.kind === "changed") return { kind: "linkExpired" };
    if (joined.kind === "signedIn") await consumeLink(transaction, link.id);
    if (joined.kind !== "tooManyPasswords") return joined;
    await replaceLockedLink(deps, transaction, opened);
    return joined.refusal;
  });
}

async function replaceLockedLink(deps: IdentityProofDeps, transaction: Trx, call: LinkCall): Promise<void> {
  await revokeLink(transaction, call.link.id);
  await deps.auditor.record(transaction, linkEvent(call, { event: "link.locked", result: "wrongPasswords" }));
  await sendReissuedLink(deps, transaction, { ...call, isStale: false, cause: "wrongPasswords" });
}
