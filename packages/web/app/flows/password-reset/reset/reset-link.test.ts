import { expect, test } from "vitest";
import { linkCaller, linkClients } from "../../../../../../test/links.ts";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newestReset, newHolder, nextPassword } from "../../../../../../test/recovery.ts";
import { atPortal, createPortalUser, redirected } from "../../../../test/portal.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { startRecovery } from "../forgot/start-recovery.server.ts";
import * as reset from "./reset.route.tsx";

const testApi = await openTestApi();

const form = { postalCode: "H2X 1Y4", password: nextPassword, passwordConfirmation: nextPassword };

/** A browser that opened the link of a reset's e-mail, which another browser requested. */
async function arrived() {
  const holder = await newHolder(testApi);
  await startRecovery(createPortalUser(testApi).requestContext, holder.accountEmail);
  const { token } = await newestReset(testApi, holder.accountEmail);
  const read = await linkClients(testApi).links.read(linkCaller, token);
  if (read.kind !== "ok" || read.data.action === "TOKEN_EXPIRED") throw new Error("the link is not live");
  return {
    holder,
    token,
    open: () =>
      createPortalUser(testApi, { session: { link: { token, answer: structuredClone(read.data) } as never } }),
  };
}
const post = (user: ReturnType<typeof createPortalUser>, typed: Record<string, string> = form) =>
  atPortal<unknown>(user, reset.action as never, { path: "/reset", form: typed });

test("sets a new password by a link on another device, and shows the masked e-mail", async () => {
  const { holder, open } = await arrived();
  const user = open();
  const page = await atPortal<{ page: unknown }>(user, reset.loader as never, { path: "/reset" });
  const drawn = { kind: "form", data: { kind: "link", email: undefined, fact: "postalCode" } };
  expect(page).toMatchObject({ data: { page: drawn } });
  expect(JSON.stringify(page)).not.toContain(holder.accountEmail);
  expect(await post(user)).toEqual(redirected("/reset"));
  const { accountEmail: email } = holder;
  expect(user.requestContext.session.contents).toMatchObject({ loginEmail: email, finishedReset: { email } });
  expect(user.requestContext.session.get(linkSlice)).toBeUndefined();
});

test("A-119 sets one password when a link is opened in two browsers: the second sees that it has expired", async () => {
  const { token, open } = await arrived();
  const first = open();
  const second = open();
  expect(await post(first)).toEqual(redirected("/reset"));
  expect(await post(second)).toEqual(redirected("/roadblock/token-expired"));
  expect(second.requestContext.session.contents).toMatchObject({
    expiredLink: { token },
    roadblock: { id: "token-expired" },
  });
  expect(second.requestContext.session.get(linkSlice)).toBeUndefined();
});

test("rejects a part of the e-mail in the password on the server, because a link does not reveal the e-mail", async () => {
  const { holder, open } = await arrived();
  const piece = holder.accountEmail.split("@")[0]?.split("-")[1] ?? "";
  const password = `${piece}-Vent-A4!`;
  expect(await post(open(), { ...form, password, passwordConfirmation: password })).toMatchObject({
    status: 400,
    data: { errors: { password: { key: "containsEmail" } }, values: { postalCode: "H2X 1Y4" } },
  });
});
