import type { PolicyPerson } from "@vestibule/api/directory/policy-directory.port.ts";
import { classifyProfiles, type EmailFinding } from "@vestibule/api/flows/registration/profile-choice.rule.ts";
import { usableChannels } from "@vestibule/api/verification/channel.rule.ts";
import { factAtReset } from "@vestibule/api/verification/knowledge-check.ts";
import { type OptionType, type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { BookRow } from "@vestibule/vestibule/book/book-row.rule.ts";
import type { DemoPerson } from "./demo-people.adapter.ts";
import { type UseCaseId, useCaseIds } from "./use-case.table.ts";

/** A person, and their row of the book for a use case. */
export interface PersonRow {
  person: DemoPerson;
  row: BookRow;
}

/** What decides which use cases a row serves, computed with the rules of registration. */
interface Facts extends PersonRow {
  channels: readonly OptionType[];
  /** Result of a lookup by the row's e-mail and role; undefined without an e-mail. */
  finding: EmailFinding["kind"] | undefined;
  emailTaken: boolean;
  emailShared: boolean;
  roles: ReadonlySet<number>;
  /** Knowledge check of a password reset. */
  factAtReset: IdentityFact;
  /** Whether the policyholder of a driver's policy has an account. */
  holderHasAccount: boolean;
}

type Criterion = (facts: Facts) => boolean;

/** Also requires a person without an account, whose row is in the registry of the newer registration flow. */
const newcomer =
  (criterion: Criterion): Criterion =>
  (facts) =>
    !facts.person.account && facts.row.registry === "smart" && criterion(facts);

const canReceiveTexts = ({ channels }: Facts) => channels.includes("SMS");
const isFoundAs = ({ row, finding }: Facts, role: RoleCode) => row.role === role && finding === "one";

const criteria: Record<UseCaseId, Criterion> = {
  severalChannels: newcomer((facts) => isFoundAs(facts, 40) && facts.channels.length > 1),
  oneChannel: newcomer((facts) => isFoundAs(facts, 40) && facts.channels.length === 1 && !facts.emailTaken),
  severalPolicies: newcomer(({ finding }) => finding === "several"),
  policiesAlike: newcomer(({ finding }) => finding === "alike"),
  notByEmail: newcomer((facts) => facts.finding === undefined && canReceiveTexts(facts)),
  confirmEmail: newcomer((facts) => facts.row.email !== null && canReceiveTexts(facts) && !facts.emailTaken),
  emailTaken: newcomer(({ emailTaken }) => emailTaken),
  sharedEmail: ({ emailShared }) => emailShared,
  licenceOnFile: newcomer(({ row }) => row.role === 40 && row.licenceNumber !== null),
  driverByEmail: newcomer((facts) => isFoundAs(facts, 80)),
  driverByPolicy: newcomer(({ row, channels }) => row.role === 80 && row.email === null && channels.length > 0),
  bothRoles: newcomer(({ roles }) => roles.size > 1),
  pinAlone: newcomer(({ channels }) => channels.join() === "PIN"),
  nothingOnFile: newcomer(({ channels }) => channels.length === 0),
  mobileElsewhere: newcomer((facts) => facts.row.cellPhone !== null && !canReceiveTexts(facts)),
  legacyRegistryPolicy: ({ row }) => row.registry === "legacy",
  ubi: newcomer(({ row }) => row.ubi),
  accountExists: ({ person }) => person.account?.status === "A",
  secondRole: ({ person, row, roles }) => person.account?.status === "A" && roles.size > 1 && row.role === 80,
  temporaryPassword: ({ person }) => person.account?.status === "T",
  lockedAccount: ({ person }) => person.account?.status === "L",
  forgotByPostalCode: ({ person, factAtReset }) => person.account?.status === "A" && factAtReset === "postalCode",
  forgotByMobile: ({ person, factAtReset }) => person.account?.status === "A" && factAtReset === "cellPhone",
  linkCreate: newcomer(({ row, emailTaken }) => row.email !== null && !emailTaken),
  linkUsername: newcomer(({ emailTaken }) => emailTaken),
  linkPassword: newcomer(({ row, holderHasAccount }) => row.role === 80 && row.cellPhone !== null && holderHasAccount),
  linkReset: ({ person }) => person.account?.status === "A" || person.account?.status === "L",
};

/** The people of each use case, each person once per use case, in the order of the book. */
export function findUseCases(people: readonly DemoPerson[]): Map<UseCaseId, PersonRow[]> {
  const facts = people.flatMap((person) => person.rows.map((row) => factsOf({ person, row }, people)));
  return new Map(
    useCaseIds.map((useCase) => {
      const served = facts.filter(criteria[useCase]);
      const firsts = served.filter(({ person }, index) => served.findIndex((one) => one.person === person) === index);
      return [useCase, firsts];
    }),
  );
}

function factsOf({ person, row }: PersonRow, people: readonly DemoPerson[]): Facts {
  const ofSameBrand = people.filter((other) => other.brand === person.brand);
  const found = ofSameBrand
    .flatMap((other) => other.rows)
    .filter(
      (other) =>
        row.email !== null && other.email === row.email && other.role === row.role && other.registry === "smart",
    );
  const others = ofSameBrand.filter((other) => other !== person);
  return {
    person,
    row,
    channels: usableChannels(asPolicyPerson(row), { canSendSms: true }),
    roles: new Set(person.rows.map((own) => own.role)),
    factAtReset: factAtReset(person.rows.map(asPolicyPerson)),
    holderHasAccount: others.some(
      (other) =>
        other.account !== undefined &&
        other.rows.some((one) => one.policyNumber === row.policyNumber && one.role === roles.policyHolder),
    ),
    finding: row.email === null ? undefined : classifyProfiles(found.map(asPolicyPerson)).kind,
    emailTaken: others.some((other) => row.email !== null && normaliseEmail(other.account?.email ?? "") === row.email),
    emailShared: others.some((other) => other.rows.some((one) => row.email !== null && one.email === row.email)),
  };
}

/** The row as the policy directory returns it, with its PIN not consumed. */
function asPolicyPerson({ pin, ...row }: BookRow): PolicyPerson {
  const contactChanges = { emailSince: null, emailBefore: null, cellPhoneSince: null, cellPhoneBefore: null };
  return { ...row, ...contactChanges, id: "", pinHash: pin ?? null, pinSpent: false };
}
