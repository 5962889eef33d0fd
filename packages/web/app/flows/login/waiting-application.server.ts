import {
  readWaitingApplications,
  waitingApplicationsName,
} from "@vestibule/contract/cookies/waiting-application.rule.ts";
import { redirect } from "react-router";
import { parseEntryQuery } from "../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { interactionSlice } from "../../shared-slices/login-slices.server.ts";

/** The interaction in a URL's query, if its application still waits at this browser. */
export function interactionOf({ cookies }: PortalRequestContext, url: URL): string | undefined {
  const { interaction } = parseEntryQuery(url);
  return interaction !== undefined && Object.hasOwn(applicationsAt(cookies), interaction) ? interaction : undefined;
}

/** Keeps an interaction for the flows that begin at its login page, or forgets the one before. */
export function keepInteraction(session: PortalRequestContext["session"], interaction: string | undefined): void {
  if (interaction === undefined) session.delete(interactionSlice);
  else session.set(interactionSlice, interaction);
}

/**
 * Reads which application a login page belongs to. Each page has that in its own URL, so that two tabs do not mix;
 * the session keeps the latest for the flows that begin at the page. A page that is opened without one forgets it,
 * unless the person returns from another page of the portal: that redirects to the page of their application.
 */
export function readWaitingApplication(requestContext: PortalRequestContext, { request, url }: LoginPageRequest) {
  const { session, cookies, language } = requestContext;
  const interaction = interactionOf(requestContext, url);
  const kept = session.get(interactionSlice);
  const applications = applicationsAt(cookies);
  if (interaction === undefined && kept !== undefined && Object.hasOwn(applications, kept))
    if (returnsFromPortal(requestContext, request)) throw redirect(loginPath(kept, url), 303);
  keepInteraction(session, interaction);
  return interaction === undefined ? undefined : { interaction, name: applications[interaction]?.[language] };
}

interface LoginPageRequest {
  request: Request;
  url: URL;
}

/** Path of the login page that continues an interaction, or of one without. */
export function loginPath(interaction: string | undefined, { searchParams }: Pick<URL, "searchParams">): string {
  const query = new URLSearchParams();
  if (interaction !== undefined) query.set("interaction", interaction);
  const language = searchParams.get("language");
  if (language !== null) query.set("language", language);
  return query.size === 0 ? "/" : `/?${query}`;
}

/** Whether the person comes from a page of the portal other than the login page, which may have no interaction. */
function returnsFromPortal({ origin }: PortalRequestContext, request: Request): boolean {
  const page = URL.parse(request.headers.get("referer") ?? "");
  return page?.origin === origin && page.pathname !== "/";
}

function applicationsAt(cookies: PortalRequestContext["cookies"]) {
  return readWaitingApplications(cookies.readSigned(waitingApplicationsName));
}
