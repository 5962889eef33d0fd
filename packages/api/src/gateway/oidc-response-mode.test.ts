import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, afterLogout, belair, callback } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const application = await Application.discover(server);
const metadata = application.configuration.serverMetadata();

async function signedInBrowser() {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  await signInFor(browser, (await application.start()).url, email);
  return browser;
}
const browser = await signedInBrowser();
const html = { accept: "text/html" };

/** The parameters that an application receives in a response mode. */
const receivers: Readonly<Record<string, (response: Response) => Promise<URLSearchParams>>> = {
  query: async (response) => new URL(response.headers.get("location") ?? "").searchParams,
  fragment: async (response) =>
    new URLSearchParams(new URL(response.headers.get("location") ?? "").hash.replace("#", "")),
  form_post: async (response) => {
    const fields = (await response.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
    return new URLSearchParams([...fields].map(([, name = "", value = ""]) => [name, value]));
  },
};

describe("response modes", () => {
  test("are listed exactly", () => {
    expect(new Set(metadata.response_modes_supported)).toEqual(new Set(Object.keys(receivers)));
  });

  test.each(Object.keys(receivers))("bring the code of a sign-in by %s", async (mode) => {
    const { url, verifier } = await application.start({ response_mode: mode });
    const response = await browser.send("GET", `${url.pathname}${url.search}`, { headers: html });
    const parameters = await receivers[mode]?.(response);
    const tokens = await application.finish(`${callback}?${parameters}`, verifier);
    expect(tokens.claims()?.iss).toBe(`${belair}/oidc`);
  });

  test.each(Object.keys(receivers))("bring a refusal by %s", async (mode) => {
    const { url } = await application.start({ response_mode: mode, prompt: "none" });
    const response = await openBrowser(server).send("GET", `${url.pathname}${url.search}`, { headers: html });
    const parameters = await receivers[mode]?.(response);
    expect([parameters?.get("error"), parameters?.get("state")]).toEqual(["login_required", "kept-state"]);
  });
});

describe("the page of form_post", () => {
  async function open(state = "kept-state") {
    const { url } = await application.start({ response_mode: "form_post", ui_locales: "en", state });
    const response = await browser.send("GET", `${url.pathname}${url.search}`, { headers: html });
    return { policy: response.headers.get("content-security-policy") ?? "", page: await response.text() };
  }

  test("submits itself by a script that its policy allows, to a callback that may redirect anywhere", async () => {
    const { page, policy } = await open();
    expect(page).toContain(`<form id="response" method="post" action="${callback}">`);
    const script = /<script>(.*)<\/script>/.exec(page)?.[1] ?? "none";
    expect(policy).toContain(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(policy).not.toContain("form-action");
  });

  test("has a button in both languages for a browser without scripts", async () => {
    const { page } = await open();
    const buttons = page.matchAll(/<section lang="(..-CA)">.*?<button form="response">(\w+)<\/button>/gs);
    expect([...buttons].map(([, ...button]) => button)).toEqual([
      ["en-CA", "Continue"],
      ["fr-CA", "Continuer"],
    ]);
  });

  test("has status 200 for a refusal too, because a proxy may replace error pages by its own", async () => {
    const { url } = await application.start({ response_mode: "form_post", prompt: "none" });
    const response = await openBrowser(server).send("GET", `${url.pathname}${url.search}`, { headers: html });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('value="login_required"')]);
  });

  test("escapes markup in the state", async () => {
    const { page } = await open('"><script>alert(1)</script>');
    expect(page).toContain('name="state" value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect([...page.matchAll(/<script/g)]).toHaveLength(1);
  });
});

describe("a request that another site posts", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test("signs in over the session of a signed-in person", async () => {
    const { url, verifier } = await application.start();
    const posted = await openBrowser(server).send("POST", url.pathname, {
      headers: form,
      body: String(url.searchParams),
    });
    expect(posted.status).toBe(303);
    const response = await browser.get(posted.headers.get("location") ?? "");
    const tokens = await application.finish(response.headers.get("location") ?? "", verifier);
    expect(tokens.claims()?.aud).toBe("claims");
  });

  test("is refused by name where the URL that repeats it would be too long for a server", async () => {
    testApi.logged.length = 0;
    const body = `client_id=claims&state=${'"'.repeat(5000)}`;
    const response = await openBrowser(server).send("POST", "/oidc/authorize", { headers: { ...form, ...html }, body });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("A-1")]);
    expect(testApi.logged.join()).toContain("request-too-long");
  });

  test("asks a signed-in person to confirm a sign-out", async () => {
    const body = String(new URLSearchParams({ client_id: "claims", post_logout_redirect_uri: afterLogout }));
    const posted = await openBrowser(server).send("POST", "/oidc/logout", { headers: { ...form, ...html }, body });
    const response = await browser.send("GET", posted.headers.get("location") ?? "", { headers: html });
    expect(await response.text()).toContain("op.logoutForm");
  });
});
