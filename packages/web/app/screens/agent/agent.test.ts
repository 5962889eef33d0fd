import { limits } from "@vestibule/catalogue/limit.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { agentRow } from "@vestibule/wording/agent-guide.rule.ts";
import { expect, test } from "vitest";
import { openHouse } from "../../../../../test/open-house.ts";
import {
  codeSentTo,
  guessUntilLocked,
  newPerson,
  otherThan,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { fillWindow } from "../../../../../test/support-desk.ts";
import { atPortal, type PortalGuest, portalGuest } from "../../../test/portal.ts";
import { referenceFor } from "../../roadblock/roadblock-data.server.ts";
import { action, loader } from "./agent.journey.server.ts";
import type { AgentPage } from "./agent-view.ts";

const house = await openHouse();

const secret = "a-secret-of-thirty-two-letters-or-more";
const desk = {
  serviceCredential: "another-credential",
  admits: (agent: { id: string; secret: string }) => agent.id === "amelie" && agent.secret === secret,
  badgeOf: (id: string) => (id === "amelie" ? "badge-of-amelie" : undefined),
};

function agentAt(about: Parameters<typeof portalGuest>[1] = {}): PortalGuest {
  const guest = portalGuest(house, about);
  guest.visit.agentDesk = desk;
  return guest;
}

const post = (guest: PortalGuest, form: Record<string, string>) => atPortal(guest, action, { path: "/agent", form });

async function open(guest: PortalGuest, reference = ""): Promise<{ page: AgentPage; status: number }> {
  const answer = await atPortal<{ page: AgentPage } | null>(guest, loader as never, {
    path: `/agent?reference=${reference}`,
  });
  if (answer.kind !== "drawn" || answer.data === null) throw new Error("no page was drawn");
  return { page: answer.data.page, status: answer.status };
}

async function loggedIn(about: Parameters<typeof portalGuest>[1] = {}): Promise<PortalGuest> {
  const guest = agentAt(about);
  expect(await post(guest, { act: "signIn", agentId: "amelie", loginPassword: secret })).toEqual({
    kind: "left",
    to: "/agent",
  });
  return guest;
}

/** Of somebody who stands before a roadblock, in a registration that this token is of. */
async function referenceOf(token?: string): Promise<string> {
  const person = portalGuest(house, { session: token === undefined ? {} : { registration: { token } } });
  return (await referenceFor(person.visit, { id: "identity-verification" })) ?? "";
}

test("P-22 without agents there is no such page", async () => {
  const guest = portalGuest(house);
  for (const handler of [loader, action])
    expect(await atPortal(guest, handler as never, { path: "/agent", form: { act: "signIn" } })).toMatchObject({
      kind: "drawn",
      status: 404,
      data: handler === loader ? { screenCode: roadblocks["not-found"].agentCode } : null,
    });
});

test.each([
  ["whoever is an agent no more", () => undefined],
  ["whose secret is another by now", () => "another-badge"],
])("P-22 A-016 %s finds the page closed at once, and acts in vain", async (_whom, badgeOf) => {
  const guest = await loggedIn();
  expect((await open(guest)).page).toMatchObject({ kind: "find" });
  guest.visit.agentDesk = { ...desk, badgeOf };
  const reference = await referenceOf();
  expect(await post(guest, { act: "lift", limit: "lookupKnownIdentity", reference })).toEqual({
    kind: "left",
    to: "/agent",
  });
  expect((await open(guest, reference)).page).toMatchObject({ kind: "signIn" });
  expect(guest.visit.session.agent).toBeUndefined();
});

test("P-22 a page in constant use closes after a shift", async () => {
  const guest = await loggedIn();
  const began = guest.visit.now.getTime();
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    guest.visit.now = new Date(began + minutes * 60_000);
    expect((await open(guest)).page.kind).toBe("find");
  }
  guest.visit.now = new Date(began + 12 * 3_600_000);
  expect((await open(guest)).page.kind).toBe("signIn");
});

test("P-22 a wrong secret opens nothing, and a stranger's act is not heard", async () => {
  const guest = agentAt();
  const refused = await post(guest, { act: "signIn", agentId: "amelie", loginPassword: "a guess" });
  expect(refused).toEqual({ kind: "drawn", data: { refused: { id: "amelie" } }, status: 400 });
  const code = await referenceOf();
  expect(await post(guest, { act: "unlock", reference: code })).toEqual({ kind: "left", to: "/agent" });
  expect((await open(guest, code)).page).toEqual({ kind: "signIn", notice: undefined });
});

test("an agent who is not heard of for half an hour logs in again", async () => {
  const guest = await loggedIn();
  guest.visit.now = new Date(guest.visit.now.getTime() + 29 * 60_000);
  expect((await open(guest)).page.kind).toBe("find");
  guest.visit.now = new Date(guest.visit.now.getTime() + 30 * 60_000);
  expect((await open(guest)).page).toEqual({ kind: "signIn", notice: "ended" });
  expect((await open(guest)).page).toEqual({ kind: "signIn", notice: undefined });
});

test("an agent's page says when it closes, two minutes before half an hour without a call and before the shift is over", async () => {
  const guest = await loggedIn();
  const limitAfter = async (minutes: number) => {
    guest.visit.now = new Date(guest.visit.now.getTime() + minutes * 60_000);
    return (await open(guest)).page;
  };
  expect(await limitAfter(29)).toMatchObject({ limit: { warnsInSeconds: 28 * 60, isExtended: true } });
  for (let passed = 29; passed < 700; passed += 25) await limitAfter(25);
  expect(await limitAfter(15)).toMatchObject({ kind: "find", limit: { isExtended: false } });
});

test("who logs out is a stranger again", async () => {
  const guest = await loggedIn();
  await post(guest, { act: "signOut" });
  expect((await open(guest)).page.kind).toBe("signIn");
});

test("a misheard reference, one of another brand and one that nobody was given are told", async () => {
  const guest = await loggedIn();
  const code = await referenceOf();
  const misheard = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);
  expect(await open(guest, misheard)).toMatchObject({ status: 400, page: { kind: "find", notice: "misread" } });
  expect(await open(await loggedIn({ brand: "intact" }), code)).toMatchObject({
    status: 404,
    page: { notice: "elsewhere", there: { brand: "Belair" } },
  });
  expect(await open(guest, code)).toMatchObject({ status: 200, page: { kind: "case" } });
});

test("P-22 an agent reads what to do, lifts the limit, and it is kept under the agent's id", async () => {
  const person = await newPerson(house);
  let last = new Visitor(house.apis);
  for (let weighed = 0; weighed < limits.wrongCodeIdentity.limit; ) {
    last = await new Visitor(house.apis).toCode(person, { option: "SMS" });
    weighed += (await guessUntilLocked(last, otherThan(await codeSentTo(house, person.cellPhone)))).weighed;
  }
  const code = await referenceOf(last.token);
  const guest = await loggedIn({ language: "en" });
  const { page } = await open(guest, code);
  if (page.kind !== "case") throw new Error("no case was shown");
  expect(page.told.guide.map(({ text }) => text)).toEqual(Object.values(agentRow("identity-verification", "en")));
  expect(page.told.limits).toContainEqual(expect.objectContaining({ id: "wrongCodeIdentity", canLift: true }));
  expect(page.told.steps.slice(-2)).toMatchObject([
    { text: "Stopped: too many codes", tone: "bad" },
    { text: "A screen stopped the person", notes: ["R101 · Let’s start over to protect your file."], tone: "bad" },
  ]);
  const shown = JSON.stringify(page).toLowerCase();
  const { policyNumber, lastName, dateOfBirth, postalCode } = person.policy;
  for (const datum of [person.email, person.cellPhone, policyNumber, lastName, dateOfBirth, postalCode])
    expect(shown).not.toContain(datum.toLowerCase());

  for (const { id } of page.told.limits)
    expect(await post(guest, { act: "lift", limit: id, reference: page.told.code })).toEqual({
      kind: "left",
      to: `/agent?reference=${code}`,
    });
  const after = await open(guest, code);
  expect(after.page).toMatchObject({ kind: "case", said: { kind: "done", what: "lift" }, told: { limits: [] } });
  if (after.page.kind !== "case") throw new Error("no case was shown");
  expect(after.page.told.guide.map(({ text }) => text)).toEqual(
    Object.values(agentRow("identity-verification", "en", ["open"])),
  );
  expect((await open(guest, code)).page).toMatchObject({ said: undefined });
  const { rows } = await house.pool.query("select distinct actor from audit_event where event = 'support.lifted'");
  expect(rows).toEqual([{ actor: "agent:amelie" }]);
  expect((await toCreate(house, new Visitor(house.apis), person)).page()).toBe("CREATE");
});

test("P-22 a limit that many share is shown with its end and without a button, and why", async () => {
  await fillWindow(house, { limit: "sendAddress", subject: "203.0.113.7" });
  const { page } = await open(await loggedIn({ language: "en" }), await referenceOf());
  if (page.kind !== "case") throw new Error("no case was shown");
  expect(page.told.limits).toEqual([
    {
      id: "sendAddress",
      name: "Too many messages asked for on one internet connection",
      end: expect.stringMatching(/^Ends by itself on /),
      why: "It may hold other people too, so nobody can lift it.",
      canLift: false,
    },
  ]);
  await house.moveClock(3601);
});

test("P-03 a link goes where the agent says, and what does not fit is refused with the reason", async () => {
  const person = await newPerson(house);
  const visitor = await new Visitor(house.apis).toCode(person);
  const code = await referenceOf(visitor.token);
  const guest = await loggedIn();
  const link = { act: "link", link: "DEFPWD_REGISTER", reference: code };
  await post(guest, { ...link, email: "not an address" });
  expect((await open(guest, code)).page).toMatchObject({ said: { kind: "refused", why: "email" } });
  await post(guest, link);
  expect((await open(guest, code)).page).toMatchObject({ said: { kind: "done", what: "link" } });
  await post(guest, { ...link, link: "RESETPWD_LOGIN" });
  expect((await open(guest, code)).page).toMatchObject({ said: { kind: "refused", why: "other" } });
});
