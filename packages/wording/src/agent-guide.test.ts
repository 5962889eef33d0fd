import { languages } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, test } from "vitest";
import { agentParts, agentRow, agentRowFor, guideForms, guideRowIds, partsInForm } from "./agent-guide.rule.ts";
import agentGuide from "./en/agent-guide.ts";
import { sentence } from "./tables.ts";

const rowIds = guideRowIds;
const maxWords = 18;
const sentencesOf = (text: string) => text.split(/[.?!:](?:\s|$)/).filter((one) => one.trim() !== "");
const wordsOf = (text: string) => text.split(/[\s\u00a0]+/).filter((word) => /\p{L}|\d/u.test(word));

describe.each(languages)("the agent's rows in %s", (language) => {
  const never = sentence("agentGuide:rule", language);

  test.each(rowIds)("%s is complete, and says never to ask for the caller's code", (id) => {
    const row = agentRow(id, language);
    for (const part of agentParts) expect(row[part]).toMatch(/\p{L}{3,}.*[.?]$/u);
    expect(row.never).toContain(never);
  });

  test(`have no sentence of more than ${maxWords} words`, () => {
    const long = rowIds
      .flatMap((id) => [[], ...guideForms.map((form) => [form])].map((forms) => agentRow(id, language, forms)))
      .flatMap((row) => Object.values(row))
      .flatMap(sentencesOf)
      .filter((text) => wordsOf(text).length > maxWords);
    expect(long).toEqual([]);
  });
});

test("the guide has no row for a removed roadblock", () => {
  const rows = Object.keys(agentGuide).filter((key) => /\.(?:ask|say|do|never)(?:\.|$)/.test(key));
  const known = rowIds.flatMap((id) => [
    ...agentParts.map((part) => `${id}.${part}`),
    ...guideForms.flatMap((form) => partsInForm(id, form).map((part) => `${id}.${part}.${form}`)),
  ]);
  expect(rows.sort()).toEqual(known.sort());
});

const nothingKnown = { steps: [], limits: [] };
const codesLocked = (result: string) => ({ ...nothingKnown, steps: [{ event: "code.locked", result }] });
const pausedFor = (limit: "wrongCodeIdentity" | "signInPaused" | "wrongCellPhone") => ({
  ...nothingKnown,
  limits: [{ limit }],
});

test.each(["identity-verification", "pin-identification", "resend-code"] as const)(
  "the row of %s mentions a lockout and its reset only while one is in force",
  (roadblock) => {
    const paused = agentRowFor({ roadblock, ...pausedFor("wrongCodeIdentity") }, "en");
    expect([paused.say, paused.do].join(" ")).toMatch(/paused.*lift the limit/i);
    for (const reason of ["session", "sends"])
      for (const language of languages) {
        const row = agentRowFor({ roadblock, ...codesLocked(reason) }, language);
        expect([row.say, row.do].join(" ")).not.toMatch(/pause|lift|lever|levez/i);
      }
    expect(agentRowFor({ roadblock, ...codesLocked("identity"), ...pausedFor("signInPaused") }, "en").say).toMatch(
      /start again now/,
    );
  },
);

test.each(["identity-verification", "resend-code"] as const)(
  "the row of %s says whether codes were wrong or too many were sent",
  (roadblock) => {
    expect(agentRowFor({ roadblock, ...codesLocked("session") }, "en").say).toMatch(/^Several codes didn’t match/);
    expect(agentRowFor({ roadblock, ...codesLocked("sends") }, "en").say).toMatch(/^We sent as many codes/);
  },
);

test("the row says when a login is no longer locked out, and asks for the e-mail when it has no account", () => {
  const roadblock = "forgot-password";
  expect(agentRowFor({ roadblock, ...pausedFor("signInPaused") }, "en").say).toMatch(/access is paused/);
  expect(agentRowFor({ roadblock, ...nothingKnown }, "en").say).toMatch(/^The pause is over/);
  const withoutAccount = agentRowFor({ roadblock, ...nothingKnown, account: "none" }, "en");
  expect([withoutAccount.say, withoutAccount.do].join(" ")).toMatch(/which email address.*No account uses/);
});

test("the row says what failed: a system fault, or an account that the company closed", () => {
  const t = (roadblock: "login-difficulties" | "technical", shownCode: string) =>
    agentRowFor({ roadblock, shownCode, ...nothingKnown }, "en").say;
  expect(t("login-difficulties", "lnr500120")).toBe(agentRow("technical", "en").say);
  expect(t("technical", "0x132120d0")).toMatch(/can no longer be used/);
});

test("the row says why a new mobile number gets no code, at the second proof and at the roadblock of it", () => {
  const newMobile = { ...nothingKnown, newMobileFrom: "2026-11-24T18:40:00Z" };
  for (const language of languages) {
    const atProof = agentRowFor({ page: "/two-factor", ...newMobile }, language);
    const stopped = agentRowFor({ roadblock: "login-difficulties", titleForm: "newMobile", ...newMobile }, language);
    for (const { say, never } of [atProof, stopped]) {
      expect(say).toMatch(/72/);
      expect(never).toMatch(/approve what you asked|N’approuvez jamais/);
    }
  }
  const row = agentRow("login-difficulties", "en", ["open"]);
  expect(agentRowFor({ roadblock: "login-difficulties", ...newMobile }, "en")).toEqual(row);
  expect(agentRowFor({ roadblock: "login-difficulties", titleForm: "newMobile", ...nothingKnown }, "en")).toEqual(row);
});

test("the row of a person whom no code can reach says so", () => {
  const stopped = { roadblock: "login-difficulties", titleForm: "noMethod", ...nothingKnown } as const;
  expect(agentRowFor(stopped, "en").say).toMatch(/no contact for it/);
  expect(agentRowFor(stopped, "fr").say).toMatch(/aucun contact/);
});

test.each(languages)("the row of a second proof in %s asks for no request that has been made or given", (language) => {
  const rowFor = (state: "requested" | "approved" | "sent" | "refused", waive = false) =>
    agentRowFor(
      { page: "/two-factor", ...nothingKnown, requests: [{ action: "WAIVE_SECOND_FACTOR", state }], acts: { waive } },
      language,
    );
  const withoutRequest = agentRow("second-proof", language);
  const requested = agentRow("second-proof", language, ["waiverRequested"]);
  const given = agentRow("second-proof", language, ["waiverGiven"]);
  for (const row of [requested, given]) expect(row.do).not.toMatch(/ask for a new way|demandez l’ajout/i);
  expect([rowFor("requested"), rowFor("approved"), rowFor("sent")]).toEqual([requested, requested, given]);
  expect([rowFor("refused", true), rowFor("sent", true)]).toEqual([withoutRequest, withoutRequest]);
});

test("the guide has a row for a person who was not stopped", () => {
  expect(agentRowFor(nothingKnown, "fr")).toEqual(agentRow("help", "fr"));
  expect(agentRowFor({ page: "/two-factor", ...nothingKnown }, "fr")).toEqual(agentRow("second-proof", "fr"));
});
