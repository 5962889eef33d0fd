import type { LetterRequest } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import type { FoundEvent } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import { type Finding, type PortalState, teamDeskEndpoints } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { type PersonRequest, teamPeopleEndpoints } from "@vestibule/contract/internal/team-people.endpoint.ts";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import {
  type FixtureContext,
  type FixtureResponse,
  inMinutes,
  okResponse,
  refusedResponse,
  type Screen,
  type Screens,
} from "./fixture.rule.ts";
import { deskScreen, type MoreOfDesk, sisterBrand } from "./team-session.rule.ts";

const auditPath = "/team/audit";
const byReference = { by: "reference", value: "482913706" };
const auditEvent = (now: Date, minutesAgo: number, event: Partial<FoundEvent>): FoundEvent => ({
  at: inMinutes(now, -minutesAgo),
  event: "code.sent",
  result: "ok",
  brand: sisterBrand.id,
  actor: "person",
  accountId: null,
  journeyId: null,
  facts: {},
  ...event,
});
const foundEvents = ({ now }: FixtureContext) =>
  okResponse({
    isCut: true,
    events: [
      auditEvent(now, 2, {
        event: "support.lifted",
        actor: "agent:lea.tremblay",
        facts: { limit: "wrongCodeIdentity" },
      }),
      auditEvent(now, 4, { event: "support.viewed", actor: "agent:lea.tremblay" }),
      auditEvent(now, 9, { event: "code.locked", result: "session" }),
      auditEvent(now, 12, { facts: { channel: "EMAIL", purpose: "registration", province: "qc", language: "fr" } }),
      auditEvent(now, 40, {
        event: "account.frozen",
        facts: { activity: "wrongPassword", activityAt: inMinutes(now, -90), browser: "chrome", system: "windows" },
      }),
      auditEvent(now, 300, { event: "maintenance.off", actor: "operator:ada" }),
    ],
  });

const peoplePath = "/team/people";
const personRequest = (now: Date, differs: Partial<PersonRequest>): PersonRequest => ({
  id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11",
  brand: sisterBrand.id,
  action: "erase",
  firstName: "Ghislaine",
  lastName: "Tremblay",
  policyNumber: "••••234",
  requestedBy: "bruno.roy",
  requestedAt: inMinutes(now, -95),
  dueAt: inMinutes(now, 1345),
  isOwn: false,
  ...differs,
});
const peopleScreen =
  (requests: readonly Partial<PersonRequest>[], more: MoreOfDesk & { find?: FixtureResponse } = {}): Screen =>
  (context) => {
    const { id, name } = context.brand;
    const { find, ...others } = more;
    const listed = requests.map((one) => personRequest(context.now, one));
    const calls = { ...(find && { [teamPeopleEndpoints.find.path]: find }), ...more.calls };
    return deskScreen(peoplePath, okResponse({ requests: listed, brands: [{ id, name }, sisterBrand] }), {
      ...others,
      calls,
    })(context);
  };
const findByPolicy = { act: "find", brand: sisterBrand.id, policyNumber: "ABC1234" };
const foundPeople = okResponse({
  brand: sisterBrand.id,
  people: [
    {
      row: "1",
      firstName: "Ghislaine",
      lastName: "Tremblay",
      role: 40,
      policyNumber: "••••234",
      hasAccount: true,
    },
    { row: "2", firstName: "Marc", lastName: "Tremblay", role: 80, policyNumber: "••••234", hasAccount: false },
  ],
});

const letter = (now: Date, differs: Partial<LetterRequest>): LetterRequest => ({
  id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b21",
  brand: sisterBrand.id,
  company: sisterBrand.id,
  policyNumber: "ABC1234",
  role: 40,
  firstName: "Ghislaine",
  lastName: "Tremblay",
  language: "fr",
  requestedAt: inMinutes(now, -900),
  ...differs,
});
const letters = ({ now }: FixtureContext) =>
  okResponse({
    letters: [
      letter(now, {}),
      letter(now, {
        id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b22",
        policyNumber: "DEF5678",
        role: 80,
        language: "en",
        firstName: "Marc",
        lastName: "Roy",
      }),
    ],
    brands: [sisterBrand],
  });
const linkRequests = ({ now }: FixtureContext) =>
  okResponse({
    requests: [
      {
        id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b31",
        brand: sisterBrand.id,
        code: "482913706",
        state: "requested",
        action: "RESETPWD_LOGIN",
        email: "g•••@c•••.example",
        mails: 1,
        texts: 1,
        requestedBy: "bruno.roy",
        isOwn: false,
        requestedAt: inMinutes(now, -60),
        dueAt: inMinutes(now, 1380),
      },
    ],
    brands: [sisterBrand],
  });
const statePath = "/team/state";
const portalState = ({ now }: FixtureContext) => {
  const state: PortalState = {
    brands: [sisterBrand],
    queues: [
      { queue: "email-code", count: 0, ageSeconds: 0 },
      { queue: "sms-code", count: 3, ageSeconds: 95 },
    ],
    limits: [{ limit: "loginClientIp", count: 4 }],
    keys: [
      { setting: "HASH_SECRETS", since: inMinutes(now, -209 * 1440) },
      { setting: "AUDIT_SECRETS", since: inMinutes(now, -12 * 1440) },
    ],
    applications: [
      {
        brand: sisterBrand.id,
        id: "claims",
        name: { en: "Claims", fr: "Réclamations" },
        answers: [
          { isGood: true, answer: "signedIn", at: inMinutes(now, -4) },
          { isGood: false, answer: "late", at: inMinutes(now, -700) },
        ],
      },
    ],
    webhooks: [
      {
        id: "crm",
        waiting: 12,
        parked: 1,
        ageSeconds: 640,
        answers: [{ isGood: false, answer: "status-503", at: inMinutes(now, -1) }],
      },
    ],
  };
  return okResponse(state);
};
const findings = ({ now }: FixtureContext): Finding[] => [
  {
    state: "fault",
    subject: operatorText("subject.mail"),
    detail: operatorText("failure.notUsable", { host: "mail.example", reason: "ECONNREFUSED" }),
  },
  {
    state: "ok",
    subject: operatorText("subject.database"),
    detail: operatorText("databaseAnswers", { version: "18.4" }),
  },
  {
    state: "ok",
    subject: operatorText("subject.texts"),
    certificateUntil: inMinutes(now, 61 * 1440),
    detail: operatorText("certificateValid", { host: "sms.example", count: 61 }),
  },
];
const checked =
  (response: (context: FixtureContext) => FixtureResponse): Screen =>
  (context) =>
    deskScreen(statePath, portalState, {
      form: { act: "check" },
      calls: { [teamDeskEndpoints.check.path]: response(context) },
    })(context);

export const teamDeskScreens = {
  "team-audit": deskScreen(auditPath),
  "team-audit-found": deskScreen(auditPath, foundEvents, { query: byReference }),
  "team-audit-none": deskScreen(auditPath, okResponse({ events: [], isCut: false }), {
    query: { by: "agent", value: "lea.tremblay", days: "1" },
  }),
  "team-audit-misread": deskScreen(auditPath, refusedResponse("invalidRequest"), { query: byReference }),
  "team-audit-unavailable": deskScreen(auditPath, refusedResponse("unavailable"), { query: byReference }),
  "team-people": peopleScreen([]),
  "team-people-waiting": peopleScreen([
    {},
    {
      id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b12",
      action: "export",
      firstName: "Marc",
      requestedBy: "amelie",
      isOwn: true,
    },
    {
      id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b13",
      action: "export",
      firstName: "Paul",
      lastName: "Roy",
      approvedBy: "amelie",
    },
  ]),
  "team-people-found": peopleScreen([], { find: foundPeople, form: findByPolicy }),
  "team-people-unknown": peopleScreen([], { find: refusedResponse("notFound"), form: findByPolicy }),
  "team-people-erased": peopleScreen([], {
    form: { act: "approve", id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11" },
    calls: {
      "/internal/v1/team/people/requests/6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b11/approve": okResponse({
        erased: { brand: sisterBrand.id, deletes: { account: 1, events: 4 }, keeps: [] },
      }),
    },
  }),
  "team-letters": deskScreen("/team/letters", letters),
  "team-letters-none": deskScreen("/team/letters", okResponse({ letters: [], brands: [sisterBrand] })),
  "team-letters-marked": deskScreen("/team/letters", okResponse({ letters: [], brands: [sisterBrand] }), {
    form: { act: "printed", id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b21" },
    calls: { "/internal/v1/team/letters/6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b21/printed": { status: 204, body: {} } },
  }),
  "team-letters-ended": deskScreen("/team/letters", okResponse({ letters: [], brands: [sisterBrand] }), {
    form: { act: "printed", id: "6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b21" },
    calls: {
      "/internal/v1/team/letters/6f1e5d0a-6a3c-4d8e-9b53-0c5d0e7a1b21/printed": refusedResponse("notFound"),
    },
  }),
  "team-letters-unavailable": deskScreen("/team/letters", refusedResponse("unavailable")),
  "team-link-requests": deskScreen("/team/link-requests", linkRequests),
  "team-link-requests-unavailable": deskScreen("/team/link-requests", refusedResponse("unavailable")),
  "team-state": deskScreen(statePath, portalState),
  "team-state-checked": checked((context) => okResponse({ findings: findings(context) })),
  "team-state-well": checked((context) =>
    okResponse({ findings: findings(context).filter(({ state }) => state === "ok") }),
  ),
  "team-state-slow": checked(() => refusedResponse("unavailable")),
  "team-state-unavailable": deskScreen(statePath, refusedResponse("unavailable")),
  "team-people-unavailable": deskScreen(peoplePath, refusedResponse("unavailable")),
} satisfies Screens;
