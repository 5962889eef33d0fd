import { describe, expect, test } from "vitest";
import { createPortalUser } from "../../../test/portal.ts";
import { openPortal, PortalBrowser } from "../../../test/portal-browser.ts";
import { submitLogin } from "./login-action.server.ts";

const password = "Grand-Vent-42";
const { testApi, portal } = await openPortal();

const createVisitor = () => new PortalBrowser(portal);
const login = { email: "moi@courrier.example", loginPassword: password };
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

describe("A-110 the handoff page", () => {
  test("is not cached, contains the password once, and has no script", async () => {
    const page = await createVisitor().post("/", login);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(count(page.html, new RegExp(password, "g"))).toBe(1);
    expect(count(page.html, /<script/g)).toBe(0);
    const form = /<form[^>]*action="\/pkmslogin.form"[\s\S]*?<\/form>/.exec(page.main)?.[0] ?? "";
    expect(count(form, /type="submit"/g)).toBe(1);
  });

  test("is the same when sent twice, and shows no password on Back", async () => {
    const browser = createVisitor();
    const pages = [await browser.post("/", login), await browser.post("/", login)];
    expect(new Set(pages.map(({ main }) => main)).size).toBe(1);
    const back = await browser.open("/");
    expect(back.headers.get("cache-control")).toBe("no-store");
    expect(back.html.includes(password)).toBe(false);
    for (const sealed of browser.cookies.values()) expect(sealed).not.toContain(password);
  });

  test("is not rendered for an invalid form, whose password is not returned", async () => {
    const page = await createVisitor().post("/", { ...login, email: "moi@" });
    expect(page.status).toBe(400);
    expect(page.html.includes(password)).toBe(false);
  });

  test("neither receives nor returns the password where the browser has a script", async () => {
    const page = await createVisitor().post("/", { email: login.email, handOff: "script" });
    expect(page.html.includes(password)).toBe(false);
  });
});

test.each([1000, 1001])(
  "redirects to the technical roadblock when the account lookup answers 400 with %i",
  async (errorCode) => {
    const user = createPortalUser(testApi);
    user.requestContext.api.fetch = (call) =>
      new URL(call.url).pathname.endsWith("/accounts/find")
        ? Response.json({ errorCode, message: "the request is invalid" }, { status: 400 })
        : testApi.apis[0].fetch(call);
    const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams(login) });
    const response = (await submitLogin(user.requestContext, { request, url: new URL(request.url) })) as Response;
    expect(response.headers.get("location")).toBe("/roadblock/technical");
  },
);

test("A-107 answers a login only with a status that does not make the browser repost it", async () => {
  const forms: Record<string, string>[] = [login, { ...login, email: "" }, { ...login, loginPassword: "" }, {}];
  for (const form of forms) expect([200, 303, 400]).toContain((await createVisitor().post("/", form)).status);
});

test("A-109 escapes markup in what was typed", async () => {
  const { html } = await createVisitor().post("/", { ...login, loginPassword: '"><script>alert(1)</script>' });
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test("an unchecked “remember me” stays unchecked when a field is invalid, although the e-mail was remembered", async () => {
  const browser = createVisitor();
  await browser.post("/", { ...login, rememberMe: "yes" });
  const box = ({ main }: { main: string }) => /<input[^>]*name="rememberMe"[^>]*>/.exec(main)?.[0];
  expect(box(await browser.open("/"))).toContain("checked");
  const invalid = { ...login, loginPassword: "" };
  expect(box(await browser.post("/", invalid))).not.toContain("checked");
  expect(box(await browser.post("/", { ...invalid, rememberMe: "yes" }))).toContain("checked");
});
