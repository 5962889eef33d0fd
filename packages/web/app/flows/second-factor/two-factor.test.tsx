import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { drawScreen } from "../../../test/draw-screen.tsx";
import { TwoFactorScreen } from "./two-factor.screen.tsx";
import type { TwoFactorData } from "./two-factor-view.ts";

const text = { id: "text", method: "text", maskedRecipient: "•••-•••-••42" } as const;
const app = { id: "authenticator", method: "authenticator" } as const;
const codes = { id: "recoveryCode", method: "recoveryCode" } as const;
const limit = { warnsInSeconds: 480, endsAt: "10:15 a.m.", isExtended: true };

function draw(about: Pick<TwoFactorData, "chosen" | "others"> & Partial<TwoFactorData>) {
  const data = {
    reason: "unknownBrowser",
    newMobileFrom: null,
    late: null,
    sent: null,
    flash: null,
    usedUpUntil: null,
    retryAt: { day: "", time: "" },
    remember: null,
    waived: null,
  } as const;
  return drawScreen({
    screen: <TwoFactorScreen data={{ ...data, limit, ...about }} />,
    language: "en",
    texts: { around: pageTexts(["common", "frame"], "en"), own: pageTexts(["twoFactor", "fields", "forms"], "en") },
  });
}

/** The ids in the disclosure of this question; undefined without the disclosure. */
function methodsUnder(question: string, html: string): string[] | undefined {
  const disclosure = html.split("<details").find((piece) => piece.includes(`<span>${question}</span>`));
  return disclosure === undefined
    ? undefined
    : [...disclosure.matchAll(/name="method" value="(\w+)"/g)].map(([, id = ""]) => id);
}

test("the page of the second proof has the other methods under a question of theirs, in their order", () => {
  const html = draw({ chosen: app, others: [text, codes] });
  expect(methodsUnder("Use another way", html)).toEqual(["text", "recoveryCode"]);
  expect(methodsUnder("I have no way to confirm", html)).toEqual([]);
});

test("the page of the second proof offers no other way where there is none, or all are shown already", () => {
  expect(methodsUnder("Use another way", draw({ chosen: app, others: [] }))).toBeUndefined();
  expect(methodsUnder("Use another way", draw({ chosen: text, others: [app] }))).toBeUndefined();
});

test("the page of the second proof offers a new code before the one on its way expires", () => {
  const ends = { warnsInSeconds: 0, endsAt: "10:12 a.m." };
  const resend = { since: "2026-11-21T15:02:00.000Z", waitSeconds: 0, retryAt: "10:03 a.m." };
  const html = draw({ chosen: text, others: [app], sent: { at: "10:02 a.m.", ends, resend } });
  const [, warning = ""] = html.split("This code works until 10:12 a.m.");
  expect(warning).toMatch(/^.*?After that, ask for a new one\..*?action="[^"]*again=text"/s);
  expect(html).not.toContain("help you by phone");
});

test("the page of the second proof names the day from which a method that is used up works again", () => {
  const retryAt = { day: "November 22, 2026", time: "6:54 a.m." };
  const html = draw({ chosen: app, others: [text], flash: "full", retryAt });
  expect(html).toContain("try again after November 22, 2026 at 6:54 a.m.");
});
