import { describe, expect, test } from "vitest";
import { newPortalSession, type SessionContents } from "../portal-slices.server.ts";
import { flowInProgress } from "./flow-in-progress.server.ts";

const sid = "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1";
const token = `e30.${Buffer.from(JSON.stringify({ sid })).toString("base64url")}.x`;
const everything: SessionContents = {
  registration: { token },
  recovery: { how: "forgot", id: "of-the-recovery", email: "maelle@courrier.example" },
  expiredLink: { token: "of-the-link" },
  attemptedLoginId: "of-the-login",
};

describe("the flow of a reference", () => {
  test.each([
    ["/create-an-account/roadblock/unable-to-identify", { journey: sid }],
    ["/verify", { handle: "of-the-recovery" }],
    ["/", { handle: "of-the-login" }],
    ["/roadblock/forgot-password", { handle: "of-the-login" }],
    ["/roadblock/token-expired", { link: "of-the-link" }],
  ])("is that of the page %s", (page, journey) => {
    expect(flowInProgress(newPortalSession(everything), page)).toEqual(journey);
  });

  test("is another one of the session if the session lacks that of the page", () => {
    const { recovery } = everything;
    expect(flowInProgress(newPortalSession({ recovery }), "/roadblock/forgot-password")).toEqual({
      handle: "of-the-recovery",
    });
  });

  test("is unknown if none is in progress or its id is malformed", () => {
    expect(flowInProgress(newPortalSession(), "/")).toEqual({});
    const malformed = newPortalSession({ registration: { token: "no token" }, attemptedLoginId: "" });
    expect(flowInProgress(malformed)).toEqual({});
  });
});
