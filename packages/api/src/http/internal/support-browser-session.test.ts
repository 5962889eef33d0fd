import { randomBytes } from "node:crypto";
import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { describe, expect, test } from "vitest";
import { linkCaller, linkClients, orderFor, orderLink } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { newHolder, Recoverer } from "../../../../../test/recovery.ts";
import {
  codeSentTo,
  guessUntilLocked,
  newPerson,
  otherThan,
  type TestPerson,
  Visitor,
} from "../../../../../test/registration.ts";
import {
  browserSessionHeaders,
  dataAbout,
  expectNothingPersonal,
  supportDeskOf,
} from "../../../../../test/support-desk.ts";

const testApi = await openTestApi();

const newBrowserSession = () => browserSessionHeaders(randomBytes(16).toString("base64url"));
type BrowserSessionHeaders = ReturnType<typeof newBrowserSession>;
const referenceIn = (browserSession: BrowserSessionHeaders, body = {}) =>
  supportDeskOf(testApi).reference({ page: "/", ...body }, browserSession);
const caseOf = (code: string) => supportDeskOf(testApi).caseOf(code);
const eventsIn = async (code: string) => (await caseOf(code)).steps.map(({ event, mismatch }) => [event, mismatch]);

/** What a person does in one browser session, and the step that an agent sees of it. */
const browserSessionCases: {
  kind: string;
  live: (person: TestPerson & { accountEmail: string }, browserSession: BrowserSessionHeaders) => Promise<unknown>;
  step: string | undefined;
}[] = [
  {
    kind: "registration",
    live: (person, browserSession) => new Visitor(testApi.apis, browserSession).toCode(person, { option: "SMS" }),
    step: "code.sent",
  },
  {
    kind: "policyNumberRegistration",
    live: async (person, browserSession) => {
      const registrant = new Registrant(testApi, browserSession);
      await registrant.found(person);
      await registrant.validate(registrant.methodId("SMS"));
    },
    step: "code.sent",
  },
  {
    kind: "recovery",
    live: async ({ accountEmail }, browserSession) => {
      const recoverer = new Recoverer(testApi);
      Object.assign(recoverer.caller, browserSession);
      await recoverer.startReset(accountEmail);
    },
    step: "recovery.started",
  },
  {
    kind: "link",
    live: async (person, browserSession) => {
      const { api, links } = linkClients(testApi);
      const { json } = await orderLink(api, orderFor(person, { action: "RESETPWD_LOGIN" }));
      await links.read({ ...linkCaller, ...browserSession }, json.token);
    },
    step: "link.issued",
  },
  {
    kind: "signIn",
    live: ({ accountEmail }, browserSession) => findIn(browserSession, accountEmail),
    step: undefined,
  },
];

function findIn(browserSession: BrowserSessionHeaders, email: string) {
  const [api] = testApi.apis;
  const settings = { baseUrl: "http://localhost", fetch: (request: Request) => api.fetch(request) };
  return createClient(accountEndpoints, settings).find({ ...linkCaller, ...browserSession }, { email });
}

describe.each(browserSessionCases)(
  "a reference from the browser session of a $kind journey",
  ({ kind, live, step }) => {
    const createAccount = async () => {
      const person = kind.endsWith("egistration") ? await newPerson(testApi) : await newHolder(testApi);
      return { accountEmail: "", ...person };
    };

    test("made before the journey started shows it", async () => {
      const person = await createAccount();
      const browserSession = newBrowserSession();
      const code = await referenceIn(browserSession);
      await live(person, browserSession);
      const supportCase = await caseOf(code);
      expect(supportCase.journey?.kind).toBe(kind);
      expect(supportCase.account).toBe(kind.endsWith("egistration") ? "none" : "active");
      if (step) expect(supportCase.steps.map(({ event }) => event)).toContain(step);
      expectNothingPersonal(supportCase, dataAbout(person));
    });

    test("made after the journey shows it, except a sign-in or a link, which leaves no step", async () => {
      const person = await createAccount();
      const browserSession = newBrowserSession();
      await live(person, browserSession);
      const supportCase = await caseOf(await referenceIn(browserSession));
      expect(supportCase.journey?.kind).toBe(kind === "signIn" || kind === "link" ? undefined : kind);
    });

    test("from another browser does not show it", async () => {
      const code = await referenceIn(newBrowserSession());
      await live(await createAccount(), newBrowserSession());
      expect((await caseOf(code)).journey).toBeUndefined();
    });
  },
);

describe("a browser session with several journeys", () => {
  test("shows the newest journey, with the steps of all", async () => {
    const person = await newPerson(testApi);
    const browserSession = newBrowserSession();
    const visitor = await new Visitor(testApi.apis, browserSession).start("policyHolder");
    const code = await referenceIn(browserSession, { journey: visitor.claims().sid });
    expect((await caseOf(code)).journey).toMatchObject({ kind: "registration", state: "open" });
    await new Registrant(testApi, browserSession).found(person);
    const supportCase = await caseOf(code);
    expect(supportCase.journey).toMatchObject({ kind: "policyNumberRegistration", state: "open" });
    expect(supportCase.account).toBe("none");
    expect(supportCase.steps.map(({ event }) => event)).toEqual([
      "registration.started",
      "registration.stepped",
      "registration.identified",
    ]);
  });

  test("shows the journey that the reference was made in while no later one exists", async () => {
    const person = await newPerson(testApi);
    const browserSession = newBrowserSession();
    await new Registrant(testApi, browserSession).found(person);
    const handle = await new Recoverer(testApi).startReset((await newHolder(testApi)).accountEmail);
    expect((await caseOf(await referenceIn(browserSession, { handle }))).journey?.kind).toBe("recovery");
  });

  test("does not show a journey of another day", async () => {
    const browserSession = newBrowserSession();
    const code = await referenceIn(browserSession);
    await testApi.moveClock(25 * 3600);
    await new Registrant(testApi, browserSession).found(await newPerson(testApi));
    expect((await caseOf(code)).journey).toBeUndefined();
    await testApi.moveClock(-25 * 3600);
  });
});

describe("a policy number that was not matched", () => {
  test("shows which fact did not match, before any person was found", async () => {
    const person = await newPerson(testApi);
    const browserSession = newBrowserSession();
    const code = await referenceIn(browserSession);
    const registrant = new Registrant(testApi, browserSession);
    await registrant.find(person, { postalCode: "G1R 4S9" });
    await registrant.find(person, { dateOfBirth: "1971-05-17" });
    await registrant.find(person, { policyNumber: "ZZZ9998" });
    expect(await eventsIn(code)).toEqual([
      ["registration.notFound", "postalCode"],
      ["registration.notFound", "dateOfBirth"],
      ["registration.notFound", "policy"],
    ]);
    expectNothingPersonal(await caseOf(code), dataAbout(person, ["G1R4S9", "ZZZ9998"]));
  });

  test("stays on the timeline of the registration that follows it", async () => {
    const person = await newPerson(testApi);
    const browserSession = newBrowserSession();
    const registrant = new Registrant(testApi, browserSession);
    await registrant.find(person, { postalCode: "G1R 4S9" });
    await registrant.found(person);
    expect(await eventsIn(await referenceIn(browserSession, { handle: registrant.id }))).toEqual([
      ["registration.notFound", "postalCode"],
      ["registration.identified", undefined],
    ]);
  });

  test("shows the lockout that too many mismatches cause", async () => {
    const person = await newPerson(testApi);
    const browserSession = newBrowserSession();
    const code = await referenceIn(browserSession);
    const registrant = new Registrant(testApi, browserSession);
    for (let turn = 0; turn < 3; turn++) await registrant.find(person, { postalCode: "G1R 4S9" });
    await registrant.find(person);
    expect((await eventsIn(code)).at(-1)).toEqual(["registration.unidentified", undefined]);
  });
});

describe("a person who reached the daily limit of wrong codes", () => {
  test.each([
    [
      "by policy number",
      (person: TestPerson, browserSession: BrowserSessionHeaders) =>
        new Registrant(testApi, browserSession).find(person),
    ],
    [
      "by e-mail",
      async (person: TestPerson, browserSession: BrowserSessionHeaders) => {
        const visitor = await new Visitor(testApi.apis, browserSession).start("policyHolder");
        return visitor.call("identify", { email: person.email });
      },
    ],
  ])("is shown with that limit after starting again in another browser, %s", async (_how, again) => {
    const person = await newPerson(testApi);
    for (let attempts = 0; attempts < 10; ) {
      const visitor = await new Visitor(testApi.apis).toCode(person);
      attempts += (await guessUntilLocked(visitor, otherThan(await codeSentTo(testApi, person.email)))).attempts;
    }
    const browserSession = newBrowserSession();
    const code = await referenceIn(browserSession);
    await again(person, browserSession);
    const supportCase = await caseOf(code);
    expect(supportCase.journey).toMatchObject({ state: "ended" });
    expect(supportCase.acts.lift).toContain("wrongCodeIdentity");
    expectNothingPersonal(supportCase, dataAbout(person));
  });
});
