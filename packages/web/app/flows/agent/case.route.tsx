import "../../staff/staff.css";
import "./agent.css";
import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { retryAt } from "../../i18n/localize.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import { StaffPage } from "../../staff/staff-page.tsx";
import type { Route } from "./+types/case.route";
import { agentAction, agentLoader } from "./agent-page.server.ts";
import { agentPath, casePath } from "./agent-parts.tsx";
import type { CasePage, FindNotice, FindPage } from "./agent-view.ts";
import { CaseScreen } from "./case.screen.tsx";
import { performCaseAction } from "./case-action.server.ts";
import { caseView } from "./case-view.server.ts";
import { FindScreen } from "./find.screen.tsx";
import { supportDesk } from "./support-desk.server.ts";

/** Shows the case of the reference in the URL, or why it cannot be found. */
export const loader = agentLoader<FindPage | CasePage>(async ({ requestContext, session, role, shared, typed }) => {
  if (typed === "") throw redirect(agentPath);
  const notFound = (notice: FindNotice, more: Pick<FindPage, "retryAt" | "otherBrand"> = {}) => ({
    page: { kind: "find" as const, ...shared, typed: typed.slice(0, 20), notice, ...more },
    status: noticeStatus[notice],
  });
  if (!checkReference(typed)) return notFound("misread");
  const result = await supportDesk(requestContext, session).look(normaliseReference(typed));
  if (result.kind === "ok") {
    const flash = consume(session.slice, "flash");
    const supportCase = caseView(requestContext, result.data, role);
    return { page: { kind: "case", ...shared, flash, supportCase }, status: 200 };
  }
  if (isRejected(result, { status: 429 }))
    return notFound("limited", { retryAt: retryAt(requestContext, result.retryAfterSeconds) });
  if (!isRejected(result, { status: 404 })) return notFound("unavailable");
  const otherBrand = otherBrandOf(result.error.fields);
  return otherBrand === undefined ? notFound("unknown") : notFound("elsewhere", { otherBrand });
});

const noticeStatus: Readonly<Record<FindNotice, number>> = {
  misread: 400,
  unknown: 404,
  elsewhere: 404,
  limited: 429,
  unavailable: 503,
};

/** Each brand's page opens its own references only; for another brand's reference it links to that brand's page. */
function otherBrandOf({ name, portal }: Record<string, string> = {}): FindPage["otherBrand"] {
  if (name === undefined) return undefined;
  return { brand: name, ...(portal && { url: `${portal}${agentPath}` }) };
}

export const action = agentAction(async (requestContext, session, values) => {
  const reference = normaliseReference(values.reference ?? "").slice(0, 20);
  if (checkReference(reference)) {
    const flash = await performCaseAction(supportDesk(requestContext, session), reference, values);
    if (flash !== undefined) session.slice.flash = flash;
  }
  return redirect(casePath(reference), 303);
});

export const handle: ScreenHandle = { isHelp: true };

export default function CaseRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "refused" in actionData ? actionData.refused : undefined;
  return (
    <StaffPage at="agent" data={loaderData} refused={refused}>
      {(page) => (page.kind === "case" ? <CaseScreen page={page} /> : <FindScreen page={page} searched={undefined} />)}
    </StaffPage>
  );
}
