import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";
import { expect, test } from "vitest";
import { supportReport } from "./support-report.rule.ts";

const supportCase: SupportCase = {
  code: "482913706",
  brand: "belair",
  madeAt: "2026-11-21T18:40:00.000Z",
  province: "qc",
  language: "fr",
  steps: [],
  messages: [],
  requests: [],
  changes: [],
  limits: [],
  acts: { lift: [], unlock: false, unfreeze: false, links: [], waive: false },
};

test("the report shows the limits in force to the minute and the possible actions", () => {
  const report = supportReport(
    {
      ...supportCase,
      limits: [
        { limit: "wrongCodeIdentity", until: "2026-11-21T18:51:00.001Z" },
        { limit: "sendClientIp", until: "2026-11-21T19:00:00.000Z" },
        { limit: "passwordLocked" },
      ],
      acts: { lift: ["wrongCodeIdentity"], unlock: true, unfreeze: false, links: ["RESETPWD_LOGIN"], waive: false },
    },
    "en",
  );
  expect(report).toContain(`
Limits in force
  wrongCodeIdentity, until 2026-11-21T18:52:00.000Z
  sendClientIp, until 2026-11-21T19:00:00.000Z
  passwordLocked, does not end by itself

May be done
  lift wrongCodeIdentity
  unlock the login
  send a link: RESETPWD_LOGIN
`);
});

test("the report shows that no limit is in force and no action is possible", () => {
  expect(supportReport(supportCase, "en")).toMatch(
    /Limits in force\n {2}none: .*\n\nMay be done\n {2}nothing from here/,
  );
});
