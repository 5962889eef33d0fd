import { type EventRow, events } from "@vestibule/catalogue/event.table.ts";
import { portalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { describe, expect, test } from "vitest";
import { toEvents } from "./event.rule.ts";
import { auditRow } from "./test/audit-row.ts";

const examples = { string: "an-id", number: 2, boolean: true };

/** The audit event that a source names, with a value for each fact that the row publishes. */
function fittingRow({ from, data }: EventRow, index: number) {
  const source = from[index];
  const published = Object.values(data).map(({ fact, type }) => [fact, examples[type]]);
  const required = Object.entries(source?.facts ?? {}).map(([name, value]) => [name, value === true ? "an-id" : value]);
  return auditRow({
    event: source?.event ?? "",
    result: source?.results?.[0] ?? "ok",
    actor: source?.actor === "agent" ? "agent:amelie" : "person",
    facts: Object.fromEntries([...published, ...required]),
  });
}

describe.each(Object.entries(events) as [string, EventRow][])("the event %s", (type, row) => {
  test.each(row.from.map(({ event }, index) => [event, index] as const))("is published for %s", (_event, index) => {
    const published = toEvents(fittingRow(row, index)).filter((event) => event.type === type);
    expect(published).toHaveLength(1);
    expect(portalEvent.safeParse(published[0]).error).toBeUndefined();
    const named = Object.values(row.data).some(({ fact }) => fact !== "result" && fact !== "event");
    if (named) expect(Object.keys(published[0]?.data ?? {}).length).toBeGreaterThan(0);
  });
});

const personal = {
  ...{ firstName: "Maëlle", lastName: "Tremblay-Roy", email: "maelle@courrier.example", cellPhone: "5145550177" },
  ...{ postalCode: "H2X 1Y4", birthDate: "1958-03-09", policyNumber: "F12345678", driverLicence: "T123409035804" },
  ...{ clientIp: "198.51.100.7", personKey: "K-77", personId: "P-88", code: "482913", agent: "amelie.gagnon" },
};

test.each(Object.entries(events) as [string, EventRow][])(
  "A-293 has nothing personal in %s, whatever its audit event has",
  (type, row) => {
    for (const [index, { actor }] of row.from.entries()) {
      const fitting = fittingRow(row, index);
      const facts = { ...personal, ...fitting.facts };
      for (const name of actor ? [actor] : ["agent", "operator", "system", "person"]) {
        const text = JSON.stringify(toEvents({ ...fitting, actor: `${name}:amelie.gagnon`, facts }));
        expect(text).toContain(`"${type}"`);
        for (const value of Object.values(personal)) expect(text).not.toContain(value);
      }
    }
  },
);

test("A-293 leaves out every fact that the row of the event does not name", () => {
  const facts = { journey: "registration", browserSession: "a-browser", firstName: "Maëlle" };
  const [event] = toEvents(auditRow({ facts }));
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: "account.created",
    version: 1,
    timestamp: "2026-11-27T08:00:00.000Z",
    brand: "belair",
    actor: "person",
    accountId: "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11",
    data: { flow: "registration", pageCategory: "confirmation" },
  });
});

test("publishes the category of the page and the code of the error at its top", () => {
  const data = (event: string, result: string, journey: string) =>
    toEvents(auditRow({ event, result, facts: { journey } })).map((published) => published.data);
  expect(data("registration.driverNotFound", "postalCode", "registration")).toMatchObject([
    { pageCategory: "identification", topOfPageError: "DRIVE_LICENSE_NUMBER_NOT_FOUND", error: "notFound" },
  ]);
  expect(data("registration.notFound", "postalCode", "policyNumberRegistration")).toMatchObject([
    { pageCategory: "identification", topOfPageError: "1404" },
  ]);
  expect(data("sign-in.refused", "bad", "signIn")).toMatchObject([{ pageCategory: "login", topOfPageError: "3005" }]);
  expect(data("roadblock.met", "technical", "registration")).toMatchObject([{ pageCategory: "roadblock" }]);
});

test("publishes the act of an agent without the agent's id", () => {
  const published = toEvents(auditRow({ event: "account.unlocked", result: "unlocked", actor: "agent:amelie" }));
  expect(published.map(({ type }) => type)).toEqual(["account.unlocked", "agent.acted"]);
  expect(JSON.stringify(published)).not.toContain("amelie");
});

test("does not publish an agent's act for an unlock by the insurer's system", () => {
  const published = toEvents(auditRow({ event: "account.unlocked", result: "unlocked", actor: "service" }));
  expect(published.map(({ type }) => type)).toEqual(["account.unlocked"]);
});

test("publishes nothing for an audit event that changed nothing, of no brand, or in no row", () => {
  expect(toEvents(auditRow({ event: "account.unlocked", result: "wasOpen" }))).toEqual([]);
  expect(toEvents(auditRow({ brand: null }))).toEqual([]);
  expect(toEvents(auditRow({ event: "session.ended" }))).toEqual([]);
});

test("publishes the consent with the account that was created with it", () => {
  const published = toEvents(auditRow({ facts: { termsVersion: "2026-01", termsLanguage: "fr" } }));
  expect(published.map(({ type, data }) => [type, data])).toEqual([
    ["account.created", { pageCategory: "confirmation" }],
    ["consent.accepted", { terms: "2026-01", language: "fr" }],
  ]);
});

test("gives an event the same id at each reading, and another id to each event", () => {
  const row = auditRow({ facts: { termsVersion: "2026-01" } });
  const ids = toEvents(row).map(({ id }) => id);
  expect(toEvents(row).map(({ id }) => id)).toEqual(ids);
  expect(new Set([...ids, ...toEvents({ ...row, hash: "another" }).map(({ id }) => id)]).size).toBe(4);
});
