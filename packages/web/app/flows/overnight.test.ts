import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { describe, expect, test } from "vitest";
import { newHolder } from "../../../../test/recovery.ts";
import { openPortal, PortalBrowser, visibleText, words } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

/** A browser that still shows yesterday's page, after all of its cookies have expired. */
async function leftOpen(): Promise<PortalBrowser> {
  const browser = new PortalBrowser(portal);
  await browser.open("/");
  browser.cookies.clear();
  return browser;
}

describe("the login page left open overnight", () => {
  test("signs in as if it had just been opened", async () => {
    const { accountEmail } = await newHolder(testApi);
    const browser = await leftOpen();
    const response = await browser.post("/", {
      email: accountEmail,
      loginPassword: "Grand-Vent-42",
      rememberMe: "yes",
    });
    expect(response.status).toBe(200);
    expect(response.main).toContain('action="/pkmslogin.form"');
    expect(response.main).toContain(`value="${accountEmail}"`);
  });

  test("keeps the typed e-mail when a field is invalid, and never the password", async () => {
    const browser = await leftOpen();
    const response = await browser.post("/", { email: "maelle@courrier.example", loginPassword: "" });
    expect(response.status).toBe(400);
    expect(response.main).toContain('value="maelle@courrier.example"');
  });

  test("opens the password reset, changes the language and starts a registration", async () => {
    const browser = await leftOpen();
    expect((await browser.open("/forgot")).status).toBe(200);
    expect((await browser.post("/preferences", { language: "fr", returnTo: "/" })).location).toBe("/?cookies=check");
    expect((await browser.post("/create-an-account/start", {})).location).toBe(flow.ACCOUNT_TYPE.path);
  });
});

describe("a roadblock left open overnight", () => {
  test.each([
    ["login", "/"],
    ["registration", flow.ACCOUNT_TYPE.path],
    ["forgot", "/forgot"],
  ])("still has a working exit %s", async (exit, target) => {
    const browser = await leftOpen();
    expect((await browser.post("/roadblock/leave", { exit })).location).toBe(target);
    expect((await browser.open(target)).status).toBe(200);
  });

  test("cannot renew a link, and asks to open the link again", async () => {
    const browser = await leftOpen();
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/");
    expect(visibleText(await browser.open("/"))).toContain(words("login:notice.linkForgotten.title"));
  });

  test("still shows an agent’s number for a changed e-mail or number", async () => {
    const browser = await leftOpen();
    expect((await browser.post("/contact-changed", { from: "code" })).location).toBe("/roadblock/contact-changed");
    expect((await browser.open("/roadblock/contact-changed")).status).toBe(200);
  });
});

/** The path of a redirect, which asks a browser without cookies to be checked for them by its query. */
const pathOf = ({ location }: { location?: string | null | undefined }) => location?.split("?")[0];

describe("after its session data has expired, a submitted form leads to a page that says so:", () => {
  const saysSo = words("registration:journey.lost.title");
  const smart = [flow.ACCOUNT_TYPE, flow.VERIFY_CODE, flow.CREATE, flow.ASK_USERNAME].map(({ path }) => path);
  test.each([...smart, "/create-an-account/back", "/create-an-account/resend"])(
    "smart registration, %s",
    async (path) => {
      const browser = await leftOpen();
      expect(pathOf(await browser.post(path, { securityCode: "123456" }))).toBe(flow.ACCOUNT_TYPE.path);
      expect(visibleText(await browser.open(flow.ACCOUNT_TYPE.path))).toContain(saysSo);
      expect(visibleText(await browser.open(flow.ACCOUNT_TYPE.path))).not.toContain(saysSo);
    },
  );

  test("a registration that is complete leads to the login page, with the e-mail of the new account", async () => {
    const browser = await leftOpen();
    expect((await browser.post(flow.CONFIRM.path, { email: "maelle@courrier.example" })).location).toBe("/");
    const login = await browser.open("/");
    expect(visibleText(login)).toContain(words("login:notice.accountReady.title"));
    expect(login.main).toContain('value="maelle@courrier.example"');
  });

  test.each([
    [flow.WELCOME_BACK.path, { next: "login" }, "/"],
    [flow.WELCOME_BACK.path, { next: "forgot" }, "/forgot"],
    ["/create-an-account/cancel", {}, "/"],
  ])("or does what its button says: %s, %j", async (path, form, target) => {
    const browser = await leftOpen();
    expect((await browser.post(path, form)).location).toBe(target);
    expect(visibleText(await browser.open(flow.ACCOUNT_TYPE.path))).not.toContain(saysSo);
  });

  const policyNumberPages = [
    policyNumberFlow.VALIDATION,
    policyNumberFlow.VALIDATION_SMS,
    policyNumberFlow.PASSWORD,
    policyNumberFlow.NEW_EMAIL,
  ];
  const forms = ["back", "resend", "stay", "account-creation/send-again"].map((name) => `/registration/${name}`);
  test.each([...policyNumberPages.map(({ path }) => path), ...forms])(
    "registration by policy number, %s",
    async (path) => {
      const browser = await leftOpen();
      expect(pathOf(await browser.post(path, { securityCode: "123456" }))).toBe(policyNumberFlow.IDENTIFICATION.path);
      const page = visibleText(await browser.open(policyNumberFlow.IDENTIFICATION.path));
      expect(page).toContain(saysSo);
    },
  );

  test.each(["/reset", "/verify/send-again"])("recovery, %s", async (path) => {
    const browser = await leftOpen();
    expect((await browser.post(path, { postalCode: "H2X 1Y4" })).location).toBe("/forgot");
    expect(visibleText(await browser.open("/forgot"))).toContain(words("recovery:forgot.ended.title"));
  });
});
