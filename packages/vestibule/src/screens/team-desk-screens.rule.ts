import type { FoundEvent } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import {
  type FixtureContext,
  type FixtureResponse,
  inMinutes,
  ok,
  refusedResponse,
  type Screen,
  type ScreenFixture,
  type Screens,
} from "./fixture.rule.ts";
import { signedIn } from "./team-session.rule.ts";

type More = Partial<Pick<ScreenFixture, "query" | "form" | "calls">>;

/** A page of the role to operate, with the response of its API. */
const deskScreen =
  (
    path: string,
    response?: FixtureResponse | ((context: FixtureContext) => FixtureResponse),
    more: More = {},
  ): Screen =>
  (context) => {
    const given = typeof response === "function" ? response(context) : response;
    const { query, ...others } = more;
    const fixture = signedIn(["operate"], { path, ...(given && { response: given }), ...others })(context);
    return { ...fixture, ...(query && { query }) };
  };

const auditPath = "/team/audit";
const byReference = { by: "reference", value: "482913706" };
const auditEvent = (now: Date, minutesAgo: number, event: Partial<FoundEvent>): FoundEvent => ({
  ...{ at: inMinutes(now, -minutesAgo), event: "code.sent", result: "ok", brand: "belair", actor: "person" },
  ...{ accountId: null, journeyId: null, facts: {} },
  ...event,
});
const foundEvents = ({ now }: FixtureContext) =>
  ok({
    isCut: true,
    events: [
      auditEvent(now, 2, { event: "support.lifted", actor: "agent:lea.tremblay", facts: { limit: "codeSession" } }),
      auditEvent(now, 4, { event: "support.viewed", actor: "agent:lea.tremblay" }),
      auditEvent(now, 9, { event: "code.locked", result: "session" }),
      auditEvent(now, 12, { facts: { channel: "EMAIL" } }),
      auditEvent(now, 300, { event: "maintenance.off", actor: "operator:ada" }),
    ],
  });

export const teamDeskScreens = {
  "team-audit": deskScreen(auditPath),
  "team-audit-found": deskScreen(auditPath, foundEvents, { query: byReference }),
  "team-audit-none": deskScreen(auditPath, ok({ events: [], isCut: false }), {
    query: { by: "agent", value: "lea.tremblay", days: "1" },
  }),
  "team-audit-misread": deskScreen(auditPath, refusedResponse("invalidRequest"), { query: byReference }),
  "team-audit-unavailable": deskScreen(auditPath, refusedResponse("unavailable"), { query: byReference }),
} satisfies Screens;
