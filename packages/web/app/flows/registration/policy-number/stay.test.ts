import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { newPerson } from "../../../../../../test/registration.ts";
import { identify, leftFor, openPage } from "../../../../test/legacy-registering.ts";
import { type PortalGuest, portalGuest } from "../../../../test/portal.ts";
import { post } from "../../../../test/registering.ts";
import * as actions from "./actions.route.ts";

const testApi = await openTestApi();

async function atChooser(): Promise<PortalGuest> {
  const guest = portalGuest(testApi);
  expect(await identify(guest, await newPerson(testApi))).toEqual(leftFor("VALIDATION"));
  return guest;
}
/** Moves the clock of the database and of this browser's page. */
async function later(guest: PortalGuest, minutes: number): Promise<void> {
  await testApi.moveClock(minutes * 60);
  guest.requestContext.now = testApi.deps.clock.now();
}
const askToStay = (guest: PortalGuest, form: Record<string, string>) =>
  post(guest, actions, "/registration/stay", form);
const limitAt = (guest: PortalGuest) =>
  openPage(guest, "VALIDATION").then((page) => (page as { data: { journey: { ends: object } } }).data.journey.ends);

describe("a registration by policy number that is about to end", () => {
  it("warns two minutes before, and continues when more time is requested", async () => {
    const guest = await atChooser();
    await later(guest, 13);
    expect(await limitAt(guest)).toMatchObject({ warnsInSeconds: 0, isExtended: true });
    expect(await askToStay(guest, { stays: "here" })).toMatchObject({ kind: "drawn", data: null });
    expect(await limitAt(guest)).toMatchObject({ warnsInSeconds: expect.closeTo(13 * 60, -1), isExtended: true });
  });

  it("returns to its page without a script", async () => {
    const guest = await atChooser();
    expect(await askToStay(guest, {})).toEqual({ kind: "left", to: legacyFlow.VALIDATION.path });
  });

  it("cannot be extended beyond half an hour, and says so", async () => {
    const guest = await atChooser();
    await later(guest, 14);
    await askToStay(guest, { stays: "here" });
    await later(guest, 14);
    await askToStay(guest, { stays: "here" });
    expect(await limitAt(guest)).toMatchObject({ warnsInSeconds: 0, isExtended: false });
  });

  it("leads to the login page, which says so, once it has ended", async () => {
    const guest = await atChooser();
    await later(guest, 15);
    expect(await askToStay(guest, { stays: "here" })).toEqual({ kind: "left", to: "/" });
    expect(guest.requestContext.session).toMatchObject({ notice: "sessionEnded" });
    expect(guest.requestContext.session.legacy).toBeUndefined();
  });

  it("stays open with its warning while the API is unavailable", async () => {
    const guest = await atChooser();
    const before = structuredClone(guest.requestContext.session);
    guest.requestContext.api.fetch = () => Promise.reject(new TypeError("no answer"));
    expect(await askToStay(guest, { stays: "here" })).toMatchObject({ kind: "drawn", data: null });
    expect(guest.requestContext.session).toEqual(before);
  });
});
