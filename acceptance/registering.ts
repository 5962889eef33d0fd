import { accountEmailOf, oldPassword, type Person, personOf, type Story } from "./people.ts";
import { expect, type Portal } from "./portal.ts";

/** The steps of a registration, which stories share. */
export const newPassword = "Ruisseau-88-bleu?";
const root = "/create-an-account";
export const paths = {
  accountType: `${root}/identification/account-type`,
  identification: `${root}/identification`,
  options: `${root}/verify/options`,
  code: `${root}/verify/code`,
  username: `${root}/verify/email`,
  create: `${root}/account-creation/create`,
  confirmation: `${root}/confirmation`,
  welcomeBack: `${root}/welcome-back`,
} as const;

export const personFor = (portal: Portal, story: Story) => personOf(story, portal.browserProfile);

/** Goes from the login page to the first question. */
export async function startRegistration(
  portal: Portal,
  accountType: "policyHolder" | "insuredDriver" = "policyHolder",
  at: { url?: string; province?: string } = {},
): Promise<void> {
  await portal.open(at.url ?? "/", at.province);
  await signUp(portal, accountType);
}

/** Goes from the login page to the first question of a registration by e-mail. */
export async function signUp(
  portal: Portal,
  accountType: "policyHolder" | "insuredDriver" = "policyHolder",
): Promise<void> {
  await portal.press("login:signUp");
  await portal.isAt(paths.accountType);
  await portal.choose("accountType", accountType);
  await portal.send("accountType");
  await portal.asks("registration:identification.email.title");
}

export async function submitEmail(portal: Portal, email: string): Promise<void> {
  await portal.fill({ email });
  await portal.send("email");
}

/** Goes from the first question to the policy number, and submits it. */
export async function submitPolicy(portal: Portal, person: Person): Promise<void> {
  await portal.press("registration:journey.usePolicyNumber");
  await portal.asks("registration:identification.policy.title");
  await portal.fill(policyFacts(person));
  await portal.send("policyNumber");
}

/** The facts of the person's policy, as people type them. */
export function policyFacts(person: Person): Record<string, string> {
  return {
    policyNumber: `${person.policyNumber.slice(0, 3)}-${person.policyNumber.slice(3)}`,
    firstName: person.firstName,
    lastName: person.lastName,
    ...birthFacts(person),
    postalCode: `${person.postalCode.slice(0, 3)} ${person.postalCode.slice(3)}`.toLowerCase(),
  };
}

export function birthFacts({ dateOfBirth }: Person): Record<string, string> {
  const [year = "", month = "", day = ""] = dateOfBirth.split("-");
  return { dobDay: String(Number(day)), dobMonth: String(Number(month)), dobYear: year };
}

export async function enterCode(portal: Portal, code: string, at: string = paths.code): Promise<void> {
  await portal.isAt(at);
  // A code pasted from a message may have a space in the middle.
  await portal.fill({ securityCode: `${code.slice(0, 3)} ${code.slice(3)}` });
  // With JavaScript, a complete code submits itself.
  if (portal.isPlain) await portal.send("securityCode");
}

export async function createAccount(portal: Portal): Promise<void> {
  await portal.isAt(paths.create);
  await portal.fill({ password: newPassword, passwordConfirmation: newPassword });
  await portal.choose("terms");
  await portal.send("password");
  await portal.isAt(paths.confirmation);
}

export async function signInFromConfirmation(portal: Portal, person: Person): Promise<void> {
  await portal.press("registration:confirmation.enter");
  if (portal.isPlain) await portal.press("common:continue");
  await portal.isAt("/account");
  await expect(portal.main).toContainText(person.firstName.split("-")[0] ?? "");
}

/** Asks for a code for a forgotten password. */
export async function requestReset(portal: Portal, email: string): Promise<void> {
  await portal.open("/forgot");
  await submitEmail(portal, email);
  await portal.isAt("/verify");
  await portal.asks("recovery:verify.title");
}

/** Chooses a new password, with the facts that the page asks for. */
export async function choosePassword(
  portal: Portal,
  facts: Record<string, string>,
  password = newPassword,
): Promise<void> {
  await portal.fill({ ...facts, password, passwordConfirmation: password });
  await portal.send("password");
}

/** Checks that a saved new password signs in: automatically with JavaScript, by one press without. */
export async function arrivesAfterReset(portal: Portal): Promise<void> {
  if (portal.isPlain) {
    await portal.asks("recovery:done.title");
    await portal.press("common:continue");
  }
  // Two consecutive forms, with every earlier password checked in between.
  await portal.page.waitForURL("**/account", { timeout: 60_000 });
}

/** Signs in at the login page; without JavaScript, through the handoff page. */
export async function signIn(portal: Portal, name: { email: string; password: string }): Promise<void> {
  await portal.fill({ email: name.email, loginPassword: name.password });
  await portal.send("loginPassword");
  if (portal.isPlain) await portal.press("common:continue");
}

/** Signs in to the account of the story's person. */
export async function openAccount(portal: Portal, story: Story, password = oldPassword): Promise<void> {
  await portal.open("/");
  await signIn(portal, { email: accountEmailOf(story, portal.browserProfile), password });
  await portal.isAt("/account");
}
