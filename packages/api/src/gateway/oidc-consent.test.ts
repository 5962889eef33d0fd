import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { fetchUserInfo } from "openid-client";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, newestReset, newHolder, nextPassword, Recoverer } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import { Application, belair, claims, follow, publicClient } from "./test/application.ts";
import type { Browser } from "./test/browser.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

const travel: RegisteredClient = {
  ...publicClient,
  id: "trips",
  name: { en: "Trip planner", fr: "Carnet de voyage" },
  redirectUris: ["https://trips.example/callback"],
  thirdParty: true,
};
const hotels: RegisteredClient = { ...travel, id: "hotels", redirectUris: ["https://hotels.example/callback"] };
/** An application of the insurer that may see nothing. */
const blind: RegisteredClient = { ...claims, id: "blind", scopes: [] };
const testApi = closeAfterTests(await createOidcTestApi({}, [travel, hotels, blind]));
const [first, second] = testApi.servers;
const application = await Application.discover(first, belair, travel);
const other = await Application.discover(first, belair, hotels);
const list = clientOf(testApi, applicationEndpoints);

const parameter = (url: string, name: string) => URL.parse(url)?.searchParams.get(name);

/** Signs a person in for a request of the application and returns what they then see. */
async function arrive(parameters: Record<string, string> = {}, from = application) {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await from.start({ scope: "openid email", ...parameters });
  return { ...account, browser, verifier, page: await signInFor(browser, url, account.email) };
}

/** The path of the consent page that the browser is at: of its newest interaction. */
const consentPath = ({ cookies }: Browser) => `/oidc/interaction/${cookies.get("oidc-interactions")?.split(".")[0]}`;

async function answer(browser: Browser, answered: string, { path = consentPath(browser), origin = belair } = {}) {
  const response = await browser.post(path, { answer: answered }, { origin });
  return response.headers.has("location")
    ? follow(browser, response.headers.get("location") ?? "")
    : `${response.status} ${await response.text()}`;
}

/** Asks the provider again and returns where the browser ends, and what finishes the sign-in. */
async function ask(browser: Browser, parameters: Record<string, string> = {}, from = application) {
  const { url, verifier } = await from.start({ scope: "openid email", ...parameters });
  return { verifier, end: await follow(browser, url.href) };
}

const consentsOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query(
    "select client_id, scopes from allowed_application where account_id = $1 and consented_at is not null order by client_id",
    [accountId],
  );
  return rows;
};
const countGrants = async (accountId: string) => {
  const { rows } = await testApi.pool.query("select from oidc_artifact where account_id = $1 and model = 'Grant'", [
    accountId,
  ]);
  return rows.length;
};

describe("an application of another company", () => {
  test("asks on a page in both languages, without a script, who gets what, before anything is granted", async () => {
    const { page, id, email } = await arrive({ ui_locales: "en" });
    expect(page).toMatch(/^200 /);
    for (const text of ["Give “Trip planner” access?", "Donner un accès à «", "trips.example", email])
      expect(page).toContain(text);
    expect(page).toContain("your email address");
    expect(page).not.toContain("the numbers of your policies");
    expect(page).not.toContain("<script");
    expect(page.indexOf("Trip planner")).toBeLessThan(page.indexOf("Carnet de voyage"));
    expect(await consentsOf(id)).toEqual([]);
    expect(await countGrants(id)).toBe(0);
  });

  test("gets what the person allowed, and does not ask again", async () => {
    const { browser, verifier, id, email } = await arrive();
    const tokens = await application.finish(await answer(browser, "allow"), verifier);
    expect(tokens.claims()).toMatchObject({ email });
    expect(await consentsOf(id)).toEqual([{ client_id: "trips", scopes: ["email"] }]);
    const again = await application.signInAgain(browser, { scope: "openid email", prompt: "none" });
    expect(again.claims()?.sub).toBe(tokens.claims()?.sub);
    const elsewhere = openBrowser(second);
    const { url, verifier: kept } = await application.start({ scope: "openid" });
    expect((await application.finish(await signInFor(elsewhere, url, email), kept)).claims()?.sub).toBeDefined();
    const { rows } = await testApi.pool.query(
      "select facts ->> 'scopes' as scopes from audit_event where account_id = $1 and event = 'application.allowed'",
      [id],
    );
    expect(rows).toEqual([{ scopes: "email" }]);
  });

  test("returns access_denied when the person refuses, and asks the next time", async () => {
    const { browser, id } = await arrive();
    const back = await answer(browser, "refuse");
    expect([parameter(back, "error"), parameter(back, "state")]).toEqual(["access_denied", "kept-state"]);
    expect(await consentsOf(id)).toEqual([]);
    expect(await countGrants(id)).toBe(0);
    expect((await ask(browser)).end).toMatch(/^200 /);
  });

  test("asks after a step to the login page that prompt=login demands", async () => {
    const { browser, email } = await arrive();
    await answer(browser, "allow");
    const { url, verifier } = await application.start({ scope: "openid policies", prompt: "login consent" });
    await follow(browser, url.href);
    const response = await browser.signIn(email, password);
    expect(await follow(browser, response.headers.get("location") ?? "")).toMatch(/^200 /);
    expect((await application.finish(await answer(browser, "allow"), verifier)).claims()).toHaveProperty("policies");
  });

  test("asks again after the person ended its access", async () => {
    const { browser, verifier, id } = await arrive();
    const tokens = await application.finish(await answer(browser, "allow"), verifier);
    const caller = await openSession(testApi, id);
    expect(dataOf(await list.applications(caller)).applications).toMatchObject([{ id: "trips", isThirdParty: true }]);
    dataOf(await list.end(caller, "trips"));
    expect((await userInfo(second, tokens.access_token)).status).toBe(401);
    expect(parameter((await ask(browser, { prompt: "none" })).end, "error")).toBe("consent_required");
    expect((await ask(browser)).end).toMatch(/^200 /);
  });
});

test("A-360 leaves no token to a request that arrives while the person ends the access", async () => {
  const { browser, verifier, id } = await arrive();
  await application.finish(await answer(browser, "allow"), verifier);
  const caller = await openSession(testApi, id);
  for (let turn = 0; turn < 20; turn += 1) {
    const { url, verifier: next } = await application.start({ scope: "openid email" });
    const [end] = await Promise.all([follow(browser, url.href), list.end(caller, "trips")]);
    const tokens = parameter(end, "code") && (await application.finish(end, next).catch(() => undefined));
    if (tokens) expect((await userInfo(second, tokens.access_token)).status).toBe(401);
    expect([await countGrants(id), await consentsOf(id)]).toEqual([0, []]);
    const again = await ask(browser);
    await application.finish(await answer(browser, "allow"), again.verifier);
  }
});

test("A-362 asks again for more scopes, and grants none of them before", async () => {
  const { browser, id } = await arrive();
  await answer(browser, "allow");
  const more = { scope: "openid email policies" };
  expect(parameter((await ask(browser, { ...more, prompt: "none" })).end, "error")).toBe("consent_required");
  const { end, verifier } = await ask(browser, more);
  expect(end).toContain("les numéros de vos polices");
  const tokens = await application.finish(await answer(browser, "allow"), verifier);
  expect(tokens.claims()).toHaveProperty("policies");
  expect(await consentsOf(id)).toEqual([{ client_id: "trips", scopes: ["email", "policies"] }]);
});

test("A-362 asks for single claims of the parameter claims as for their scope", async () => {
  const { browser } = await arrive();
  await answer(browser, "allow");
  const single = { scope: "openid email", claims: JSON.stringify({ userinfo: { policies_flat: null } }) };
  expect((await ask(browser, single)).end).toContain("les numéros de vos polices");
});

test("A-362 refuses single claims of a scope that the application’s file does not allow", async () => {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const ofNothing = await Application.discover(first, belair, blind);
  await browser.signIn(account.email, password);
  const single = { scope: "openid", claims: JSON.stringify({ id_token: { email: null } }) };
  expect(parameter((await ask(browser, single, ofNothing)).end, "error")).toBe("invalid_request");
  const tokens = await ofNothing.signInAgain(browser, { scope: "openid" });
  const claimsOf = await fetchUserInfo(ofNothing.configuration, tokens.access_token, tokens.claims()?.sub ?? "");
  expect(Object.keys(claimsOf)).not.toContain("email");
});

test("A-362 consents to the scopes of the page, whatever the form sends", async () => {
  const { browser, id } = await arrive();
  const form = { answer: "allow", scope: "openid email policies", scopes: "policies" };
  await browser.post(consentPath(browser), form, { origin: belair });
  expect(await consentsOf(id)).toEqual([{ client_id: "trips", scopes: ["email"] }]);
});

test("A-362 asks for consent although an application of the insurer has read the same data", async () => {
  const { browser, id } = await arrive();
  await testApi.pool.query(
    "insert into allowed_application (account_id, client_id, scopes) values ($1, 'trips', '{email,policies}')",
    [id],
  );
  expect((await ask(browser)).end).toMatch(/^200 /);
  await answer(browser, "allow");
  expect(await consentsOf(id)).toEqual([{ client_id: "trips", scopes: ["email"] }]);
});

test("A-363 rejects the consent of a browser that did not start the request", async () => {
  const victim = await arrive();
  const attacker = await arrive({}, other);
  expect(await answer(attacker.browser, "allow", { path: consentPath(victim.browser) })).toMatch(/^400 /);
  expect([await consentsOf(victim.id), await consentsOf(attacker.id)]).toEqual([[], []]);
});

test("A-363 rejects the consent of another account that signed in since, and asks that person", async () => {
  const before = await arrive();
  const after = await testApi.createAccount();
  const path = consentPath(before.browser);
  await before.browser.get("/pkmslogout");
  before.browser.interaction = undefined;
  await before.browser.signIn(after.email, password);
  await answer(before.browser, "allow", { path });
  expect([await consentsOf(before.id), await consentsOf(after.id)]).toEqual([[], []]);
});

test("A-363 consents for the application of the page, in a browser with pages of two", async () => {
  const { browser, id } = await arrive();
  const path = consentPath(browser);
  await ask(browser, {}, other);
  await answer(browser, "allow", { path });
  expect((await consentsOf(id)).map(({ client_id }) => client_id)).toEqual(["trips"]);
  expect((await ask(browser, {}, other)).end).toContain("hotels.example");
});

test("A-363 accepts one response to a request for consent", async () => {
  const { browser, id } = await arrive();
  const path = consentPath(browser);
  await answer(browser, "refuse", { path });
  expect(await answer(browser, "allow", { path })).toMatch(/^400 /);
  expect(await consentsOf(id)).toEqual([]);
});

test("A-363 rejects a consent after the session has ended", async () => {
  const { browser, id } = await arrive();
  await testApi.pool.query("update gateway_session set ended_at = app_now() where account_id = $1", [id]);
  expect(await answer(browser, "allow")).toBe(`${belair}/`);
  expect(await consentsOf(id)).toEqual([]);
});

test("A-364 rejects a consent from a page of another site or by a link", async () => {
  const { browser, id } = await arrive();
  for (const origin of ["https://attacker.example", "http://intact.localhost:3000", "null"])
    expect(await answer(browser, "allow", { origin })).toMatch(/^200 /);
  await follow(browser, `${consentPath(browser)}?answer=allow`);
  expect(await consentsOf(id)).toEqual([]);
});

/** Ends what is not the owner's, by a freeze or a new password. */
async function takeBack(
  how: "freeze" | "reset",
  { accountId, accountEmail }: { accountId: string; accountEmail: string },
) {
  if (how === "freeze")
    return dataOf(await clientOf(testApi, securityEndpoints).freeze(await openSession(testApi, accountId)));
  const person = new Recoverer(testApi);
  const started = await person.startReset(accountEmail);
  const { id, token } = await person.proven(started, (await newestReset(testApi, accountEmail)).code);
  return dataOf(await person.password(id, { password: nextPassword, token, postalCode: "H2X 1Y4" }));
}

test.each(["freeze", "reset"] as const)(
  "A-483 a consent that another person may have given ends with a %s, and an older one stays",
  async (how) => {
    const holder = await newHolder(testApi);
    await testApi.pool.query(
      `insert into allowed_application (account_id, client_id, scopes, consented_at)
       values ($1, 'trips', '{email}', app_now()), ($1, 'hotels', '{email}', app_now() - interval '73 hours')`,
      [holder.accountId],
    );
    await takeBack(how, holder);
    expect((await consentsOf(holder.accountId)).map(({ client_id }) => client_id)).toEqual(["hotels"]);
  },
);

test("A-508 a consent that its owner denies ends, however old", async () => {
  const { browser, verifier, id } = await arrive();
  await application.finish(await answer(browser, "allow"), verifier);
  await testApi.moveClock(10 * 24 * 3600);
  const security = clientOf(testApi, securityEndpoints);
  const owner = await openSession(testApi, id);
  const { activities } = dataOf(await security.activity(owner, {}));
  const denied = activities.find(({ activity }) => activity === "applicationAllowed")?.id ?? "";
  expect(await consentsOf(id)).toHaveLength(1);
  // The trail counts milliseconds, so that what was written just before its event may seem later.
  await testApi.pool.query(`
    update allowed_application set consented_at = trail.at + interval '0.9 milliseconds' from audit_event trail
    where trail.account_id = allowed_application.account_id and trail.event = 'application.allowed'`);
  dataOf(await security.freeze(owner, { denied }));
  expect(await consentsOf(id)).toEqual([]);
});
