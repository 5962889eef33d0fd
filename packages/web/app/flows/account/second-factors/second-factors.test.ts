import { totpCode } from "@vestibule/api/second-factor/test/totp-code.ts";
import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { firstPassword, newHolder } from "../../../../../../test/recovery.ts";
import { openSession } from "../../../../../../test/signed-in.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { drawQrCode } from "../../../form/qr-code.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import * as email from "../email.route.tsx";
import * as proof from "../proof.route.tsx";
import * as newAuthenticator from "./new-authenticator.route.tsx";
import * as recoveryCodes from "./recovery-codes.route.tsx";
import { action as saveFile } from "./recovery-codes-file.route.ts";
import * as secondFactors from "./second-factors.route.tsx";

const testApi = await openTestApi();
const headers = {
  "iv-user": "maelle@courrier.example",
  "x-session-end": new Date(Date.now() + 3_600_000).toISOString(),
};
const pages = {
  email,
  proof,
  "second-factors": secondFactors,
  "new-authenticator": newAuthenticator,
  "recovery-codes": recoveryCodes,
};
type Page = keyof typeof pages;
const open = (user: PortalUser, page: Page, query = "") =>
  atPortal(user, pages[page].loader as never, { path: `/account/${page}${query}`, headers });
const post = (user: PortalUser, page: Page, form: Record<string, string>) =>
  atPortal(user, pages[page].action as never, { path: `/account/${page}`, headers, form });

async function signedIn() {
  const { accountId } = await newHolder(testApi);
  const { gatewaySession } = await openSession(testApi, accountId);
  const user = createPortalUser(testApi);
  user.cookies.set("PD-H-SESSION-ID", gatewaySession);
  return { user, accountId };
}

type Setup = Exclude<Awaited<ReturnType<typeof newAuthenticator.loader>>["setup"], undefined>;
const setupOf = async (user: PortalUser) => {
  const result = (await open(user, "new-authenticator")) as { data: { setup?: Setup } };
  return result.data.setup;
};
const codeOf = (groups: readonly string[], secondsLater = 0) =>
  totpCode(groups.join(""), new Date(testApi.deps.clock.now().getTime() + secondsLater * 1000));

async function withApp() {
  const { user, accountId } = await signedIn();
  const { groups } = (await setupOf(user)) ?? { groups: [] };
  await post(user, "new-authenticator", { authenticatorName: "Téléphone", securityCode: codeOf(groups) });
  await testApi.pool.query("update gateway_session set second_proven_at = null where account_id = $1", [accountId]);
  await testApi.pool.query("update authenticator set last_step = 0 where account_id = $1", [accountId]);
  return { user, accountId, groups };
}

test("adds an app with the code of its key, and shows it once as added", async () => {
  const { user } = await signedIn();
  const setup = await setupOf(user);
  expect(setup?.uri).toContain(setup?.groups.join(""));
  expect(setup?.code).toEqual(drawQrCode(setup?.uri ?? ""));
  const form = { authenticatorName: "Téléphone", securityCode: codeOf(setup?.groups ?? [], 120) };
  expect(await post(user, "new-authenticator", form)).toMatchObject({
    status: 400,
    data: { errors: { securityCode: { key: "clockAhead" } }, values: { authenticatorName: "Téléphone" } },
  });
  // The page keeps its key, so that what was scanned stays valid.
  expect(await setupOf(user)).toEqual(setup);
  const right = { ...form, securityCode: codeOf(setup?.groups ?? []) };
  expect(await post(user, "new-authenticator", right)).toEqual({ kind: "redirected", to: "/account/second-factors" });
  const shown = { authenticators: [{ name: "Téléphone", isOff: false }], codes: undefined };
  expect(await open(user, "second-factors")).toMatchObject({ data: { ...shown, changed: "added" } });
  expect(await open(user, "second-factors")).toMatchObject({ data: { ...shown, changed: undefined } });
});

describe("the page that asks for a proof", () => {
  test("A-313 asks for a code in addition to the password before a change of the methods, and comes back", async () => {
    const { user, accountId, groups } = await withApp();
    await testApi.pool.query(
      "update gateway_session set started_at = started_at - interval '11 minutes' where account_id = $1",
      [accountId],
    );
    expect(await open(user, "new-authenticator")).toEqual({ kind: "redirected", to: "/account/proof" });
    expect(await open(user, "proof")).toMatchObject({ data: { asksPassword: true, second: "securityCode" } });
    const wrong = await post(user, "proof", { loginPassword: firstPassword, securityCode: "000000" });
    expect(wrong).toMatchObject({ status: 400, data: { errors: { securityCode: { key: "wrongApp" } } } });
    expect(await open(user, "proof")).toMatchObject({ data: { asksPassword: false } });
    expect(await post(user, "proof", { securityCode: codeOf(groups) })).toEqual({
      kind: "redirected",
      to: "/account/new-authenticator",
    });
  });

  test("asks for the password alone before another change", async () => {
    const { user, accountId } = await withApp();
    await testApi.pool.query(
      "update gateway_session set started_at = started_at - interval '11 minutes' where account_id = $1",
      [accountId],
    );
    expect(await open(user, "email")).toEqual({ kind: "redirected", to: "/account/proof" });
    expect(await open(user, "proof")).toMatchObject({ data: { asksPassword: true, second: undefined } });
  });

  test("accepts a recovery code in place of the app’s", async () => {
    const { user, groups } = await withApp();
    await open(user, "recovery-codes");
    await post(user, "proof", { securityCode: codeOf(groups) });
    const made = (await post(user, "recovery-codes", {})) as { data: { codes: string[] } };
    const [code = ""] = made.data.codes;
    await testApi.pool.query("update gateway_session set second_proven_at = null");
    expect(await open(user, "recovery-codes")).toEqual({ kind: "redirected", to: "/account/proof" });
    expect(await open(user, "proof", "?with=recovery-code")).toMatchObject({
      data: { asksPassword: false, second: "recoveryCode" },
    });
    expect(await post(user, "proof", { recoveryCode: "K7QM" })).toMatchObject({
      data: { errors: { recoveryCode: { key: "incomplete" } } },
    });
    const proven = { kind: "redirected", to: "/account/recovery-codes" };
    expect(await post(user, "proof", { recoveryCode: code.toLowerCase() })).toEqual(proven);
    const again = await post(user, "proof", { recoveryCode: code });
    expect(again).toMatchObject({ status: 400, data: { errors: { recoveryCode: { key: "wrong" } } } });
    expect(JSON.stringify(again)).not.toContain(code);
  });
});

describe("recovery codes", () => {
  async function saved({ requestContext }: PortalUser, codes: string): Promise<Response> {
    const url = new URL("/account/recovery-codes.txt", requestContext.origin);
    const request = new Request(url, { method: "POST", headers, body: new URLSearchParams({ codes }) });
    const context = new RouterContextProvider();
    context.set(requestContextKey, requestContext);
    return (await saveFile({ request, url, context, params: {} } as never)) as Response;
  }

  test("are shown in the response to the form alone", async () => {
    const { user } = await signedIn();
    expect(await open(user, "recovery-codes")).toMatchObject({ data: { hasCodes: false } });
    const { data } = (await post(user, "recovery-codes", {})) as { data: { codes: string[] } };
    expect(data.codes).toHaveLength(10);
    const page = await open(user, "recovery-codes");
    expect(page).toMatchObject({ data: { hasCodes: true } });
    for (const code of data.codes) expect(JSON.stringify([page, user.requestContext.session])).not.toContain(code);
  });

  test("are saved as a text file, which contains nothing but codes that were sent", async () => {
    const { user } = await signedIn();
    const file = await saved(user, "K7QM-4TXP-9WHD 2F8C-VR3N-J6ZA");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(await file.text()).toContain("\r\nK7QM-4TXP-9WHD\r\n2F8C-VR3N-J6ZA\r\n");
    const other = await saved(user, "<script>alert(1)</script>");
    expect(other).not.toHaveProperty("headers");
  });
});

test("saves which method comes first, and shows the page again for one that the account has no longer", async () => {
  const { user } = await withApp();
  const toPage = { kind: "redirected", to: "/account/second-factors" };
  expect(await open(user, "second-factors")).toMatchObject({ data: { first: "authenticator" } });
  expect(await post(user, "second-factors", { change: "first", first: "text" })).toEqual(toPage);
  const chosen = { first: "text", methods: [{ id: "text" }, { id: "authenticator" }, { id: "call" }] };
  expect(await open(user, "second-factors")).toMatchObject({ data: { ...chosen, changed: "first" } });
  for (const first of ["text.2", ""])
    expect(await post(user, "second-factors", { change: "first", first })).toEqual(toPage);
  expect(await open(user, "second-factors")).toMatchObject({ data: { ...chosen, changed: undefined } });
});

test("renames and removes an app, and ignores one that was already removed", async () => {
  const { user, groups } = await withApp();
  await post(user, "proof", { securityCode: codeOf(groups) });
  const { rows } = await testApi.pool.query(
    "select id from authenticator where name = 'Téléphone' order by created_at desc limit 1",
  );
  const id: string = rows[0].id;
  const toPage = { kind: "redirected", to: "/account/second-factors" };
  expect(await post(user, "second-factors", { change: "rename", id, authenticatorName: "Tablette" })).toEqual(toPage);
  expect(await open(user, "second-factors")).toMatchObject({
    data: { changed: "renamed", authenticators: [{ name: "Tablette" }] },
  });
  for (let count = 0; count < 2; count++)
    expect(await post(user, "second-factors", { change: "remove", id })).toEqual(toPage);
  expect(await open(user, "second-factors")).toMatchObject({ data: { authenticators: [] } });
});
