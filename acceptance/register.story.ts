import { type Manner, type Person, personOf } from "./people.ts";
import { expect, newPassword, type Portal, story } from "./portal.ts";

const identification = "/create-an-account/identification";

async function begin(portal: Portal, accountType: "policyHolder" | "insuredDriver"): Promise<void> {
  await portal.open("/");
  await portal.page
    .locator("main")
    .getByRole("link", { name: portal.words("login:signUp") })
    .or(portal.page.getByRole("button", { name: portal.words("login:signUp") }))
    .click();
  await portal.isAt(`${identification}/account-type`);
  await portal.choose("accountType", accountType);
  await portal.send("accountType");
  await portal.isAt(identification);
}

function policyFacts(person: Person): Record<string, string> {
  const [year = "", month = "", day = ""] = person.dateOfBirth.split("-");
  return {
    policyNumber: `${person.policyNumber.slice(0, 3)}-${person.policyNumber.slice(3)}`,
    firstName: person.firstName,
    lastName: person.lastName,
    dobDay: String(Number(day)),
    dobMonth: String(Number(month)),
    dobYear: year,
    postalCode: "h2x 1y4",
  };
}

async function enterCode(portal: Portal, code: string): Promise<void> {
  await portal.isAt("/create-an-account/verify/code");
  // As it is pasted from a message: with a space in the middle.
  await portal.fill({ securityCode: `${code.slice(0, 3)} ${code.slice(3)}` });
  // With a script, a code that is whole sends itself.
  if (portal.manner.endsWith("plain")) await portal.send("securityCode");
}

async function createAccount(portal: Portal): Promise<void> {
  await portal.isAt("/create-an-account/account-creation/create");
  await portal.fill({ password: newPassword, passwordConfirmation: newPassword });
  await portal.choose("terms");
  await portal.send("password");
  await portal.isAt("/create-an-account/confirmation");
}

async function signInFromConfirmation(portal: Portal, person: Person): Promise<void> {
  await portal.page.reload();
  await portal.isAt("/create-an-account/confirmation");
  await portal.page.locator("main [type=submit]").first().click();
  if (portal.manner.endsWith("plain")) await portal.page.locator("main [type=submit]").first().click();
  await portal.isAt("/home");
  await expect(portal.page.locator("main")).toContainText(person.firstName.split("-")[0] ?? "");
}

const personFor = (portal: Portal, ...[name]: Parameters<typeof personOf> extends [infer S, Manner] ? [S] : never) =>
  personOf(name, portal.manner);

story("a policyholder registers by e-mail, is signed in, and signs in again later", async ({ portal }) => {
  const person = personFor(portal, "email");
  await begin(portal, "policyHolder");
  await portal.fill({ email: person.email.toUpperCase() });
  await portal.send("email");
  await enterCode(portal, await portal.codeFor(person.email));
  await createAccount(portal);
  expect((await portal.newestLetter(person.email, 1)).code).toBeNull();
  await signInFromConfirmation(portal, person);

  await portal.page.locator("main [href*=pkmslogout], main form[action*=pkmslogout] [type=submit]").first().click();
  await portal.isAt("/");
  await portal.fill({ email: person.email, loginPassword: newPassword });
  await portal.send("email");
  if (portal.manner.endsWith("plain")) await portal.page.locator("main [type=submit]").first().click();
  await portal.isAt("/home");
});

story("a policyholder registers by policy number and a text message", async ({ portal }) => {
  const person = personFor(portal, "policySms");
  await begin(portal, "policyHolder");
  await portal.fill({ email: `personne-${portal.manner}@nulle-part.example` });
  await portal.send("email");
  await portal.isAt(identification);
  await portal.fill(policyFacts(person));
  await portal.send("policyNumber");
  await enterCode(portal, await portal.codeFor(person.cellPhone));
  await portal.isAt("/create-an-account/verify/email");
  const email = `nouvelle-${portal.manner}@famille.example`;
  await portal.fill({ email });
  await portal.send("email");
  await enterCode(portal, await portal.codeFor(email));
  await createAccount(portal);
  await signInFromConfirmation(portal, person);
});

story("an additional driver known by e-mail alone proves the rest and registers", async ({ portal }) => {
  const person = personFor(portal, "driver");
  await begin(portal, "insuredDriver");
  await portal.fill({ email: person.email });
  await portal.send("email");
  await enterCode(portal, await portal.codeFor(person.email));
  await portal.isAt(identification);
  const { dobDay, dobMonth, dobYear, postalCode } = policyFacts(person);
  await portal.fill({
    driverLicenseProvince: "qc",
    driverLicense: person.licenceNumber,
    dobDay: dobDay ?? "",
    dobMonth: dobMonth ?? "",
    dobYear: dobYear ?? "",
    postalCode: postalCode ?? "",
  });
  await portal.send("driverLicense");
  await createAccount(portal);
  await signInFromConfirmation(portal, person);
});

story("a policyholder with a PIN registers with it", async ({ portal }) => {
  const person = personFor(portal, "pin");
  await begin(portal, "policyHolder");
  await portal.fill({ email: `pin-${portal.manner}@nulle-part.example` });
  await portal.send("email");
  await portal.isAt(identification);
  await portal.fill(policyFacts(person));
  await portal.send("policyNumber");
  await portal.isAt("/create-an-account/verify/code");
  const pinField = (await portal.page.locator("main [name=securityPin]").count()) > 0 ? "securityPin" : "securityCode";
  await portal.fill({ [pinField]: person.pin.toLowerCase() });
  if (portal.manner.endsWith("plain")) await portal.send(pinField);
  await portal.isAt("/create-an-account/verify/email");
  const email = `nip-${portal.manner}@famille.example`;
  await portal.fill({ email });
  await portal.send("email");
  await enterCode(portal, await portal.codeFor(email));
  await createAccount(portal);
  await signInFromConfirmation(portal, person);
});

story(
  "wrong codes end in a roadblock that leads to a telephone, and a new session does not help",
  async ({ portal }) => {
    const person = personFor(portal, "session");
    await begin(portal, "policyHolder");
    await portal.fill({ email: person.email });
    await portal.send("email");
    const right = await portal.codeFor(person.email);
    const wrong = right === "000000" ? "000001" : "000000";
    const code = "/create-an-account/verify/code";
    const roadblock = "/create-an-account/roadblock/identity-verification";
    for (let attempt = 0; attempt < 6 && new URL(portal.page.url()).pathname === code; attempt++) {
      await portal.fill({ securityCode: wrong });
      await portal.send("securityCode");
      await expect(
        portal.page.locator("main [aria-invalid=true]").or(portal.page.locator(`main a[href^="tel:"]`)).first(),
      ).toBeVisible();
    }
    await portal.isAt(roadblock);
    await expect(portal.page.locator('main a[href^="tel:"]').first()).toBeVisible();
    await portal.page.goto("/create-an-account/verify/code");
    await portal.isAt(`${identification}/account-type`);
  },
);
