import { afterAll, beforeAll, expect, test } from "vitest";
import { type RegistrationHouse, registrationHouse } from "../../../../test/registration.ts";
import { PortalBrowser, wholePortal } from "../../test/portal-browser.ts";

let house: RegistrationHouse;
let portal: Awaited<ReturnType<typeof wholePortal>>;
/** Whether the portal reaches its API. */
let isAway = false;
beforeAll(async () => {
  house = await registrationHouse();
  portal = await wholePortal(house, {
    api: {
      baseUrl: "http://api.internal",
      fetch: async (input, init) => {
        if (isAway) throw new Error("away");
        return house.apis[0].fetch(new Request(input, init));
      },
    },
  });
});
afterAll(() => house.close());

const fault = "/webseal.do?TAM_OP=error&ERROR_CODE=0x13212077";
const page = "/roadblock/technical";

async function told() {
  const { rows } = await house.pool.query(
    "select result, facts ->> 'language' as language from audit_event where event = 'roadblock.met' order by id",
  );
  return rows;
}

test("a roadblock is counted when its page is drawn: once, however often it is looked at", async () => {
  const browser = new PortalBrowser(portal);
  expect((await browser.open(fault)).location).toBe(page);
  await browser.open(page);
  await browser.open(`${page}?language=en`);
  await browser.post("/roadblock/leave", { way: "retry" });
  expect(await told()).toEqual([{ result: "technical", language: "en" }]);
  await browser.open(fault);
  await browser.open(page);
  expect(await told()).toHaveLength(2);
});

test("one that was met while the API was away is counted on the way out, once", async () => {
  const before = (await told()).length;
  for (const leave of [
    (browser: PortalBrowser) => browser.open("/"),
    (browser: PortalBrowser) => browser.post("/roadblock/leave", { way: "login" }),
  ]) {
    const browser = new PortalBrowser(portal);
    isAway = true;
    await browser.open(fault);
    expect((await browser.open(page)).status).toBe(500);
    isAway = false;
    await leave(browser);
    await browser.open("/");
  }
  expect((await told()).length - before).toBe(2);
});
