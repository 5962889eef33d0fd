import type { FoundEvent } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import { type PersonRequest, teamPeopleEndpoints } from "@vestibule/contract/internal/team-people.endpoint.ts";
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
import { signedIn, sisterBrand } from "./team-session.rule.ts";

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

const peoplePath = "/team/people";
const personRequest = (now: Date, differs: Partial<PersonRequest>): PersonRequest => ({
  ...{ id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11", brand: "belair", action: "erase" },
  ...{ firstName: "Ghislaine", lastName: "Tremblay", policyNumber: "••••234", requestedBy: "bruno.roy" },
  ...{ requestedAt: inMinutes(now, -95), dueAt: inMinutes(now, 1345), isOwn: false },
  ...differs,
});
const peopleScreen =
  (requests: readonly Partial<PersonRequest>[], more: More & { find?: FixtureResponse } = {}): Screen =>
  (context) => {
    const { id, name } = context.brand;
    const { find, ...others } = more;
    const listed = requests.map((one) => personRequest(context.now, one));
    const calls = { ...(find && { [teamPeopleEndpoints.find.path]: find }), ...more.calls };
    return deskScreen(peoplePath, ok({ requests: listed, brands: [{ id, name }, sisterBrand] }), { ...others, calls })(
      context,
    );
  };
const findByPolicy = { act: "find", brand: "belair", policyNumber: "ABC1234" };
const foundPeople = ok({
  brand: "belair",
  people: [
    {
      ...{ row: "1", firstName: "Ghislaine", lastName: "Tremblay", role: 40 },
      policyNumber: "••••234",
      hasAccount: true,
    },
    { ...{ row: "2", firstName: "Marc", lastName: "Tremblay", role: 80 }, policyNumber: "••••234", hasAccount: false },
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
  "team-people": peopleScreen([]),
  "team-people-waiting": peopleScreen([
    {},
    {
      id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b12",
      ...{ action: "export", firstName: "Marc", requestedBy: "amelie", isOwn: true },
    },
    {
      id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b13",
      ...{ action: "export", firstName: "Paul", lastName: "Roy", approvedBy: "amelie" },
    },
  ]),
  "team-people-found": peopleScreen([], { find: foundPeople, form: findByPolicy }),
  "team-people-unknown": peopleScreen([], { find: refusedResponse("notFound"), form: findByPolicy }),
  "team-people-erased": peopleScreen([], {
    form: { act: "approve", id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11" },
    calls: {
      "/internal/v1/team/people/requests/6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11/approve": ok({
        erased: { brand: "belair", deletes: { account: 1, events: 4 }, keeps: [] },
      }),
    },
  }),
  "team-people-unavailable": deskScreen(peoplePath, refusedResponse("unavailable")),
} satisfies Screens;
