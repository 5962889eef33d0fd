import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../../test/registration.ts";
import { identify, openPage, redirectTo } from "../../../../test/policy-number-registering.ts";
import { copySession, createPortalUser, moveMinutes, type PortalUser, redirected } from "../../../../test/portal.ts";
import { post } from "../../../../test/registering.ts";
import { policyNumberRegistrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import * as actions from "./actions.route.ts";

const testApi = await openTestApi();

async function atChooser(): Promise<PortalUser> {
  const user = createPortalUser(testApi);
  expect(await identify(user, await newPerson(testApi))).toEqual(redirectTo("VALIDATION"));
  return user;
}
const requestMoreTime = (user: PortalUser, form: Record<string, string>) =>
  post(user, actions, "/registration/stay", form);
const limitAt = (user: PortalUser) =>
  openPage(user, "VALIDATION").then((page) => (page as { data: { flow: { ends: object } } }).data.flow.ends);

describe("a registration by policy number that is about to end", () => {
  it("warns two minutes before, and continues when more time is requested", async () => {
    const user = await atChooser();
    await moveMinutes(testApi, user, 13);
    expect(await limitAt(user)).toMatchObject({ warnsInSeconds: 0, isExtended: true });
    expect(await requestMoreTime(user, { stays: "here" })).toMatchObject({ kind: "rendered", data: null });
    expect(await limitAt(user)).toMatchObject({ warnsInSeconds: expect.closeTo(13 * 60, -2), isExtended: true });
  });

  it("returns to its page without a script", async () => {
    const user = await atChooser();
    expect(await requestMoreTime(user, {})).toEqual(redirected(policyNumberFlow.VALIDATION.path));
  });

  it("cannot be extended beyond half an hour, and says so", async () => {
    const user = await atChooser();
    await moveMinutes(testApi, user, 14);
    await requestMoreTime(user, { stays: "here" });
    await moveMinutes(testApi, user, 14);
    await requestMoreTime(user, { stays: "here" });
    expect(await limitAt(user)).toMatchObject({ warnsInSeconds: 0, isExtended: false });
  });

  it("redirects to the login page, with a notice, once it has ended", async () => {
    const user = await atChooser();
    await moveMinutes(testApi, user, 15);
    expect(await requestMoreTime(user, { stays: "here" })).toEqual(redirected("/"));
    expect(user.requestContext.session.contents).toMatchObject({ notice: "sessionEnded" });
    expect(user.requestContext.session.get(policyNumberRegistrationSlice)).toBeUndefined();
  });

  it("stays open with its warning while the API is unavailable", async () => {
    const user = await atChooser();
    const before = copySession(user);
    user.requestContext.api.fetch = () => Promise.reject(new TypeError("no answer"));
    expect(await requestMoreTime(user, { stays: "here" })).toMatchObject({ kind: "rendered", data: null });
    expect(user.requestContext.session.contents).toEqual(before);
  });
});
