import { type LegacyPage, legacyFlow, mayFollow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { harmlessQuery } from "../../../visit/entry-query.rule.ts";
import { type LegacyMemory, type PortalRequestContext, visitContext } from "../../../visit/request-context.ts";
import { keepTypedPolicy, readTypedPolicy } from "../../../visit/typed-policy.rule.ts";
import { isPrefetch } from "../../registration/flow/is-prefetch.rule.ts";
import { canOpenPage } from "./legacy-address.rule.ts";

type Opened = Pick<LoaderFunctionArgs, "url" | "context" | "request">;

export interface LegacyPosition {
  requestContext: PortalRequestContext;
  legacy: LegacyMemory;
}

/** Where somebody goes for whom nothing is open; the query stays, without what a link or a gateway put there. */
export function toIdentification(url: URL): Response {
  return redirect(`${legacyFlow.IDENTIFICATION.path}${harmlessQuery(url)}`, 303);
}

/** The same for a form whose registration this browser has forgotten, which is told there. */
export function beginAgain({ session }: PortalRequestContext, url: URL): Response {
  session.formLost = true;
  return toIdentification(url);
}

/** The one guard of this road: an address that may not follow on the page where one stands leads to the first page. */
export function redirectToCurrentPage({ url, context, request }: Opened, page: LegacyPage): LegacyPosition {
  const requestContext = context.get(visitContext);
  const { legacy, mailedLink } = requestContext.session;
  if (legacy === undefined || !canOpenPage(page, { legacy, ...(mailedLink && { mailedLink }) }))
    throw request.method === "POST" && legacy === undefined ? beginAgain(requestContext, url) : toIdentification(url);
  if (!isPrefetch(request)) legacy.page = page;
  return { requestContext, legacy };
}

/** On to what follows on a step that the API has taken: it gives the registration more time. */
export function advanceToPage(standing: LegacyPosition, page: LegacyPage, more: Partial<LegacyMemory> = {}): Response {
  const { session, now } = standing.requestContext;
  const typed = readTypedPolicy(session.legacyStart?.typedPolicy, now);
  if (typed !== undefined) session.legacyStart = { ...session.legacyStart, typedPolicy: keepTypedPolicy(typed, now) };
  return transitionTo(standing, page, { ...more, stepAt: standing.requestContext.now.toISOString() });
}

/** On to a page that the flow names after the one where the person stands; `more` is what it needs to be drawn. */
export function transitionTo({ legacy }: LegacyPosition, page: LegacyPage, more: Partial<LegacyMemory> = {}): Response {
  if (legacy.page !== page && !mayFollow(page, legacy.page))
    throw new Error(`no way of the flow leads from ${legacy.page} to ${page}`);
  Object.assign(legacy, more, { page });
  return redirect(legacyFlow[page].path, 303);
}
