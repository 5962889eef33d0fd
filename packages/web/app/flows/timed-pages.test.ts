import { type IssuedLinkAction, linkActions } from "@vestibule/catalogue/link.table.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../test/links.ts";
import { newestReset, newHolder, nextPassword } from "../../../../test/recovery.ts";
import { newPerson } from "../../../../test/registration.ts";
import { openIn, openLinkTestApi } from "../../test/link-test-api.ts";
import { visibleText, words } from "../../test/portal-browser.ts";

const links = await openLinkTestApi();

/** A text up to its clock time. */
const upToTime = (key: TextKey) => words(key).split("{time}")[0] ?? "";
const moveClock = (minutes: number) => links.testApi.moveClock(minutes * 60);
const newPasswords = { postalCode: "H2X 1Y4", password: nextPassword, passwordConfirmation: nextPassword };

async function askedForCode() {
  const { accountEmail } = await newHolder(links.testApi);
  const browser = links.browser();
  await browser.post("/forgot", { email: accountEmail });
  const code = async () => (await newestReset(links.testApi, accountEmail)).code;
  return { browser, code, accountEmail };
}

describe("the page of a reset's code", () => {
  test("says when the code expires, warns two minutes before, and sends another after that", async () => {
    const { browser, code } = await askedForCode();
    const late = await code();
    const first = visibleText(await browser.open("/verify"));
    expect(first).toMatch(/Requested at (\d|noon|midnight)[^G]* Good until (\d|noon|midnight)/);
    expect(first).not.toContain(upToTime("forms:code.ending.title"));
    await moveClock(9);
    expect(visibleText(await browser.open("/verify"))).toContain(upToTime("forms:code.ending.title"));
    await moveClock(2);
    expect((await browser.post("/verify", { securityCode: late })).status).toBe(400);
    expect((await browser.post("/verify/send-again", {})).location).toBe("/verify");
    expect(visibleText(await browser.open("/verify"))).not.toContain(upToTime("forms:code.ending.title"));
    expect((await browser.post("/verify", { securityCode: await code() })).location).toBe("/reset");
  });
});

describe("the page of the new password", () => {
  test("says when it expires, warns, and leads to a new code after that", async () => {
    const { browser, code, accountEmail } = await askedForCode();
    await browser.post("/verify", { securityCode: await code() });
    const first = visibleText(await browser.open("/reset"));
    expect(first).toContain(upToTime("recovery:reset.endsAt"));
    expect(first).not.toContain(words("recovery:reset.endingSoon.extended"));
    await moveClock(9);
    const warned = visibleText(await browser.open("/reset"));
    expect(warned).toContain(words("recovery:reset.endingSoon.extended"));
    expect(warned.split(words("recovery:reset.startOver"))).toHaveLength(2);
    await moveClock(2);
    expect((await browser.post("/reset", newPasswords)).location).toBe("/forgot");
    const again = await browser.open("/forgot");
    expect(visibleText(again)).toContain(words("recovery:forgot.ended.title"));
    expect(again.main).toContain(`value="${accountEmail}"`);
  });
});

describe("more time for a new password", () => {
  const soon = () => words("recovery:reset.endingSoon.extended");

  test("can be requested without a script too, and renews the page's full time", async () => {
    const { browser, code } = await askedForCode();
    await browser.post("/verify", { securityCode: await code() });
    expect((await browser.open("/reset")).html).toMatch(/<noscript>(?:(?!<\/noscript>).)*action="\/reset\/stay"/s);
    await moveClock(9);
    expect(visibleText(await browser.open("/reset"))).toContain(soon());
    expect((await browser.post("/reset/stay", {})).location).toBe("/reset");
    expect(visibleText(await browser.open("/reset"))).not.toContain(soon());
    await moveClock(9);
    expect((await browser.post("/reset", newPasswords)).location).toBe("/reset");
  });

  test("is not offered beyond the hour of a reset, and the page says what to do then", async () => {
    const { browser, code } = await askedForCode();
    await browser.post("/verify", { securityCode: await code() });
    for (let times = 0; times < 6; times += 1) {
      await moveClock(9);
      expect((await browser.post("/reset/stay", {})).location).toBe("/reset");
    }
    await moveClock(5);
    const last = await browser.open("/reset");
    expect(visibleText(last)).toContain(words("recovery:reset.endingSoon.code"));
    expect(last.html).not.toContain('action="/reset/stay"');
  });

  test("leads to a new code when requested too late", async () => {
    const { browser, code } = await askedForCode();
    await browser.post("/verify", { securityCode: await code() });
    await moveClock(11);
    expect((await browser.post("/reset/stay", {})).location).toBe("/forgot");
  });

  test("has no effect before the code was entered", async () => {
    const { browser } = await askedForCode();
    expect((await browser.post("/reset/stay", {})).location).toBe("/reset");
    expect((await browser.open("/reset")).location).toBe("/verify");
  });
});

describe("a page that a link leads to", () => {
  /** Opens a link that expires in so many minutes. */
  async function opened(action: IssuedLinkAction, minutesLeft: number) {
    const person = await newPerson(links.testApi);
    if (action === "ASKPASSWORD" || action === "RESETPWD_LOGIN") await accountOf(links.testApi, person);
    const { token } = await links.order(person, { action });
    await links.testApi.pool.query(
      "update link set expires_at = app_now() + make_interval(mins => $2) where recipient = $1 or recipient is null",
      [person.email, minutesLeft],
    );
    const { browser, page } = await openIn(links, token);
    expect(page).toBe(linkActions[action].path);
    return { browser, page };
  }

  test.each(["DEFPWD_REGISTER", "ASKUSERNAME", "ASKPASSWORD"] as const)(
    "says without a script when it expires, and warns before the link expires: %s",
    async (action) => {
      const long = await opened(action, 24 * 60);
      expect((await long.browser.open(long.page)).html).toContain(upToTime("link:endsAt.page"));
      const { browser, page } = await opened(action, 10);
      expect((await browser.open(page)).html).toContain(upToTime("link:endsAt.link"));
      await moveClock(9);
      expect(visibleText(await browser.open(page))).toContain(words("link:ending.link"));
    },
  );

  test("says when the page of a new password expires, and warns before", async () => {
    const { browser, page } = await opened("RESETPWD_LOGIN", 10);
    expect(visibleText(await browser.open(page))).toContain(upToTime("recovery:reset.endsAt"));
    await moveClock(9);
    expect(visibleText(await browser.open(page))).toContain(words("recovery:reset.endingSoon.link"));
  });

  test("leads to the roadblock that offers a new link once the link has expired", async () => {
    const { browser, page } = await opened("RESETPWD_LOGIN", 10);
    await browser.open(page);
    await moveClock(11);
    expect((await browser.post(page, newPasswords)).location).toBe("/roadblock/token-expired");
    expect((await browser.open("/roadblock/token-expired")).main).toContain('action="/email-link/fresh"');
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/check-your-inbox");
  });

  test("renews its cookie whenever it is rendered", async () => {
    const { browser, page } = await opened("DEFPWD_REGISTER", 24 * 60);
    await browser.open(page);
    const before = browser.cookies.get("portal");
    await moveClock(50);
    await browser.open(page);
    expect(browser.cookies.get("portal")).not.toBe(before);
  });
});
