import { limits } from "@vestibule/catalogue/limit.table.ts";
import { agentRow } from "@vestibule/wording/agent-guide.rule.ts";
import { expect, test } from "vitest";
import {
  codeSentTo,
  guessUntilLocked,
  newPerson,
  otherThan,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { fillWindow } from "../../../../../test/support-desk.ts";
import { testAgents } from "../../../../../test/test-api.ts";
import { atPortal, createPortalUser } from "../../../test/portal.ts";
import { referenceFor } from "../../roadblock/roadblock-reference.server.ts";
import type { SearchView } from "./agent-view.ts";
import { loader as caseLoader } from "./case.route.tsx";
import { loader as findLoader } from "./find.route.tsx";
import { open, openAgentPortal, post } from "./test/agent-portal.ts";

const { agentAt, loggedIn, referenceOf, testApi } = await openAgentPortal();

test("shows the agent the same title that the caller saw", async () => {
  const user = await loggedIn({ language: "en" });
  const until = new Date(testApi.deps.clock.now().getTime() + 20 * 60_000).toISOString();
  const person = createPortalUser(testApi, { session: {} });
  const code = await referenceFor(person.requestContext, { id: "forgot-password", until });
  const { page } = await open(user, code);
  expect(page).toMatchObject({
    supportCase: { facts: [{ value: expect.stringMatching(/^R201 · Access with this address is paused until .*\d/) }] },
  });
});

test("answers 429 when too many references are not found", async () => {
  const user = await loggedIn();
  const code = await referenceOf();
  await fillWindow(testApi, { limit: "referenceMissAgent", subject: "agent:amelie" });
  expect(await open(user, code)).toMatchObject({ status: 429, page: { kind: "find", notice: "limited" } });
  await testApi.pool.query("delete from limit_window");
});

test("leads from the earlier URL of a case to its route, and from the route without a reference to the first page", async () => {
  const user = await loggedIn();
  const request = (loader: unknown, path: string) => atPortal(user, loader as never, { path });
  expect(await request(findLoader, "/agent?reference=123456789")).toEqual({
    kind: "redirected",
    to: "/agent/case?reference=123456789",
  });
  expect(await request(caseLoader, "/agent/case")).toEqual({ kind: "redirected", to: "/agent" });
});

test("explains a misheard reference and one of another brand", async () => {
  const user = await loggedIn();
  const code = await referenceOf();
  const misheard = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);
  expect(await open(user, misheard)).toMatchObject({ status: 400, page: { kind: "find", notice: "misread" } });
  expect(await open(await loggedIn({ brand: "intact" }), code)).toMatchObject({
    status: 404,
    page: { notice: "elsewhere", otherBrand: { brand: "Belair" } },
  });
  expect(await open(user, code)).toMatchObject({ status: 200, page: { kind: "case" } });
});

test.each([
  ["an e-mail", "maelle@courrier.example", "MAELLE@COURRIER.EXAM"],
  ["a policy number", "AC1-0012", "AC10012"],
  ["a telephone number", "514 555-0142", "5145550142"],
  ["a misheard reference", "123-456-780", "123456780"],
])("keeps %s that is typed as a reference out of the URL", async (_what, reference, typed) => {
  const response = await post(await loggedIn(), { act: "find", reference });
  expect(response).toMatchObject({ kind: "rendered", status: 400, data: { misread: typed } });
});

test("shows an agent the guidance, resets the limits and records the agent's id", async () => {
  const person = await newPerson(testApi);
  let last = new Visitor(testApi.apis);
  for (let attempts = 0; attempts < limits.wrongCodeIdentity.limit; ) {
    last = await new Visitor(testApi.apis).toCode(person, { option: "SMS" });
    attempts += (await guessUntilLocked(last, otherThan(await codeSentTo(testApi, person.cellPhone)))).attempts;
  }
  const code = await referenceOf(last.token);
  const user = await loggedIn({ language: "en" });
  const { page } = await open(user, code);
  if (page.kind !== "case") throw new Error("no case was shown");
  expect(page.supportCase.guide.map(({ text }) => text)).toEqual(
    Object.values(agentRow("identity-verification", "en")),
  );
  expect(page.supportCase.limits).toContainEqual(expect.objectContaining({ id: "wrongCodeIdentity", canLift: true }));
  expect(page.supportCase.steps.slice(0, 2)).toMatchObject([
    { text: "A screen stopped the person", notes: ["R101 · Let’s start again to protect your file."], tone: "error" },
    { text: "Stopped: too many codes", tone: "error" },
  ]);
  const shown = JSON.stringify(page).toLowerCase();
  const { policyNumber, lastName, dateOfBirth, postalCode } = person.policy;
  for (const datum of [person.email, person.cellPhone, policyNumber, lastName, dateOfBirth, postalCode])
    expect(shown).not.toContain(datum.toLowerCase());

  for (const { id } of page.supportCase.limits)
    expect(await post(user, { act: "lift", limit: id, reference: page.supportCase.code })).toEqual({
      kind: "redirected",
      to: `/agent/case?reference=${code}`,
    });
  const after = await open(user, code);
  expect(after.page).toMatchObject({
    kind: "case",
    flash: { kind: "done", what: "lift" },
    supportCase: { limits: [] },
  });
  if (after.page.kind !== "case") throw new Error("no case was shown");
  expect(after.page.supportCase.guide.map(({ text }) => text)).toEqual(
    Object.values(agentRow("identity-verification", "en", ["open"])),
  );
  expect((await open(user, code)).page).toMatchObject({ flash: undefined });
  const { rows } = await testApi.pool.query("select distinct actor from audit_event where event = 'support.lifted'");
  expect(rows).toEqual([{ actor: "agent:amelie" }]);
  expect((await toCreate(testApi, new Visitor(testApi.apis), person)).page()).toBe("CREATE");
});

test("shows a shared limit with its end and the reason why it has no reset button", async () => {
  await fillWindow(testApi, { limit: "sendClientIp", subject: "203.0.113.7" });
  const { page } = await open(await loggedIn({ language: "en" }), await referenceOf());
  if (page.kind !== "case") throw new Error("no case was shown");
  expect(page.supportCase.limits).toEqual([
    {
      id: "sendClientIp",
      name: "Too many messages requested from one internet connection",
      end: expect.stringMatching(/^Ends on /),
      why: "It may affect other people too, so nobody can lift it.",
      canLift: false,
    },
  ]);
  await testApi.moveClock(3601);
});

test("requires a second agent to check and approve a link to a new e-mail", async () => {
  const person = await newPerson(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person);
  const code = await referenceOf(visitor.token);
  const user = await loggedIn({ language: "en" });
  const email = "another-address@courrier.example";
  await post(user, { act: "link", link: "DEFPWD_REGISTER", reference: code, email });
  const asked = (await open(user, code)).page;
  if (asked.kind !== "case") throw new Error("no case was shown");
  expect(asked.flash).toEqual({ kind: "done", what: "request" });
  const [request] = asked.supportCase.requests;
  expect(request).toMatchObject({ isOwn: true, canApprove: false, canRefuse: true, check: [] });
  expect(request?.say[0]).toMatch(
    /^Say: “A colleague checks this first\. Then the link will be sent on .* \(Eastern Time\)\.”$/,
  );
  expect(JSON.stringify(asked)).not.toContain(email);
  const act = { reference: code, request: request?.id ?? "" };
  await post(user, { act: "approve", ...act });
  expect((await open(user, code)).page).toMatchObject({ flash: { kind: "refused", why: "ownRequest" } });

  const second = agentAt({ language: "en" });
  await post(second, { act: "signIn", agentId: "bruno", loginPassword: testAgents.bruno });
  expect((await open(second)).page).toMatchObject({
    kind: "find",
    requests: expect.arrayContaining([expect.objectContaining({ id: request?.id, canApprove: true })]),
  });
  const visible = (await open(second, code)).page;
  if (visible.kind !== "case") throw new Error("no case was shown");
  expect(visible.supportCase.requests[0]?.check).toHaveLength(3);
  await post(second, { act: "approve", ...act });
  expect((await open(second, code)).page).toMatchObject({
    flash: { kind: "done", what: "approve" },
    supportCase: {
      requests: [{ canApprove: false, canRefuse: true, state: expect.stringMatching(/^Approved: goes out on/) }],
    },
  });
  await post(user, { act: "refuse", ...act });
  await post(second, { act: "approve", ...act });
  expect((await open(second, code)).page).toMatchObject({ flash: { kind: "refused", why: "notOpen" } });
});

test("searches by policy number and opens the matching journey", async () => {
  const person = await newPerson(testApi);
  await new Visitor(testApi.apis).toCode(person);
  const user = await loggedIn({ language: "en" });
  const search = (subject: string) => post(user, { act: "search", subject });
  const { policyNumber, lastName } = person.policy;
  const response = (await search(policyNumber)) as { status: number; data: { search: SearchView } };
  expect(response.status).toBe(200);
  if (response.data.search.kind !== "found") throw new Error("nothing was found");
  const [journey] = response.data.search.journeys;
  expect(journey).toMatchObject({ kind: "registration", what: "registration · policyholder" });
  expect(journey?.when).toMatch(/^last on .* at .*\(Eastern Time\)$/);
  expect(JSON.stringify(response.data.search)).not.toContain(lastName);
  const opened = await post(user, { act: "open", kind: journey?.kind ?? "", id: journey?.id ?? "" });
  if (opened.kind !== "redirected") throw new Error("nothing was opened");
  expect(opened.to).toMatch(/^\/agent\/case\?reference=\d{9}$/);
  const { page } = await open(user, opened.to.slice(-9));
  expect(page).toMatchObject({
    kind: "case",
    supportCase: {
      steps: expect.arrayContaining([{ text: "A code was sent" }].map((one) => expect.objectContaining(one))),
    },
  });
  expect(await search("ZZZ9999")).toMatchObject({ status: 404, data: { search: { kind: "none" } } });
  expect(await search("what?")).toMatchObject({ status: 400, data: { search: { kind: "format" } } });
  await fillWindow(testApi, { limit: "referenceMissAgent", subject: "agent:amelie" });
  expect(await search(policyNumber)).toMatchObject({ status: 429, data: { search: { kind: "limited" } } });
  expect(await post(user, { act: "open", kind: "registration", id: "not an id" })).toEqual({
    kind: "redirected",
    to: "/agent",
  });
  await testApi.pool.query("delete from limit_window");
});

test("sends a link to the e-mail on file and refuses invalid requests with the reason", async () => {
  const person = await newPerson(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person);
  const code = await referenceOf(visitor.token);
  const user = await loggedIn();
  const link = { act: "link", link: "DEFPWD_REGISTER", reference: code };
  await post(user, { ...link, email: "not an e-mail" });
  expect((await open(user, code)).page).toMatchObject({ flash: { kind: "refused", why: "email" } });
  await post(user, link);
  expect((await open(user, code)).page).toMatchObject({ flash: { kind: "done", what: "link" } });
  await post(user, { ...link, link: "RESETPWD_LOGIN" });
  expect((await open(user, code)).page).toMatchObject({ flash: { kind: "refused", why: "other" } });
});
