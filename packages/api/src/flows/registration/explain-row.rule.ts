import { type OptionType, roleNames } from "@vestibule/catalogue/account.table.ts";
import { type ExplainEnding, explainEndingIds, explainEndings } from "@vestibule/catalogue/explain-ending.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import type { Account } from "../../accounts/account.store.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { driverMismatch, matchPolicy } from "../../directory/policy-match.rule.ts";
import { canReceiveSms, usableChannels } from "../../verification/channel.rule.ts";
import { afterMatch } from "./after-match.rule.ts";
import { type NextStep, nextStep } from "./next-step.rule.ts";
import { classifyProfiles } from "./profile-choice.rule.ts";

export interface RowFacts {
  /** Rows that the e-mail of the row finds, in its role. */
  byEmail: readonly PolicyPerson[];
  onPolicy: readonly PolicyPerson[];
  /** The account of the row's person. */
  ownAccount?: Account | undefined;
  /** The account that signs in with the e-mail on file. */
  emailOwner?: Account | undefined;
  canSendSms: boolean;
}

const codeEndings = { EMAIL: "codeByEmail", SMS: "codeByText", PIN: "pin" } as const satisfies Record<
  OptionType,
  ExplainEnding
>;

const stepEndings = {
  welcomeBack: "welcomeBack",
  askEmail: "asksEmail",
  confirmEmail: "confirmsEmail",
  askUsername: "asksOtherEmail",
  create: "choosesPassword",
} as const satisfies Partial<Record<NextStep["kind"], ExplainEnding>>;

/** What the person of a row can meet when they register and type what is on file, in the order of the flow. */
export function endingsOfRow(row: PolicyPerson, facts: RowFacts): ExplainEnding[] {
  const byEmail = findByEmail(row, facts);
  const byPolicy = findByPolicy(row, facts);
  const identified = [byEmail.identified, byPolicy.identified].filter((one) => one !== undefined);
  const reachable = new Set([
    ...byEmail.endings,
    ...byPolicy.endings,
    ...identified.flatMap((one) => endingsOfVerification(one, facts)),
  ]);
  return orderEndings(reachable);
}

/** Orders what a person can meet by any of their rows; without a way to an account they cannot register. */
export function orderEndings(endings: ReadonlySet<ExplainEnding>): ExplainEnding[] {
  const reachesAccount = [...endings].some((ending) => "reachesAccount" in explainEndings[ending]);
  return explainEndingIds.filter((ending) => (ending === "cannotRegister" ? !reachesAccount : endings.has(ending)));
}

interface Identified {
  row: PolicyPerson;
  page: Page;
}

interface Identification {
  endings: ExplainEnding[];
  identified?: Identified;
}

function findByEmail(row: PolicyPerson, { byEmail }: RowFacts): Identification {
  const isFound = byEmail.some(({ id }) => id === row.id);
  const finding = classifyProfiles(isFound ? byEmail : []);
  switch (finding.kind) {
    case "none":
      return { endings: ["asksPolicyNumber"] };
    case "alike":
      return { endings: ["emailNotEnough"] };
    case "one":
      return { endings: [], identified: { row: finding.row, page: "EMAIL_IDENTIFICATION" } };
    case "several":
      return { endings: ["choosesProfile"], identified: { row, page: "MULTIPLE_PROFILES" } };
  }
}

function findByPolicy(row: PolicyPerson, { onPolicy, ownAccount }: RowFacts): Identification {
  const { firstName, lastName, dateOfBirth, role } = row;
  const typed = { firstName, lastName, dateOfBirth, role, postalCode: row.postalCode ?? "" };
  const matched = matchPolicy(onPolicy, typed);
  if (matched.kind === "noMatch") return { endings: ["noPostalCode"] };
  const identified = { row: matched.row, page: "POLICY_IDENTIFICATION" } as const;
  const match = { row: matched.row, hasAccount: ownAccount !== undefined, licence: undefined, isLicenceLeftOut: true };
  switch (afterMatch(match)) {
    case "legacyRegistry":
      return { endings: ["legacyRegistry"] };
    case "hasAccount":
      return { endings: ["hasAccount"] };
    case "licenceRequired":
      return { endings: ["asksLicence"], identified };
    default:
      return { endings: [], identified };
  }
}

function endingsOfVerification({ row, page }: Identified, facts: RowFacts): ExplainEnding[] {
  const channels = usableChannels(row, facts);
  const hasMobileWithoutTexts = row.cellPhone !== null && !canReceiveSms(row.cellPhone);
  return [
    ...(hasMobileWithoutTexts ? (["mobileWithoutTexts"] as const) : []),
    ...(channels.length === 0 ? (["noContact"] as const) : []),
    ...channels.flatMap((method) => [codeEndings[method], ...endingsAfterCode({ row, page }, method, facts)]),
  ];
}

function endingsAfterCode({ row, page }: Identified, method: OptionType, facts: RowFacts): ExplainEnding[] {
  const { ownAccount, emailOwner } = facts;
  const verified = {
    ownAccount,
    accountType: roleNames[row.role],
    foundBy: page,
    driverConfirmed: false,
    holderAccount: undefined,
    emailOnFile: row.email ?? undefined,
    // Smart registration joins no household.
    emailOwner: emailOwner && { account: emailOwner, isHousehold: false },
    provenEmail: method === "EMAIL" ? (row.email ?? undefined) : undefined,
  };
  const step = nextStep(verified);
  if (step.kind !== "confirmDriver") return endingOf(step);
  const typed = { dateOfBirth: row.dateOfBirth, postalCode: row.postalCode ?? "", licence: undefined };
  if (driverMismatch(row, typed) !== undefined) return ["confirmsDriver", "driverWithoutPostalCode"];
  return ["confirmsDriver", ...endingOf(nextStep({ ...verified, driverConfirmed: true }))];
}

function endingOf({ kind }: NextStep): ExplainEnding[] {
  return isIdOf(stepEndings, kind) ? [stepEndings[kind]] : [];
}
