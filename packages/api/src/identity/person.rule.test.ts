import { describe, expect, test } from "vitest";
import {
  belongsTo,
  type ComparedRow,
  identityByRow,
  identityOf,
  isSameOnPolicy,
  isSamePerson,
  type ProvenIdentity,
  rowsOfPerson,
} from "./person.rule.ts";

const key = "julie|roy|1980-05-06";
const row = (more: Partial<ComparedRow> = {}): ComparedRow => ({
  company: "belair",
  policyNumber: "AAA0001",
  role: 40,
  personKey: key,
  personId: null,
  email: "julie@courrier.example",
  cellPhone: "5145550101",
  ...more,
});
const person = (more: Partial<ProvenIdentity> = {}): ProvenIdentity => ({
  personKey: key,
  contacts: [],
  personIds: [],
  rows: [],
  ...more,
});
const other = row({ policyNumber: "BBB0001", email: "other@courrier.example", cellPhone: "4185550101" });

describe("a row of the book", () => {
  test("is not joined by names and date of birth alone", () => {
    expect(belongsTo(row(), person())).toBe(false);
  });

  test("belongs to a person of these names who has proven a contact on it", () => {
    for (const contact of ["julie@courrier.example", "5145550101"])
      expect(belongsTo(row(), person({ contacts: [contact] }))).toBe(true);
    expect(belongsTo(row(), person({ contacts: ["julie@courrier.example"], personKey: "zoé|roy|2005-01-02" }))).toBe(
      false,
    );
  });

  test("belongs to the id of its company, under any name, and not to the same id of another company", () => {
    const personIds = [{ company: "belair", personId: "P-1" }];
    const married = row({ personId: "P-1", personKey: "julie|lavoie|1980-05-06", email: null, cellPhone: null });
    expect(belongsTo(married, person({ personIds }))).toBe(true);
    expect(belongsTo({ ...married, company: "nbc" }, person({ personIds }))).toBe(false);
  });

  test("belongs to another person when its company knows the person by another id, even with a proven contact", () => {
    const known = person({ personIds: [{ company: "belair", personId: "P-1" }], contacts: ["5145550101"] });
    expect(belongsTo(row({ personId: "P-2" }), known)).toBe(false);
    expect(belongsTo(row({ personId: "P-2", company: "nbc" }), known)).toBe(true);
  });

  test("belongs to the person who proved it by its own facts, whatever its contacts are by now", () => {
    expect(belongsTo(other, person({ rows: [other] }))).toBe(true);
  });
});

describe("the rows of a person", () => {
  test("are those of a proven contact, and those of the ids on them", () => {
    const withId = row({ policyNumber: "AAA0002", personId: "P-1" });
    const married = row({
      policyNumber: "AAA0003",
      personId: "P-1",
      personKey: "julie|lavoie|1980-05-06",
      email: null,
    });
    const found = rowsOfPerson([withId, married, other], person({ contacts: ["julie@courrier.example"] }));
    expect(found).toEqual([withId, married]);
  });

  test("leave out two ids of one company that only a contact supports", () => {
    const twoIds = ["P-1", "P-2"].map((personId) => row({ policyNumber: `AAA${personId}`, personId }));
    expect(rowsOfPerson(twoIds, person({ contacts: ["5145550101"] }))).toEqual([]);
    const [first] = twoIds;
    expect(rowsOfPerson(twoIds, identityByRow(first ?? row(), ["5145550101"]))).toEqual([first]);
  });
});

describe("a person who has just proven a row", () => {
  const account = person({ contacts: ["5145550101"], rows: [row()] });

  test("is the person of an account that has proven the same contact or row", () => {
    expect(isSamePerson(identityByRow(row()), account)).toBe(true);
    expect(isSamePerson(identityByRow({ ...other, cellPhone: "5145550101" }, ["5145550101"]), account)).toBe(true);
  });

  test("is not the person of an account whose contact is on the row but unproven", () => {
    const ofThief = { ...other, cellPhone: "5145550101" };
    expect(isSamePerson(identityByRow(ofThief, ["other@courrier.example"]), account)).toBe(false);
  });

  test("is not the person of an account with another id of the same company", () => {
    const known = { ...account, rows: [], personIds: [{ company: "belair", personId: "P-1" }] };
    const proven = identityByRow(row({ policyNumber: "CCC0001", personId: "P-2" }), ["5145550101"]);
    expect(isSamePerson(proven, known)).toBe(false);
  });
});

describe("the key of a person", () => {
  test("differs between namesakes", () => {
    const keys = [row(), other, row({ email: null }), row({ email: null, cellPhone: null }), row({ personId: "P-1" })];
    expect(new Set(keys.map(identityOf)).size).toBe(keys.length);
  });

  test("is one for all policies of an id, and for those that share an e-mail", () => {
    expect(identityOf(row({ personId: "P-1" }))).toBe(identityOf({ ...other, personId: "P-1" }));
    expect(identityOf(row())).toBe(identityOf(row({ policyNumber: "AAA0009" })));
  });
});

test("tells a father and a son on one policy apart, and joins one person's two roles", () => {
  expect(isSameOnPolicy(row(), row({ personKey: "julie|roy|2001-05-06", role: 80 }))).toBe(false);
  expect(isSameOnPolicy(row(), row({ role: 80 }))).toBe(true);
  expect(isSameOnPolicy(row({ personId: "P-1" }), row({ personId: "P-2", role: 80 }))).toBe(false);
});
