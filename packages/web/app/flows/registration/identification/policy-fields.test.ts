import { expect, test } from "vitest";
import { openPortal, PortalBrowser } from "../../../../test/portal-browser.ts";

const { portal } = await openPortal();

test.each([
  ["belair", "on", "XXX-XXXX"],
  ["intact", "qc", "XXX-XXXX"],
  ["intact", "on", "XXXXXXXXX"],
])("the policy number of %s in %s has its form as a placeholder", async (brand, province, form) => {
  const browser = new PortalBrowser(portal, `http://${brand}.localhost:3000`);
  const { main } = await browser.open(`/registration/identification?province=${province}`);
  expect(/<input[^>]*name="policyNumber"[^>]*>/.exec(main)?.[0]).toContain(`placeholder="${form}"`);
});
