import { type PolicyNumberPage, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { accountEmailOf, driverOf, newEmailOf, oldPassword, type Person } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import {
  birthFacts,
  newPassword,
  openAccount,
  paths,
  personFor,
  policyFacts,
  signInFromConfirmation,
} from "./registering.ts";

/**
 * Every story looks people up by policy number, so each has a client IP from its own network: one network would reach
 * its limit.
 */
let household = 0;
story.beforeEach(async ({ page, browserProfile }) => {
  household += 1;
  const network = ["fr", "en", "fr-plain", "en-plain"].indexOf(browserProfile);
  await page.setExtraHTTPHeaders({ "x-forwarded-for": `10.${network}.${story.info().workerIndex}.${household}` });
});

const roadblock = (id: string) => `/roadblock/${id}`;
const isAt = (portal: Portal, page: PolicyNumberPage) => portal.isAt(policyNumberFlow[page].path);

async function identify(portal: Portal, person: Person, more: Record<string, string> = {}): Promise<void> {
  await isAt(portal, "IDENTIFICATION");
  await portal.fill({ ...policyFacts(person), ...more });
  await portal.send("policyNumber");
}

async function chooseMethod(portal: Portal, label: Parameters<Portal["words"]>[0]): Promise<void> {
  await isAt(portal, "VALIDATION");
  await portal.pick(portal.words(label));
  await portal.send("codeOption");
}

/** Types a value; with JavaScript, a complete value submits itself. */
async function type(portal: Portal, field: "securityCode" | "securityPin", value: string): Promise<void> {
  await portal.fill({ [field]: value });
  if (portal.isPlain) await portal.send(field);
}

async function submitNewEmail(portal: Portal, email: string): Promise<void> {
  await portal.fill({ email, emailConfirmation: email });
  await portal.send("email");
}

async function choosePassword(portal: Portal, facts: Record<string, string>): Promise<void> {
  await isAt(portal, "PASSWORD");
  await portal.fill({ ...facts, password: newPassword, passwordConfirmation: newPassword });
  await portal.choose("terms");
  await portal.send("password");
  await portal.isAt(paths.confirmation);
}

story(
  "a policyholder verifies the e-mail on file and registers by policy number",
  { tag: "@both" },
  async ({ portal }) => {
    const person = personFor(portal, "policyNumberByEmail");
    await portal.open("/identification");
    await identify(portal, person);
    await chooseMethod(portal, "registration:options.email");
    await isAt(portal, "VALIDATION_EMAIL");
    await type(portal, "securityCode", await portal.codeFor(person.email));
    await choosePassword(portal, { ...birthFacts(person), postalCode: person.postalCode });
    await signInFromConfirmation(portal, person);
  },
);

story(
  "a policyholder registers by a text, then by the link sent to a chosen e-mail",
  { tag: "@nightly" },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "policyNumberByText");
    const email = newEmailOf("policyNumberByText", browserProfile);
    await portal.open("/registration/identification");
    await identify(portal, person);
    await chooseMethod(portal, "registration:options.number");
    await isAt(portal, "VALIDATION_SMS");
    await type(portal, "securityCode", await portal.codeFor(person.cellPhone));
    await isAt(portal, "ACCOUNT_EMAIL");
    await expect(portal.field("email")).toHaveValue(person.email);
    await submitNewEmail(portal, email);
    await isAt(portal, "EMAIL_SENT");
    await portal.says(email);
    const { link } = await portal.newestLetter(email);
    await portal.followElsewhere(link);
    await choosePassword(portal, { ...birthFacts(person), postalCode: person.postalCode });
    await signInFromConfirmation(portal, person);
  },
);

story(
  "a policyholder registers by a PIN, with one step back",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "policyNumberByPin");
    await portal.open("/registration/identification");
    await identify(portal, person);
    await chooseMethod(portal, "registration:options.pin");
    await isAt(portal, "VALIDATION_PIN");
    await portal.press("common:back");
    await isAt(portal, "IDENTIFICATION");
    await expect(portal.field("policyNumber")).toHaveValue(policyFacts(person).policyNumber ?? "");
    await identify(portal, person);
    await chooseMethod(portal, "registration:options.pin");
    await type(portal, "securityPin", person.pin.toLowerCase());
    await isAt(portal, "ACCOUNT_EMAIL");
    await submitNewEmail(portal, newEmailOf("policyNumberByPin", browserProfile));
    await isAt(portal, "EMAIL_SENT");
  },
);

story("another province of the licence clears its number", { tag: ["@script", "@branch"] }, async ({ portal }) => {
  await portal.page.goto(`/identification?flow=ubi&province=qc&language=${portal.language}`);
  await portal.waitUntilReady();
  await portal.field("driverLicenseProvince").selectOption("qc");
  await portal.field("driverLicense").pressSequentially("t123456789012");
  await expect(portal.field("driverLicense")).toHaveValue("T1234-567890-12");
  await portal.field("driverLicenseProvince").selectOption("on");
  await expect(portal.field("driverLicense")).toHaveValue("");
});

story(
  "a driver of the programme registers with a licence, a code and the mobile number",
  { tag: "@plain" },
  async ({ portal }) => {
    const person = personFor(portal, "policyNumberDriver");
    const email = newEmailOf("policyNumberDriver", portal.browserProfile);
    await portal.page.goto(`/identification?flow=ubi&province=qc&language=${portal.language}`);
    await portal.waitUntilReady();
    await expect(portal.page.locator("header")).toContainText(portal.words("frame:header.ubi"));
    await identify(portal, person, { driverLicenseProvince: "qc", driverLicense: person.licenceNumber });
    await chooseMethod(portal, "registration:options.number");
    await type(portal, "securityCode", await portal.codeFor(person.cellPhone));
    await isAt(portal, "ACCOUNT_EMAIL");
    await submitNewEmail(portal, email);
    await isAt(portal, "VALIDATION_EMAIL");
    await portal.says(email);
    await type(portal, "securityCode", await portal.codeFor(email));
    await choosePassword(portal, { phone: person.cellPhone });
    await signInFromConfirmation(portal, person);
  },
);

story(
  "a driver joins the account of the policyholder with its password, after a wrong one is rejected",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const driver = driverOf("policyNumberHolder", browserProfile);
    const validate = async (loginPassword: string) => {
      await portal.fill({ loginPassword, phone: driver.cellPhone });
      await portal.send("loginPassword");
    };
    await portal.open("/registration/identification");
    await identify(portal, driver);
    await chooseMethod(portal, "registration:options.number");
    await type(portal, "securityCode", await portal.codeFor(driver.cellPhone));
    await isAt(portal, "PASSWORD_VALIDATION");
    await validate(newPassword);
    await portal.says(portal.words("fields:loginPassword.wrong"));
    await validate(oldPassword);
    await portal.isAt(paths.confirmation);
    await portal.asks("registration:confirmation.title.joined");
    await portal.says(accountEmailOf("policyNumberHolder", browserProfile));
  },
);

/** Registers a driver up to the question for the policyholder's password, and asks the policyholder instead. */
async function askPolicyholder(portal: Portal, driver: Person): Promise<void> {
  await portal.open("/registration/identification");
  await identify(portal, driver);
  await chooseMethod(portal, "registration:options.number");
  await type(portal, "securityCode", await portal.codeFor(driver.cellPhone));
  await isAt(portal, "PASSWORD_VALIDATION");
  await portal.follow("policyNumberRegistration:askPolicyholder.title");
  await isAt(portal, "ASK_POLICYHOLDER");
  await submitNewEmail(portal, driver.email);
  await isAt(portal, "POLICYHOLDER_ASKED");
  await portal.says(driver.email);
}

/** Opens the link of the policyholder's message in a browser where no one is signed in. */
async function openRequest(portal: Portal, holderEmail: string): Promise<void> {
  const { link } = await portal.newestLetter(holderEmail);
  const { pathname, searchParams } = new URL(link ?? "");
  searchParams.set("language", portal.language);
  await portal.page.context().clearCookies();
  await portal.goTo(`${pathname}?${searchParams}`);
  await portal.isAt("/household-request");
}

/** Creates the driver's account with the link of the approval. */
async function createApprovedAccount(portal: Portal, driver: Person): Promise<void> {
  const { link } = await portal.newestLetter(driver.email);
  await portal.followElsewhere(link);
  await choosePassword(portal, { phone: driver.cellPhone });
  await signInFromConfirmation(portal, driver);
}

story(
  "a driver asks the policyholder, who approves by the link of a message; the driver creates a separate account",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const driver = driverOf("askedByLink", browserProfile);
    const holderEmail = accountEmailOf("askedByLink", browserProfile);
    await askPolicyholder(portal, driver);
    await openRequest(portal, holderEmail);
    expect(await portal.lettersTo(driver.email)).toEqual([]);
    await portal.press("household:open.approve");
    await portal.asks("household:approved.title");
    await portal.newestLetter(holderEmail, 1);
    await createApprovedAccount(portal, driver);
  },
);

story(
  "a driver asks the policyholder, who approves in the account from the list of policies",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const driver = driverOf("askedInAccount", browserProfile);
    await askPolicyholder(portal, driver);
    await portal.page.context().clearCookies();
    await openAccount(portal, "askedInAccount");
    await portal.says(portal.words("household:overview.title"));
    await portal.goTo("/account/policies");
    await portal.follow("household:overview.answer");
    await portal.isAt("/account/household");
    const words = portal.words("household:account.approve", { driver: driver.firstName });
    await portal.main.getByRole("button", { name: words }).click();
    await portal.says(portal.words("household:approved.title"));
    await portal.says(portal.words("household:account.none"));
    await createApprovedAccount(portal, driver);
  },
);

story(
  "a driver asks the policyholder, who refuses by the link of a message; both are notified",
  { tag: "@both" },
  async ({ portal, browserProfile }) => {
    const driver = driverOf("askedInVain", browserProfile);
    const holderEmail = accountEmailOf("askedInVain", browserProfile);
    await askPolicyholder(portal, driver);
    await openRequest(portal, holderEmail);
    await portal.press("household:open.refuse");
    await portal.asks("household:refused.title");
    await portal.newestLetter(holderEmail, 1);
    const { link } = await portal.newestLetter(driver.email);
    expect(new URL(link ?? "").searchParams.has("token")).toBe(false);
    await portal.goTo("/household-request");
    await portal.asks("household:refused.title");
  },
);

story(
  "a person with an account finds its e-mail; the third lookup leads to an agent",
  { tag: ["@branch", "@plain"] },
  async ({ portal, browserProfile }) => {
    const person = personFor(portal, "policyNumberKnown");
    await portal.open("/registration/identification");
    await identify(portal, person);
    await portal.asks("policyNumberRegistration:identification.known.title");
    if (!portal.isPlain) await expect(portal.main.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(portal.field("policyNumber")).toHaveCount(0);
    await portal.hasNoBarrier();
    await portal.press("registrationError:ACCOUNT_ALREADY_EXISTS.find");
    await chooseMethod(portal, "registration:options.email");
    await type(portal, "securityCode", await portal.codeFor(person.email));
    await portal.isAt(paths.welcomeBack);
    await portal.says(accountEmailOf("policyNumberKnown", browserProfile));
    await portal.open("/registration/identification");
    await portal.press("registration:welcomeBack.notMe");
    await portal.asks("policyNumberRegistration:identification.title");
    await expect(portal.field("policyNumber")).toHaveValue(policyFacts(person).policyNumber ?? "");
    await portal.send("policyNumber");
    await portal.asks("policyNumberRegistration:identification.known.title");
    await portal.press("registration:welcomeBack.notMe");
    await portal.send("policyNumber");
    await portal.isAt(roadblock("more-than-one-profile"));
  },
);
