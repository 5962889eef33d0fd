import { addTestPasskey } from "@vestibule/api/passkeys/test/add-test-passkey.ts";
import { Authenticator } from "@vestibule/api/passkeys/test/authenticator.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { signedInPerson } from "../../../../../../test/signed-in.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import * as overview from "../overview.route.tsx";
import * as proof from "../proof.route.tsx";
import { accountProofSlice } from "../session-slice.server.ts";
import * as newPasskey from "./new-passkey.route.tsx";
import * as passkeyOffer from "./passkey-offer.route.tsx";
import * as passkeys from "./passkeys.route.tsx";

const testApi = await openTestApi();

async function signedIn(openedBy: "password" | "ticket" = "password") {
  const { caller, accountId } = await signedInPerson(testApi);
  await testApi.pool.query("update gateway_session set opened_by = $1 where account_id = $2", [openedBy, accountId]);
  const user = createPortalUser(testApi);
  user.cookies.set("PD-H-SESSION-ID", caller.gatewaySession);
  return { user, accountId };
}

const sessionEnd = new Date(Date.now() + 3_600_000).toISOString();
const headers = { "iv-user": "maelle@courrier.example", "x-session-end": sessionEnd, "user-agent": "(iPhone; CPU)" };
const pages = { "": overview, proof, passkeys, "new-passkey": newPasskey, "passkey-offer": passkeyOffer };
const open = (user: PortalUser, page: keyof typeof pages) =>
  atPortal(user, pages[page].loader as never, { path: `/account/${page}`, headers });
const post = (user: PortalUser, page: keyof typeof pages, form: Record<string, string>) =>
  atPortal(user, pages[page].action as never, { path: `/account/${page}`, headers, form });
const offering = (offersPasskey: boolean) => ({ data: { offersPasskey } });

test("offers a passkey after a ticket opened the session, until the person declines", async () => {
  const { user } = await signedIn("ticket");
  expect(await open(user, "")).toMatchObject(offering(true));
  expect(await post(user, "", { passkeyOffer: "declined" })).toEqual({ kind: "redirected", to: "/account" });
  expect(await open(user, "")).toMatchObject(offering(false));
  expect(await open((await signedIn()).user, "")).toMatchObject(offering(false));
});

test("leads to the passkeys once, after a new password of a person who has some", async () => {
  const { user, accountId } = await signedIn("ticket");
  await addTestPasskey(testApi.deps, { accountId, origin: user.requestContext.origin });
  expect(await open(user, "")).toEqual({ kind: "redirected", to: "/account/passkeys" });
  expect(await open(user, "passkeys")).toMatchObject({ data: { isReview: true, passkeys: [{}] } });
  expect(await open(user, "")).toMatchObject(offering(false));
});

test("names a new passkey after the device", async () => {
  const { user } = await signedIn();
  expect(await open(user, "new-passkey")).toMatchObject({ data: { device: "iphone" } });
});

test("asks for a proof first where the last one is too old, and comes back", async () => {
  const { user, accountId } = await signedIn();
  await testApi.pool.query(
    "update gateway_session set started_at = started_at - interval '10 minutes' where account_id = $1",
    [accountId],
  );
  expect(await open(user, "new-passkey")).toEqual({ kind: "redirected", to: "/account/proof" });
  expect(user.requestContext.session.get(accountProofSlice)).toEqual({ next: "new-passkey" });
});

describe("the page that asks for a proof", () => {
  const optionsOf = async (user: PortalUser) =>
    ((await open(user, "proof")) as { data: Awaited<ReturnType<typeof proof.loader>> }).data.passkeyOptions;

  test("accepts a passkey of the account once, and comes back", async () => {
    const { user, accountId } = await signedIn();
    expect(await optionsOf(user)).toBeUndefined();
    const { origin } = user.requestContext;
    const authenticator = await addTestPasskey(testApi.deps, { accountId, origin });
    user.requestContext.session.set(accountProofSlice, { next: "email" });
    const { challenge = "" } = (await optionsOf(user)) ?? {};
    const passkey = JSON.stringify(authenticator.respond(challenge, { origin }));
    expect(await post(user, "proof", { passkey })).toEqual({ kind: "redirected", to: "/account/email" });
    expect(await post(user, "proof", { passkey })).toMatchObject({ status: 400, data: { alert: "passkeyRefused" } });
  });

  test("asks for the password alone where every passkey is blocked", async () => {
    const { user, accountId } = await signedIn();
    await addTestPasskey(testApi.deps, { accountId, origin: user.requestContext.origin });
    await testApi.pool.query("update passkey set blocked_at = now() where account_id = $1", [accountId]);
    expect(await optionsOf(user)).toBeUndefined();
  });
});

test("renames and removes a passkey, and ignores one that was already removed", async () => {
  const { user, accountId } = await signedIn();
  await addTestPasskey(testApi.deps, { accountId, origin: user.requestContext.origin });
  const { rows } = await testApi.pool.query("select id from passkey where account_id = $1", [accountId]);
  const id: string = rows[0].id;
  expect(await post(user, "passkeys", { change: "rename", id, passkeyName: "Tablette" })).toMatchObject({
    kind: "redirected",
  });
  expect(await open(user, "passkeys")).toMatchObject({
    data: { changed: "renamed", passkeys: [{ name: "Tablette" }] },
  });
  for (let count = 0; count < 2; count++)
    expect(await post(user, "passkeys", { change: "remove", id })).toEqual({
      kind: "redirected",
      to: "/account/passkeys",
    });
  expect(await open(user, "passkeys")).toMatchObject({ data: { changed: "removed", passkeys: [] } });
});

test.each([
  ["a passkey of no device", { passkeyName: "iPhone", passkey: "{}" }, "refused"],
  ["no passkey, as without a script", { passkeyName: "iPhone" }, "script"],
])("draws the form again for %s", async (_what, form, alert) => {
  const { user } = await signedIn();
  expect(await post(user, "new-passkey", form)).toMatchObject({ status: 400, data: { alert } });
});

describe("the passkey that is offered after a code", () => {
  const goesOn = { kind: "redirected", to: "/pkmslogin.continue" };

  test("is created like any other, and the person goes on", async () => {
    const { user, accountId } = await signedIn();
    const opened = (await open(user, "passkey-offer")) as { data: Awaited<ReturnType<typeof passkeyOffer.loader>> };
    const { challenge, user: owner } = opened.data.options;
    const { origin } = user.requestContext;
    const passkey = JSON.stringify(new Authenticator().create(challenge, owner.id, { origin }));
    expect(await post(user, "passkey-offer", { passkeyName: "iPhone", passkey })).toEqual(goesOn);
    const { rows } = await testApi.pool.query("select name from passkey where account_id = $1", [accountId]);
    expect(rows).toEqual([{ name: "iPhone" }]);
  });

  test("is refused, and the person goes on", async () => {
    const { user, accountId } = await signedIn();
    expect(await post(user, "passkey-offer", { answer: "declined" })).toEqual(goesOn);
    const { rows } = await testApi.pool.query("select passkey_declined_at from account where id = $1", [accountId]);
    expect(rows).toEqual([{ passkey_declined_at: expect.any(Date) }]);
  });

  test("is asked for again where the device answered something else", async () => {
    const { user } = await signedIn();
    const form = { passkeyName: "iPhone", passkey: "{}" };
    expect(await post(user, "passkey-offer", form)).toMatchObject({ status: 400, data: { alert: "refused" } });
  });
});
