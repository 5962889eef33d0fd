import { auditEvents } from "@vestibule/catalogue/audit-event.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";
import { agentRow } from "@vestibule/wording/agent-guide.rule.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { untilInWords } from "../../roadblock/roadblock-data.server.ts";
import { caseView } from "./case-view.server.ts";

const [brand] = (await testBrands()).brands;
const at = "2026-11-21T18:40:00Z";

const bare: SupportCase = {
  code: "482913706",
  brand: "belair",
  madeAt: at,
  province: "qc",
  language: "fr",
  steps: [],
  messages: [],
  requests: [],
  changes: [],
  limits: [],
  acts: { lift: [], unlock: false, unfreeze: false, links: [], waive: false },
};
const step = (event: string, result = "ok", when = at): SupportCase["steps"][number] => ({
  at: when,
  event,
  result,
  by: "person",
  facts: { how: "password" },
});
const viewOf = (supportCase: Partial<SupportCase>, language: "en" | "fr" = "en") =>
  caseView({ language, brand, now: new Date(at) } as PortalRequestContext, { ...bare, ...supportCase });

/** The notes that an agent reads for these refusals, in English. */
function notesOf(refusals: [event: string, result: string][], list: "steps" | "moves" = "steps"): string[][] {
  const steps = refusals.map(([event, result]) => step(event, result));
  return viewOf({ steps })
    [list].map(({ notes }) => notes)
    .reverse();
}

test("the case has a text for every event of the audit trail", () => {
  for (const language of languages)
    for (const { text } of viewOf({ steps: auditEvents.map((event) => step(event)) }, language).steps)
      expect(text).toMatch(/^\p{Lu}[^.]* [^.]*$/u);
});

test("says that no limit applies, unless the account is frozen or closed", () => {
  expect(viewOf({}).limitsNote).toContain("can try again now");
  expect(viewOf({ limits: [{ limit: "passwordLocked" }] }).limitsNote).toBeUndefined();
  expect(viewOf({ account: "frozen" }).limitsNote).toContain("until an agent lifts the freeze");
  expect(viewOf({ account: "disabled" }).limitsNote).toContain("closed the account");
});

test("the guide and the title change once a freeze is lifted, and once the password is new", () => {
  const stopped = { roadblock: "account-frozen", agentCode: "R220" } as const;
  for (const [account, form, title] of [
    ["frozen", [], /protect you\.$/],
    ["locked", ["lifted"], /\(no longer so\)$/],
    ["active", ["reopened", "lifted"], /\(no longer so\)$/],
  ] as const) {
    const view = viewOf({ ...stopped, account, limits: account === "locked" ? [{ limit: "passwordLocked" }] : [] });
    const row = agentRow("account-frozen", "en", form);
    expect(view.guide.map(({ text }) => text)).toEqual([row.ask, row.say, row.do, row.never]);
    expect(view.facts[0]?.value).toMatch(title);
  }
  expect(agentRow("account-frozen", "en", ["lifted"]).do).not.toContain("lift the freeze");
});

test("the guide is that of a freeze while the account is frozen, whatever stopped the person before", () => {
  for (const before of [{ roadblock: "forgot-password" }, { page: "/two-factor" }] as const)
    expect(viewOf({ ...before, account: "frozen" }).guide[1]?.text).toBe(agentRow("account-frozen", "en").say);
});

test("the guide and the title no longer describe a login that was unlocked", () => {
  const stopped = { roadblock: "forgot-password", agentCode: "R201", account: "active" } as const;
  const sayAndTitle = (supportCase: Partial<SupportCase>) => {
    const { guide, facts } = viewOf({ ...stopped, ...supportCase });
    return [guide[1]?.text, facts[0]?.value];
  };
  expect(sayAndTitle({ limits: [{ limit: "signInDisabled" }] })).toEqual([
    "There were too many tries, so access is paused. A new password restores it at once.",
    "R201 · Access with this address is paused.",
  ]);
  const until = { titleForm: "until", until: "2026-11-21T18:51:20.000Z" };
  for (const title of [{}, until]) {
    const [say, shown] = sayAndTitle(title);
    expect(say).toBe("The pause is over. You can log in again now.");
    expect(shown).toMatch(/paused.* \(no longer so\)$/);
  }
  expect(sayAndTitle({ account: "locked", limits: [{ limit: "passwordLocked" }] })).toEqual([
    "Your account needs a new password. You can log in as soon as you choose one.",
    "R201 · Access with this address is paused.",
  ]);
  const difficulties = viewOf({ ...stopped, roadblock: "login-difficulties" });
  expect(difficulties.facts[0]?.value).toBe("R201 · Get back into your account.");
});

test("offers to keep a change in force and to put back what is not put back, and says in which order", () => {
  const changes: SupportCase["changes"] = (["inForce", "kept", "off", "putBack"] as const).map((state) => ({
    id: state,
    kind: "email",
    at,
    state,
  }));
  const view = viewOf({ changes, account: "frozen" });
  expect(view.changes.map(({ id, canKeep, canPutBack }) => [id, canKeep, canPutBack])).toEqual([
    ["inForce", true, true],
    ["kept", false, true],
    ["off", false, true],
    ["putBack", false, false],
  ]);
  expect(view.changesThen).toMatch(/^Then lift the freeze\. Then send a link/);
  expect(viewOf({ changes, account: "locked" }).changesThen).toMatch(/^Then send a link/);
});

test("says with a freeze what the person did not do, and when", () => {
  const facts = { activity: "wrongPassword", activityAt: "2026-11-20T14:05:00.000Z" };
  expect(viewOf({ steps: [{ ...step("account.frozen"), facts }] }).steps[0]?.notes).toEqual([
    "“It wasn’t me”: Tried to log in with a wrong password, November 20, 2026 at 9:05\u00a0a.m. (Eastern Time)",
  ]);
});

test("names the step that a registration reached, in entries that the page folds", () => {
  const stepped = ["IDENTIFY", "VERIFY", "CREATE", "DONE"].map((result): [string, string] => [
    "registration.stepped",
    result,
  ]);
  expect(notesOf(stepped)).toEqual([]);
  expect(notesOf(stepped, "moves")).toEqual([
    ["finding the person"],
    ["confirming who it is"],
    ["choosing a password"],
    ["completed"],
  ]);
});

test("shows the title of a roadblock as the caller saw it", () => {
  const visible = {
    roadblock: "forgot-password",
    agentCode: "R201",
    limits: [{ limit: "signInPaused", until: "2026-11-21T18:51:20.000Z" }],
  } satisfies Partial<SupportCase>;
  const title = (supportCase: Partial<SupportCase>) => viewOf({ ...visible, ...supportCase }).facts[0]?.value;
  expect(title({})).toBe("R201 · Access with this address is paused.");
  expect(title({ titleForm: "until", until: "2026-11-21T18:51:20.000Z" })).toBe(
    "R201 · Access with this address is paused until 1:52\u00a0p.m. (Eastern Time).",
  );
  expect(title({ titleForm: "ended" })).toBe("R201 · The pause is over.");
  expect(title({ titleForm: "until" })).toBe("R201 · Access with this address is paused.");
  expect(title({ titleForm: "newerThanThis" })).toBe("R201 · Access with this address is paused.");
  const roadblockStep = { ...step("roadblock.met", "technical"), facts: { titleForm: "accountClosed" } };
  expect(viewOf({ steps: [roadblockStep] }).steps[0]?.notes).toEqual(["R212 · Your online access has changed."]);
});

const journeys: [string, SupportCase["journey"], string][] = [
  [
    "was stopped",
    { kind: "registration", state: "ended", page: "VERIFY_CODE", endReason: "locked" },
    "stopped before the end",
  ],
  [
    "did not identify the person",
    { kind: "registration", state: "ended", endReason: "unidentified" },
    "stopped before the end",
  ],
  ["was left", { kind: "registration", state: "ended", endReason: "cancelled" }, "left before the end"],
  ["ran out of time", { kind: "registration", state: "ended", page: "CREATE" }, "time ran out"],
  ["made an account", { kind: "registration", state: "ended", page: "CONFIRM" }, "completed"],
  ["made an account just now", { kind: "registration", state: "open", page: "CONFIRM" }, "completed"],
  [
    "made an account by policy number",
    { kind: "policyNumberRegistration", state: "ended", endReason: "created" },
    "completed",
  ],
  ["goes on", { kind: "registration", state: "open", page: "CREATE" }, "still under way"],
];
test.each(journeys)("shows the state of a registration that %s", (_what, journey, state) => {
  const fact = viewOf({ journey }).facts.find(({ name }) => name === "Journey");
  expect(fact?.value).toMatch(new RegExp(` · ${state}$`));
});

test("explains each refused login and names the limit that locked it", () => {
  const signIn = ["bad", "lockedForTime", "lockedUntilReset", "expired", "disabled"].map((result): [string, string] => [
    "sign-in.refused",
    result,
  ]);
  expect(notesOf(signIn)).toEqual([
    ["wrong password"],
    ["Login paused after wrong passwords"],
    ["Login closed after many wrong passwords in a row"],
    ["temporary password, to be replaced"],
    ["closed by the company"],
  ]);
});

test("says whether a temporary password was wrong, tried too often, or expired", () => {
  const temporary = ["wrong", "limit", "late"].map((result): [string, string] => ["temporary.refused", result]);
  expect(notesOf(temporary)).toEqual([
    ["wrong password"],
    ["Too many wrong temporary passwords"],
    ["right, but too late"],
  ]);
});

test("distinguishes wrong codes, the day's wrong codes and too many sent codes", () => {
  const locked = ["session", "identity", "sends"].map((result): [string, string] => ["code.locked", result]);
  expect(notesOf(locked)).toEqual([
    ["they did not match"],
    ["Too many wrong codes"],
    ["as many were sent as one registration allows"],
  ]);
});

test("rounds the end of a lockout to the same minute for agent and caller", () => {
  const until = "2026-11-21T18:51:20.000Z";
  const requestContext = {
    brand,
    session: {},
    now: new Date(at),
    province: "qc",
    language: "en",
  } as unknown as PortalRequestContext;
  const [limit] = viewOf({ limits: [{ limit: "signInPaused", until }] }).limits;
  const caller = untilInWords(requestContext, until);
  expect(caller?.time).toBe("1:52\u00a0p.m.");
  expect(limit?.end).toContain(String(caller?.time));
});

test("states when a requested link is sent like the message about it, without rounding up", () => {
  const request: SupportCase["requests"][number] = {
    id: "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11",
    code: bare.code,
    action: "RESETPWD_LOGIN",
    state: "requested",
    email: "new@courrier.example",
    mails: 1,
    texts: 0,
    requestedBy: "agent",
    isOwn: false,
    requestedAt: at,
    dueAt: "2026-11-22T18:42:30Z",
  };
  const [shown] = viewOf({ requests: [request] }).requests;
  expect(shown?.state).toContain("1:42\u00a0p.m.");
});

test("names the person’s time zone in the case and the end of a limit, not in the steps", () => {
  const limits: SupportCase["limits"] = [{ limit: "signInPaused", until: "2026-11-21T18:55:00Z" }];
  const view = viewOf({ province: "ns", limits, steps: [step("code.sent")] });
  expect(view.made).toContain("2:40\u00a0p.m. (Atlantic Time)");
  expect(view.limits[0]?.end).toContain("2:55\u00a0p.m. (Atlantic Time)");
  expect(view.steps[0]?.time).toBe("2:40\u00a0p.m.");
});

test("starts each day in the time zone of the person's province", () => {
  const steps = [
    step("code.sent", "ok", "2026-11-21T04:50:00Z"),
    step("code.refused", "wrong", "2026-11-21T04:55:00Z"),
    step("code.accepted", "ok", "2026-11-21T14:00:00Z"),
  ];
  expect(viewOf({ steps }).steps.map(({ day, time }) => [day, time])).toEqual([
    ["November 21, 2026", "9\u00a0a.m."],
    ["November 20, 2026", "11:55\u00a0p.m."],
    [undefined, "11:50\u00a0p.m."],
  ]);
});

test("lists the newest entry first and folds repeats", () => {
  const wrong = (minute: number) => step("code.refused", "wrong", `2026-11-21T18:${minute}:00Z`);
  const steps = [step("code.sent", "ok", "2026-11-21T18:30:00Z"), ...[31, 32, 33, 34, 35].map(wrong)];
  const again = [step("code.sent", "ok", "2026-11-21T18:36:00Z"), wrong(37)];
  expect(viewOf({ steps: [...steps, ...again] }).steps.map(({ time, text, notes }) => [time, text, notes])).toEqual([
    ["1:37\u00a0p.m.", "The code was wrong", []],
    ["1:36\u00a0p.m.", "A code was sent", []],
    ["1:35\u00a0p.m.", "5 × The code was wrong", ["first at 1:31\u00a0p.m."]],
    ["1:30\u00a0p.m.", "A code was sent", []],
  ]);
});

test("keeps repeats of two days, and of two agents, apart", () => {
  const late = step("code.refused", "wrong", "2026-11-21T04:59:00Z");
  const early = step("code.refused", "wrong", "2026-11-21T05:01:00Z");
  expect(viewOf({ steps: [late, early] }).steps).toHaveLength(2);
  const lifted = (who: string) => ({ ...step("support.lifted"), by: "agent" as const, who });
  expect(viewOf({ steps: [lifted("amelie"), lifted("bruno")] }).steps).toHaveLength(2);
});

test("names the page of a reference without a roadblock by its title and shows its guidance", () => {
  const paths = [flow, policyNumberFlow, recoveryFlow].flatMap((pages) => Object.values(pages).map(({ path }) => path));
  for (const language of languages)
    for (const page of paths) {
      const { facts, guide } = viewOf({ page }, language);
      expect(facts[0]?.value).toMatch(/^\p{Lu}[^/{]+$/u);
      expect(guide.map(({ text }) => text)).toEqual(Object.values(agentRow("help", language)));
    }
  expect(viewOf({ page: "/elsewhere" }).facts[0]?.value).toBe("/elsewhere");
});

test("omits a result that has no text yet", () => {
  expect(notesOf([["sign-in.refused", "constructor"]])).toEqual([[]]);
});

test("marks an account that allows no login, be it frozen or locked", () => {
  const toneOf = (account: NonNullable<SupportCase["account"]>) => viewOf({ account }).facts.at(-1)?.tone;
  for (const account of ["frozen", "locked", "disabled"] as const) expect(toneOf(account)).toBe("caution");
  expect(toneOf("active")).toBeUndefined();
});

test.each([
  ["en", ["After several wrong passwords", "First login in over a year"]],
  ["fr", ["Après plusieurs mots de passe incorrects", "Première ouverture de session depuis plus de douze mois"]],
] as const)("names what was unusual about a login: %s", (language, notes) => {
  const facts = { how: "password", signals: "failedTries.dormant" };
  expect(viewOf({ steps: [{ ...step("sign-in.succeeded"), facts }] }, language).steps[0]?.notes).toEqual(notes);
});
