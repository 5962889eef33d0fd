import "../../staff/staff.css";
import "./agent.css";
import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/find.route";
import { agentAction, agentLoader } from "./agent-page.server.ts";
import { agentPath, casePath } from "./agent-parts.tsx";
import type { FindPage } from "./agent-view.ts";
import { requestViews } from "./case-view.server.ts";
import { FindScreen } from "./find.screen.tsx";
import { openJourney, searchJourneys } from "./search.server.ts";
import { supportDesk } from "./support-desk.server.ts";

export const loader = agentLoader<FindPage>(async ({ requestContext, session, role, shared, typed }) => {
  // An old URL of the case.
  if (typed !== "") throw redirect(casePath(typed));
  const listed = await supportDesk(requestContext, session).requests();
  const requests = listed.kind === "ok" ? requestViews(requestContext, listed.data.requests, role) : [];
  return { page: { kind: "find", ...shared, requests }, status: 200 };
});

export const action = agentAction(async (requestContext, session, values) => {
  if (values.act === "search") {
    // Rendered in the response to the POST, so that the search term appears in no URL.
    const { subject = "" } = values;
    const search = await searchJourneys(requestContext, session, subject);
    return data({ search, subject }, { status: searchStatus[search.kind] });
  }
  if (values.act === "open") {
    const reference = await openJourney(requestContext, session, values);
    return redirect(reference === undefined ? agentPath : casePath(reference), 303);
  }
  const typed = normaliseReference(values.reference ?? "").slice(0, 20);
  // An e-mail or a policy number in the wrong field appears in no URL either.
  if (typed !== "" && !checkReference(typed)) return data({ misread: typed }, { status: 400 });
  return redirect(typed === "" ? agentPath : casePath(typed), 303);
});

const searchStatus = { found: 200, none: 404, format: 400, limited: 429, unavailable: 503 } as const;

/** A search extends the session also where it finds nothing. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.get("act") === "search" || defaultShouldRevalidate;
}

export const handle: ScreenHandle = { isHelp: true };

export default function FindRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  const searched = actionData && "search" in actionData ? actionData : undefined;
  const misread = actionData && "misread" in actionData ? actionData.misread : undefined;
  return (
    <StaffPage at="agent" data={loaderData} refused={refused}>
      {(page) => (
        <FindScreen
          page={misread === undefined ? page : { ...page, typed: misread, notice: "misread" }}
          searched={searched}
        />
      )}
    </StaffPage>
  );
}
