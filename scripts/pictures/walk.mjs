import { setTimeout as wait } from "node:timers/promises";
import { personOf } from "./product.mjs";

const registration = "/create-an-account";

/** Opens the login page of a brand, in its province and language. */
export async function openLogin({ page, brand, port }) {
  const query = new URLSearchParams({ province: brand.province, language: brand.language });
  await page.goto(`http://${brand.id}.localhost:${port}/?${query}`, { waitUntil: "networkidle" });
}

/** Goes from the login page to the code page, as a person whom the brand identifies by e-mail. */
export async function walkToCode({ page, brand }) {
  await walkToEmail(page);
  await page.fill('main [name="email"]', personOf(brand).email);
  await sendFormOf(page, "email", `${registration}/verify/code`);
}

/** Goes from the code page to the page that creates the account. */
export async function walkToCreate({ page, brand, port }) {
  await page.fill('main [name="securityCode"]', await newestCode({ port, email: personOf(brand).email }));
  const create = `${registration}/account-creation/create`;
  // The last digit may have submitted the form already.
  if (new URL(page.url()).pathname !== create)
    await sendFormOf(page, "securityCode", create).catch(() => page.waitForURL((url) => url.pathname === create));
}

/** Goes from the login page to a roadblock, by three lookups without a match. */
export async function walkToRoadblock({ page }) {
  await walkToEmail(page);
  await page.fill('main [name="email"]', "unknown@mail.example");
  await page
    .locator("main form", { has: page.locator('[name="email"]') })
    .locator("[type=submit]")
    .click();
  await page.locator('main [name="policyNumber"]').waitFor();
  const facts = { policyNumber: "Z9Y8X7W6V", firstName: "Robin", lastName: "Mercier", dobDay: "4", dobYear: "1970" };
  for (let attempt = 1; attempt <= 3; attempt++) {
    for (const [name, value] of Object.entries({ ...facts, postalCode: "K1A 0B1" }))
      await page.fill(`main [name="${name}"]`, value);
    await page.selectOption('main [name="dobMonth"]', { index: 3 });
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page
      .locator("main form", { has: page.locator('[name="policyNumber"]') })
      .locator("[type=submit]")
      .click();
    await answered;
    await page.waitForLoadState("networkidle");
  }
  await page.waitForURL((url) => url.pathname.includes("/roadblock/"));
}

async function walkToEmail(page) {
  const signUp = page.locator(
    `main a[href*="${registration}"], main form[action*="${registration}"] [type=submit], main [formaction*="${registration}"]`,
  );
  await signUp.first().click();
  await page.waitForURL((url) => url.pathname.endsWith("/account-type"));
  await page.locator('main [name="accountType"][value="policyHolder"]').check({ force: true });
  await sendFormOf(page, "accountType", `${registration}/identification`);
}

async function sendFormOf(page, field, path) {
  await page
    .locator("main form", { has: page.locator(`[name="${field}"]`) })
    .locator("[type=submit]")
    .click();
  await page.waitForURL((url) => url.pathname === path);
  await page.waitForLoadState("networkidle");
}

async function newestCode({ port, email }) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const outbox = await (await fetch(`http://localhost:${port}/demo/outbox.json`)).json();
    const code = outbox.find((message) => message.to === email && message.code)?.code;
    if (code) return code;
    await wait(100);
  }
  throw new Error(`no code for ${email}`);
}
