import { expect, test } from "vitest";
import { openPortal, PortalBrowser, visibleText, words } from "../../../../test/portal-browser.ts";

const { portal } = await openPortal();

const page = "/registration/identification";
const browserAt = (brand: string) => new PortalBrowser(portal, `http://${brand}.localhost:3000`);

/** Each brand and province with a number of its length. */
const numbers = [
  { brand: "belair", province: "on", number: "ZZZ-9999" },
  { brand: "intact", province: "qc", number: "ZZZ-9999" },
  { brand: "intact", province: "on", number: "ZZZ999999" },
] as const;

test.each(numbers)("the policy number of $brand in $province has its form as a placeholder", async (row) => {
  const { main } = await browserAt(row.brand).open(`${page}?province=${row.province}`);
  const placeholder = row.number.replace(/\w/g, "X");
  expect(/<input[^>]*name="policyNumber"[^>]*>/.exec(main)?.[0]).toContain(`placeholder="${placeholder}"`);
});

test.each(numbers)("a number of $brand that is not found in $province is explained by its length", async (row) => {
  const response = await browserAt(row.brand).post(`${page}?province=${row.province}&language=en`, {
    policyNumber: row.number,
    firstName: "Maëlle",
    lastName: "St-Onge",
    dobDay: "5",
    dobMonth: "2",
    dobYear: "1980",
    postalCode: "K1A 0B1",
  });
  const [own, other] = row.number.length === 9 ? (["9", "8"] as const) : (["8", "9"] as const);
  expect(response.status).toBe(400);
  expect(visibleText(response)).toContain(words(`registrationError:moreInfo.error.${own}`));
  expect(visibleText(response)).not.toContain(words(`registrationError:moreInfo.error.${other}`));
});
