import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import type { RequestContext } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { deleteLink, lockLinkForUpdate } from "../../links/link.store.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { linkEvent, refuseMalformedFact, refuseWrongFact } from "./open-link.ts";
import { linkOf } from "./read-link.ts";

/**
 * Deletes an active link if the caller knows its identity fact, since mail scanners and recipients of a forwarded mail
 * have the token too. The result is the same whether or not a link was deleted.
 */
export async function removeLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { token, facts }: { token: string; facts: TypedFacts | undefined },
): Promise<{ kind: "removed" } | RetryLater> {
  const counted = await deps.limits.consume(deps.database, { limit: "linkClientIp", subject: requestContext.clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  if (facts === undefined) return { kind: "removed" };
  const link = await linkOf(deps, requestContext, token);
  if (link === undefined) return { kind: "removed" };
  const state = await linkState(deps, { brand: requestContext.brand, link });
  if (state.kind === "ended") return { kind: "removed" };
  const call = { requestContext, link, owner: state.owner };
  if (refuseMalformedFact(deps, call, facts)) return { kind: "removed" };
  await transact(deps.database, async (transaction) => {
    if (!(await lockLinkForUpdate(transaction, link.id))?.isActive) return;
    if (await refuseWrongFact(deps, transaction, call, facts)) return;
    if (!(await deleteLink(transaction, link.id))) return;
    const { accountId, action } = link;
    const event = { event: "link.deleted", ...(accountId && { accountId }), facts: { action } } as const;
    await deps.auditor.record(transaction, linkEvent(call, event));
  });
  return { kind: "removed" };
}
