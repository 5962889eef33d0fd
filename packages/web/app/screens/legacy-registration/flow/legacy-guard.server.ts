import { type LegacyPage, legacyFlow, mayFollow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { harmlessQuery } from "../../../visit/arrival-query.rule.ts";
import { keepTypedPolicy, readTypedPolicy } from "../../../visit/typed-policy.rule.ts";
import { type LegacyMemory, type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { looksAhead } from "../../registration/flow/looks-ahead.rule.ts";
import { mayOpen } from "./legacy-address.rule.ts";

type Opened = Pick<LoaderFunctionArgs, "url" | "context" | "request">;

export interface LegacyStanding {
  visit: PortalVisit;
  legacy: LegacyMemory;
}

/** Where somebody goes for whom nothing is open; the query stays, without what a link or a gateway put there. */
export function toIdentification(url: URL): Response {
  return redirect(`${legacyFlow.IDENTIFICATION.path}${harmlessQuery(url)}`, 303);
}

/** The same for a form whose registration this browser has forgotten, which is told there. */
export function beginAgain({ session }: PortalVisit, url: URL): Response {
  session.formLost = true;
  return toIdentification(url);
}

/** The one guard of this road: an address that may not follow on the page where one stands leads to the first page. */
export function standAt({ url, context, request }: Opened, page: LegacyPage): LegacyStanding {
  const visit = context.get(visitContext);
  const { legacy, mailedLink } = visit.session;
  if (legacy === undefined || !mayOpen(page, { legacy, ...(mailedLink && { mailedLink }) }))
    throw request.method === "POST" && legacy === undefined ? beginAgain(visit, url) : toIdentification(url);
  if (!looksAhead(request)) legacy.page = page;
  return { visit, legacy };
}

/** On to what follows on a step that the API has taken: it gives the registration more time. */
export function advanceTo(standing: LegacyStanding, page: LegacyPage, more: Partial<LegacyMemory> = {}): Response {
  const { session, now } = standing.visit;
  const typed = readTypedPolicy(session.legacyStart?.typedPolicy, now);
  if (typed !== undefined) session.legacyStart = { ...session.legacyStart, typedPolicy: keepTypedPolicy(typed, now) };
  return moveTo(standing, page, { ...more, stepAt: standing.visit.now.toISOString() });
}

/** On to a page that the flow names after the one where the person stands; `more` is what it needs to be drawn. */
export function moveTo({ legacy }: LegacyStanding, page: LegacyPage, more: Partial<LegacyMemory> = {}): Response {
  if (legacy.page !== page && !mayFollow(page, legacy.page))
    throw new Error(`no way of the flow leads from ${legacy.page} to ${page}`);
  Object.assign(legacy, more, { page });
  return redirect(legacyFlow[page].path, 303);
}
