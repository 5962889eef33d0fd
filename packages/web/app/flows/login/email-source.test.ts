import { flow } from "@vestibule/catalogue/flow.table.ts";
import { expect, test } from "vitest";
import { openPortal, PortalBrowser } from "../../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

test("sends the source of the incoming link to the API", async () => {
  const browser = new PortalBrowser(portal);
  await browser.open("/?emailSource=mrkt");
  await browser.open(flow.ACCOUNT_TYPE.path);
  const events = await testApi.database.selectFrom("audit_event").select(["event", "facts"]).execute();
  expect(events).toMatchObject([{ event: "registration.started", facts: { emailSource: "mrkt" } }]);
});
