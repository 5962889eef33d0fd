import { flow, type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson, Visitor } from "../../../../../../test/registration.ts";
import { reachPage } from "../../../../../../test/registration-pages.ts";
import { atPortal, copySession, createPortalUser, type PortalUser, redirected } from "../../../../test/portal.ts";
import { userAt, userOf } from "../../../../test/registering.ts";
import { registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import * as confirmation from "../account/confirmation.route.tsx";
import * as create from "../account/create.route.tsx";
import * as welcomeBack from "../account/welcome-back.route.tsx";
import * as accountType from "../account-type/account-type.route.tsx";
import { loader as startLoader } from "../actions.route.ts";
import * as identification from "../identification/identification.route.tsx";
import * as username from "../verify/username.route.tsx";
import * as verifyCode from "../verify/verify-code.route.tsx";
import * as verifyOptions from "../verify/verify-options.route.tsx";

const testApi = await openTestApi();

const loaders = {
  [flow.ACCOUNT_TYPE.path]: accountType.loader,
  [flow.EMAIL_IDENTIFICATION.path]: identification.loader,
  [flow.VERIFY_OPTIONS.path]: verifyOptions.loader,
  [flow.VERIFY_CODE.path]: verifyCode.loader,
  [flow.ASK_USERNAME.path]: username.loader,
  [flow.CREATE.path]: create.loader,
  [flow.CONFIRM.path]: confirmation.loader,
  [flow.WELCOME_BACK.path]: welcomeBack.loader,
};
const paths = Object.keys(loaders) as (keyof typeof loaders)[];

const start = flow.ACCOUNT_TYPE.path;
const identify = flow.EMAIL_IDENTIFICATION.path;
const options = flow.VERIFY_OPTIONS.path;

/** Earlier URLs that go back from a page before verification. */
const stepsBackTo: Partial<Record<Page, readonly string[]>> = {
  EMAIL_IDENTIFICATION: [start],
  POLICY_IDENTIFICATION: [start],
  MULTIPLE_PROFILES: [start],
  VERIFY_OPTIONS: [start, identify],
  VERIFY_CODE: [start, identify, options],
};

const open = (user: PortalUser, path: keyof typeof loaders) => atPortal<object>(user, loaders[path], { path });

describe("with a session at each page", () => {
  it.each(pages)("A-163 every URL shows the page %s, steps back or redirects to the current page", async (page) => {
    const home = flow[page].path;
    const isLast = flow[page].step === "DONE";
    let user = await userAt(testApi, page);
    for (const path of paths) {
      const result = await open(user, path);
      // Entering the other flow ends this registration.
      if (page === "REDIRECT") user = await userAt(testApi, page);
      if (path === home) expect(result).toMatchObject({ kind: "rendered", status: 200 });
      else if (stepsBackTo[page]?.includes(path)) {
        expect(result).toEqual(redirected(path));
        expect(await open(user, path)).toMatchObject({ kind: "rendered" });
        user = await userAt(testApi, page);
      } else expect(result).toEqual(redirected(path === flow.WELCOME_BACK.path || isLast ? "/" : home));
    }
  });
});

describe("a redirect to another page", () => {
  it.each(paths)("keeps the query string of %s, without a session", async (path) => {
    const result = await atPortal<object>(createPortalUser(testApi), loaders[path], {
      path: `${path}?webview=true&token=x&email=a@b.example`,
    });
    if (path === start) expect(result).toMatchObject({ kind: "rendered" });
    else expect(result).toEqual(redirected(`${path === flow.WELCOME_BACK.path ? "/" : start}?webview=true`));
  });

  it("keeps the query string of the URL that starts a registration", async () => {
    const path = "/create-an-account/start?webview=true&token=x&email=a@b.example";
    const result = await atPortal<object>(createPortalUser(testApi), async (args) => startLoader(args), { path });
    expect(result).toEqual(redirected(`${start}?webview=true`));
  });

  it("keeps the query string, with a session at another page", async () => {
    const user = await userAt(testApi, "VERIFY_OPTIONS");
    for (const path of [flow.CREATE.path, identify] as const)
      expect(await atPortal<object>(user, loaders[path], { path: `${path}?webview=true` })).toEqual(
        redirected(`${path === identify ? identify : options}?webview=true`),
      );
  });
});

describe("without a session", () => {
  it.each(paths)("A-163 %s starts registration, or redirects to its start", async (path) => {
    const user = createPortalUser(testApi);
    const result = await open(user, path);
    if (path === start) expect(result).toMatchObject({ kind: "rendered" });
    else expect(result).toEqual(redirected(path === flow.WELCOME_BACK.path ? "/" : start));
  });

  it("redirects to the login page, with a notice, after the session has ended", async () => {
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    const user = userOf(testApi, visitor);
    await visitor.call("cancel");
    expect(await open(user, identify)).toEqual(redirected("/"));
    expect(user.requestContext.session.contents).toEqual({ notice: "sessionEnded" });
  });
});

describe("a prefetched URL", () => {
  it("does not step back", async () => {
    const user = await userAt(testApi, "VERIFY_OPTIONS");
    const ahead = { path: start, headers: { "sec-purpose": "prefetch;prerender" } };
    expect(await atPortal<object>(user, loaders[start], ahead)).toEqual(redirected(options));
    expect(await open(user, options)).toMatchObject({ kind: "rendered" });
  });
});

describe("an outdated cookie", () => {
  it("continues the journey at two servers that each lost an answer", async () => {
    const { visitor } = await reachPage.EMAIL_IDENTIFICATION(testApi);
    const { token = "" } = visitor;
    const person = await newPerson(testApi, { cell_phone: null });
    // The server of the form lost its answer, so the cookie has the token before.
    await visitor.call("identify", { email: person.email });
    const user = userOf(testApi, visitor);
    for (let lost = 0; lost < 2; lost++) {
      user.requestContext.session.set(registrationSlice, { token });
      expect(await open(user, flow.VERIFY_CODE.path)).toMatchObject({ kind: "rendered" });
    }
    expect(await open(user, flow.VERIFY_CODE.path)).toMatchObject({ kind: "rendered" });
  });

  /** A portal user whose token was replaced by calls that this server has not seen. */
  async function userWithOutdatedToken() {
    const { visitor } = await reachPage.EMAIL_IDENTIFICATION(testApi);
    const user = userOf(testApi, visitor);
    await visitor.call("page");
    await visitor.call("page");
    return user;
  }

  it("is retried three times if another server has seen the newest token, and then ends the session", async () => {
    const user = await userWithOutdatedToken();
    const visits: string[] = [];
    for (let path: string = identify; path.startsWith(identify); ) {
      const result = await atPortal<object>(user, identification.loader, { path });
      path = result.kind === "redirected" ? result.to : "drawn";
      visits.push(path);
    }
    expect(visits).toEqual([`${identify}?again=1`, `${identify}?again=2`, `${identify}?again=3`, "/"]);
  });

  it("ends the session at a URL whose count of retries is not a number", async () => {
    const user = await userWithOutdatedToken();
    const result = await atPortal<object>(user, identification.loader, { path: `${identify}?again=x` });
    expect(result).toMatchObject(redirected("/"));
  });

  it("lets two tabs open the same page at the same time", async () => {
    const user = await userAt(testApi, "VERIFY_CODE");
    const tabs = [0, 1].map(() => createPortalUser(testApi, { session: copySession(user) }));
    const responses = await Promise.all(tabs.map((tab) => open(tab, flow.VERIFY_CODE.path)));
    for (const result of responses) expect(result).toMatchObject({ kind: "rendered" });
  });
});

describe("a person without a contact method", () => {
  it("is redirected to the unavailable-option roadblock", async () => {
    const person = await newPerson(testApi, { email: null, cell_phone: null });
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    await visitor.call("identify", person.policy);
    const user = userOf(testApi, visitor);
    expect(await open(user, options)).toEqual(redirected("/create-an-account/roadblock/unavailable-option"));
  });
});
