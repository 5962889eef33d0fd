import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LinkResponse, LiveLink, TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import { createOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { RequestContext } from "../../deps.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import { deleteLink, findLink, type Link } from "../../links/link.store.ts";
import { factOfLink, type LinkOwner } from "../../links/link-owner.rule.ts";
import { linkState } from "../../links/link-state.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { addJourneyToReferences } from "../../references/support-reference.store.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { countLinkFact, linkEvent, refuseMalformedFact, refuseWrongFact } from "./open-link.ts";

type ReadLinkResult =
  | { kind: "found"; response: LinkResponse }
  /** Not found, purged, of another brand, or with an unknown source. */
  | { kind: "notFound" }
  | RetryLater;

/** Returns what a link leads to. Reading does not consume it. */
export async function readLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { token, source }: { token: string; source: string | undefined },
): Promise<ReadLinkResult> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  if (source !== undefined && !isOneOf(linkSources, source)) return { kind: "notFound" };
  const link = await findLinkByToken(deps, requestContext, token);
  if (link === undefined) return { kind: "notFound" };
  await addJourneyToReferences(deps.database, {
    session: { brandId: requestContext.brand.id, browserSessionId: requestContext.browserSessionId },
    journey: { kind: "link", id: link.id },
  });
  const state = await linkState(deps, { brand: requestContext.brand, link });
  if (state.kind === "ended") return { kind: "found", response: { action: "TOKEN_EXPIRED" } };
  return { kind: "found", response: liveLink(deps, link, state.owner) };
}

export async function findLinkByToken(
  deps: Pick<IdentityProofDeps, "keys" | "database">,
  { brand }: Pick<RequestContext, "brand">,
  token: string,
): Promise<Link | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  return findLink(deps, deps.database, { token, brandId: brand.id });
}

function liveLink({ keys }: IdentityProofDeps, link: Link, owner: LinkOwner): LiveLink {
  const handle = () => createOpaqueId(keys.secretHash, { purpose: "link", brandId: link.brandId, accountId: link.id });
  const recipient = link.action === "ASKPASSWORD" ? owner.account?.email : link.recipient?.email;
  const email = recipient ?? owner.account?.email;
  const maskedValue = email === undefined ? undefined : maskEmail(email);
  const question = {
    ASKUSERNAME: [{ id: handle(), method: "ASKUSERNAME" }],
    ASKPASSWORD: [{ id: handle(), method: "ASKPASSWORD", ...(maskedValue && { maskedValue }) }],
    DEFPWD_REGISTER: [],
    RESETPWD_LOGIN: [],
  }[link.action];
  return {
    action: link.action,
    id: handle(),
    ...(maskedValue && { email: maskedValue }),
    twoFactorValidations: question,
    ubiMatchPH: owner.isHouseholdAccount ?? false,
    startDate: link.issuedAt.toISOString(),
    endDate: link.expiresAt.toISOString(),
    identityFact: factOfLink(link, owner),
  };
}

/**
 * Deletes an active link if the caller knows its identity fact, since mail scanners and recipients of a forwarded mail
 * have the token too. The result is the same whether or not a link was deleted.
 */
export async function removeLink(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { token, facts }: { token: string; facts: TypedFacts | undefined },
): Promise<{ kind: "removed" } | RetryLater> {
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  if (facts === undefined) return { kind: "removed" };
  const link = await findLinkByToken(deps, requestContext, token);
  if (link === undefined) return { kind: "removed" };
  const state = await linkState(deps, { brand: requestContext.brand, link });
  if (state.kind === "ended") return { kind: "removed" };
  const call = { requestContext, link, owner: state.owner };
  if (refuseMalformedFact(deps, call, facts)) return { kind: "removed" };
  await countLinkFact(deps, call, (count) =>
    transact(deps.database, async (transaction) => {
      if (await refuseWrongFact(deps, transaction, call, { typed: facts, count })) return;
      if (!(await deleteLink(transaction, link.id))) return;
      const { accountId, action } = link;
      const event = { event: "link.deleted", ...(accountId && { accountId }), facts: { action } } as const;
      await deps.auditor.record(transaction, linkEvent(call, event));
    }),
  );
  return { kind: "removed" };
}
