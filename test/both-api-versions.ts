import { linkCaller, linkClients, mailsTo } from "./links.ts";
import { Registrant } from "./policy-number-registration.ts";
import { dataOf } from "./recovery.ts";
import {
  codeSentTo,
  guessUntilLocked,
  otherThan,
  type RegistrationTestApi,
  type TestPerson,
  Visitor,
  validPassword,
} from "./registration.ts";

/** What a person types and chooses in a registration. */
export interface Plan {
  person: TestPerson;
  as: "policyHolder" | "insuredDriver";
  by: "EMAIL" | "SMS" | "PIN";
  /** Values that the person types instead of those on file. */
  typed: Partial<TestPerson["policy"]> & { licenceNumber?: string };
  /** The e-mail that the person types; by default the one on file. */
  chosenEmail: string | undefined;
  password: string;
  /** Enters the sent code, or only wrong ones. */
  codes: "right" | "wrong";
}

/** Result of a registration over either API version. */
export type RegistrationResult =
  | "account"
  | "welcomeBack"
  | "notFound"
  | "noWay"
  | "lockedOut"
  | "emailTaken"
  | "passwordRefused";

export async function registerThroughV2(testApi: RegistrationTestApi, plan: Plan): Promise<RegistrationResult> {
  const { person, as, by, typed } = plan;
  const { licenceNumber, ...facts } = typed;
  const licence = licenceNumber ? { driverLicense: licenceNumber, driverLicenseProvince: "qc" } : {};
  const visitor = await new Visitor(testApi.apis).start(as);
  await visitor.call("identify", { method: "policyNumber" });
  const identified = await visitor.call("identify", { ...person.policy, ...facts, ...licence });
  if (identified.kind === "error") {
    if (identified.error.error !== "ACCOUNT_ALREADY_EXISTS") return "notFound";
    await visitor.call("identify", { method: "accountEmail" });
  }
  if (visitor.page() === "VERIFY_OPTIONS") {
    const options = dataOf(await visitor.call("options"));
    if (options.length === 0) return "noWay";
    await visitor.call("send", options.find(({ type }) => type === by)?.id ?? "");
  }
  const code = await codeOf(testApi, plan);
  if (plan.codes === "wrong") {
    const { result } = await guessUntilLocked(visitor, wrongly(plan, code));
    return result.kind === "error" ? "lockedOut" : "account";
  }
  await visitor.verify(code);
  if (visitor.page() === "WELCOME_BACK") return "welcomeBack";
  if (visitor.page() !== "CREATE") {
    const email = plan.chosenEmail ?? person.email;
    const named = await visitor.call("username", { email });
    if (named.kind === "error") return "emailTaken";
    await visitor.verify(await codeSentTo(testApi, email));
  }
  const { password } = plan;
  const created = await visitor.call("create", { password, passwordConfirmation: password, terms: true });
  return created.kind === "ok" ? "account" : "passwordRefused";
}

/** Registers by policy number over API v1, with the link in its e-mail. */
export async function registerThroughV1(testApi: RegistrationTestApi, plan: Plan): Promise<RegistrationResult> {
  const { person, by, typed, password } = plan;
  const { licenceNumber, ...facts } = typed;
  const registrant = new Registrant(testApi);
  const licence = licenceNumber ? { driverLicence: licenceNumber, driverLicenceProvince: "qc" } : {};
  const found = await registrant.find(person, { ...facts, ...licence });
  if (found.kind !== "ok") return "notFound";
  registrant.hold(found.data);
  const methodId = registrant.methodId(by);
  if (registrant.methods.every(({ method }) => method === "NONE")) return "noWay";
  await registrant.validate(methodId);
  const code = await codeOf(testApi, plan);
  if (plan.codes === "wrong") {
    while ((await registrant.validate(methodId, wrongly(plan, code))).kind === "ok");
    return "lockedOut";
  }
  const proven = dataOf(await registrant.validate(methodId, code));
  if (proven.action === "WELCOME_BACK") return "welcomeBack";
  const { policy, cellPhone } = person;
  const fact = (asked: string | undefined) =>
    asked === "cellPhone" ? { cellPhone } : { postalCode: policy.postalCode, dateOfBirth: policy.dateOfBirth };
  if (proven.action === undefined) {
    const created = await registrant.create({ password, ...fact(proven.identityFact) });
    return created.kind === "ok" ? "account" : "passwordRefused";
  }
  const email = plan.chosenEmail ?? person.email;
  const given = await registrant.validate(proven.twoFactorValidations[0]?.id ?? "", email);
  if (dataOf(given).error) return "emailTaken";
  const mail = (await mailsTo(testApi, email)).findLast(({ facts: { action } }) => action === "DEFPWD_REGISTER");
  const { links } = linkClients(testApi);
  const link = dataOf(await links.read(linkCaller, mail?.token ?? ""));
  if (link.action === "TOKEN_EXPIRED") throw new Error("the link is over");
  const created = await links.create(linkCaller, link.id, { password, ...fact(link.identityFact) });
  return created.kind === "ok" ? "account" : "passwordRefused";
}

/** Reads the person's account and the messages that are the same for both API versions. */
export async function readStoredResult(testApi: RegistrationTestApi, { personKey }: TestPerson) {
  const { rows } = await testApi.pool.query(
    `select a.email, a.status, a.first_name, a.last_name, a.language, a.province,
       (select array_agg(p.policy_number || ' ' || p.role order by p.policy_number, p.role)
          from account_policy p where p.account_id = a.id) as policies,
       (select count(*)::int from notification n where n.recipient = a.email and n.kind = 'welcome') as welcomes
     from account a where a.person_key = $1`,
    [personKey],
  );
  return rows;
}

function codeOf(testApi: RegistrationTestApi, { person, by }: Plan): Promise<string> {
  if (by === "PIN") return Promise.resolve(person.pin);
  return codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
}

const wrongly = ({ by }: Plan, code: string) => (by === "PIN" ? "AAAA1111" : otherThan(code));

export const plainPlan = {
  as: "policyHolder",
  by: "EMAIL",
  typed: {},
  chosenEmail: undefined,
  password: validPassword,
  codes: "right",
} as const;
