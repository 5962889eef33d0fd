import { languages } from "@vestibule/catalogue/province.table.ts";
import { responses } from "@vestibule/catalogue/response.table.ts";
import {
  type RaisedRoadblockId,
  type RoadblockCause,
  raisedRoadblockIds,
  roadblocks,
} from "@vestibule/catalogue/roadblock.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { newPortalSession } from "../portal-slices.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { showRoadblock } from "./lockout-end.server.ts";
import { displayedWords } from "./roadblock-words.server.ts";

const [brand] = (await testBrands()).brands;
const now = new Date("2026-11-21T18:40:00Z");
const before = "2026-11-21T18:39:59Z";
const after = "2026-11-21T18:55:00Z";

type Facts = {
  until?: string;
  mailedUntil?: string;
  newCode?: true;
  otherRole?: "insuredDriver";
  errorCode?: string;
  cause?: RoadblockCause;
};

/** Texts and exits of a raised roadblock. */
function wordsOf(
  id: RaisedRoadblockId,
  {
    language = "en",
    provinceFrom = "choice",
    ...facts
  }: Facts & { language?: "en" | "fr"; provinceFrom?: PortalRequestContext["provinceFrom"] } = {},
) {
  const raised = { id, ...facts };
  const session = newPortalSession({ roadblock: raised });
  const requestContext = {
    brand,
    session,
    now,
    province: "qc",
    provinceFrom,
    language,
  } as unknown as PortalRequestContext;
  const shown = showRoadblock(requestContext, raised);
  return { row: shown.row, exits: shown.exits, ...displayedWords(requestContext, shown) };
}

/** Exits that are available only in some sessions. */
const conditionalExits: readonly string[] = ["newCode", "newLetter", "changeRole"];

const restartable = raisedRoadblockIds.filter((id) => "restartAt" in roadblocks[id]);

test.each(restartable)(
  "%s: says that an expired lockout is over, and puts the exit that was locked out first",
  (id) => {
    for (const language of languages) {
      const { row, exits, title, next } = wordsOf(id, { until: before, language });
      const texts = pageTexts(["roadblock"], language);
      expect([title, next]).toEqual([texts["roadblock:ended.title"], texts[`roadblock:ended.next.${row.restartAt}`]]);
      expect(exits).toEqual([
        row.restartAt,
        ...row.exits.filter((exit) => exit !== row.restartAt && !conditionalExits.includes(exit)),
      ]);
    }
  },
);

test.each(restartable)("%s: does not put the locked exit first during the lockout", (id) => {
  const { row, exits, title, next } = wordsOf(id, { until: after });
  expect(exits[0]).not.toBe(row.restartAt);
  // Login and registration stay, because another person may use them; finding the own account does not.
  expect([...exits].sort()).toEqual(
    row.exits.filter((exit) => exit !== "findEmail" && !conditionalExits.includes(exit)).sort(),
  );
  expect(title).not.toContain("ended");
  expect(`${title} ${next}`).toContain("1:55\u00a0p.m.");
});

test.each(["identity-verification", "pin-identification", "pin-difficulties", "resend-code"] as const)(
  "%s: offers a new attempt at once, and first, when there is no lockout",
  (id) => {
    const { exits, next } = wordsOf(id);
    expect(next).toContain("right now");
    expect(exits[0]).toBe("registration");
  },
);

test("login-difficulties: puts a new code first when it would be sent, and otherwise does not offer it", () => {
  for (const language of languages) {
    const texts = pageTexts(["roadblock"], language);
    const offered = wordsOf("login-difficulties", { newCode: true, language });
    expect(offered.exits[0]).toBe("newCode");
    expect(offered.next).toBe(texts["roadblock:login-difficulties.next.newCode"]);
    for (const facts of [{}, { until: after }, { errorCode: "lnr500120" }])
      expect(wordsOf("login-difficulties", { ...facts, language }).exits).not.toContain("newCode");
  }
});

const byCodes = ["identity-verification", "pin-identification", "resend-code"] as const;

test.each(byCodes)("%s mentions a pause only while one is in force", (id) => {
  for (const language of languages)
    for (const cause of ["wrongCodes", "codesSent", undefined] as const) {
      const facts = { language, ...(cause && { cause }) };
      expect(Object.values(wordsOf(id, facts)).join(" ")).not.toMatch(/pause|suspendue/i);
      expect(wordsOf(id, { ...facts, until: after }).title).toMatch(/pause|suspendue/);
    }
});

test.each(["identity-verification", "resend-code"] as const)(
  "%s says whether codes were wrong or too many were sent",
  (id) => {
    const texts = pageTexts(["roadblock"], "en");
    for (const cause of ["wrongCodes", "codesSent"] as const)
      expect(wordsOf(id, { cause }).what).toBe(texts[`roadblock:${id}.what.${cause}`]);
  },
);

test("keeps the maintenance title after the announced end has passed", () => {
  const { title } = wordsOf("maintenance", { until: before });
  expect(title).toBe(pageTexts(["roadblock"], "en")["roadblock:maintenance.title"]);
});

test("mentions a message only when it was sent with this roadblock and its link still works", () => {
  const before = wordsOf("temporary", { mailedUntil: now.toISOString(), until: after });
  expect(before).toEqual(wordsOf("temporary", { until: after }));
  const sent = wordsOf("temporary", { mailedUntil: "2026-11-21T19:10:00Z", until: after });
  expect(sent.what).toBe(pageTexts(["roadblock"], "en")["roadblock:temporary.what.sent"]);
  expect(sent.next).toContain("before 2:10\u00a0p.m.");
});

const ownErrors = responses.flatMap(({ status, handling }) =>
  status === 500 && handling.kind === "roadblock" && handling.shownCode
    ? [[handling.roadblock, handling.shownCode] as const]
    : [],
);

test.each(ownErrors)("%s after an internal error (%s) does not blame wrong attempts", (id, errorCode) => {
  for (const language of languages) {
    const { title, what, next } = wordsOf(id, { errorCode, language });
    const texts = pageTexts(["roadblock"], language);
    expect(title).toBe(texts["roadblock:technical.title"]);
    expect(`${what} ${next}`).not.toMatch(/tries|essais/);
  }
});

test("says that an account is closed, whatever the case of the code, and offers no retry", () => {
  for (const errorCode of ["0x132120d0", "0X132120D0"]) {
    const { row, exits, title, next } = wordsOf("technical", { errorCode });
    expect(title).toBe(pageTexts(["roadblock"], "en")["roadblock:technical.title.accountClosed"]);
    expect(next).toMatch(/^Call us/);
    expect([exits, row.line]).toEqual([["telephone", "chat", "login"], "customer"]);
  }
});

test("names the time zone when the province is a guess", () => {
  expect(wordsOf("forgot-password", { until: after, provinceFrom: "guess" }).title).toContain(
    "1:55\u00a0p.m. (Eastern Time)",
  );
  expect(wordsOf("forgot-password", { until: after }).title).not.toContain("Eastern");
});

test.each([
  ["maintenance", "what", "fr", "jusqu’au 2\u00a0janvier 2035 à 6\u00a0h."],
  ["maintenance", "what", "en", "until 6\u00a0a.m. on January 2, 2035."],
  ["forgot-password", "title", "fr", "est en pause jusqu’au 2\u00a0janvier 2035 à 6\u00a0h."],
  ["registration-difficulties", "next", "fr", "recommencer à partir du 2\u00a0janvier 2035 à 6\u00a0h;"],
] as const)("%s writes a distant end in its %s in %s with the full date", (id, part, language, words) => {
  expect(wordsOf(id, { until: "2035-01-02T11:00:00Z", language })[part]).toContain(words);
});

test("puts the preposition before the expiry of a message's link", () => {
  const mailedUntil = "2026-12-10T19:10:00Z";
  expect(wordsOf("temporary", { mailedUntil, language: "fr" }).next).toContain(
    "avant le 10\u00a0décembre à 14\u00a0h\u00a010",
  );
});

test("treats an invalid time as unknown", () => {
  expect(wordsOf("forgot-password", { until: "soon" })).toEqual(wordsOf("forgot-password"));
});

test.each([
  ["unable-to-identify", "usernameTaken"],
  ["unable-to-identify", "alreadyRegistered"],
  ["more-than-one-profile", "usernameTaken"],
] as const)("%s has other sentences after %s", (id, cause) => {
  for (const language of languages) {
    const texts = pageTexts(["roadblock"], language);
    const words = wordsOf(id, { cause, language });
    for (const part of ["title", "what", "next"] as const)
      expect(words[part]).toBe(texts[`roadblock:${id}.${part}.${cause}`]);
  }
});

test("unable-to-identify: puts the other role first when only the role did not match, and otherwise does not offer it", () => {
  for (const language of languages) {
    const texts = pageTexts(["roadblock"], language);
    const offered = wordsOf("unable-to-identify", { otherRole: "insuredDriver", language });
    expect(offered.exits[0]).toBe("changeRole");
    expect(offered.what).toBe(texts["roadblock:unable-to-identify.what.changeRole"]);
    expect(offered.next).toBe(texts["roadblock:unable-to-identify.next.changeRole"]);
    expect(wordsOf("unable-to-identify", { language }).exits).not.toContain("changeRole");
  }
});
