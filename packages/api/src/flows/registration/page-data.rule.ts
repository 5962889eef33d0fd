import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import { offersPolicyNumber } from "@vestibule/contract/flow.rule.ts";
import type { PageResponse } from "@vestibule/contract/v2/registration.schema.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { maskedChannel } from "../../verification/channel.rule.ts";
import { mostCodes, resendAvailableAt } from "../../verification/send-code.ts";
import type { AttemptState } from "./attempt-state.schema.ts";
import { previousPath } from "./previous-page.rule.ts";
import type { RegistrationContext } from "./registration-call.port.ts";

export type PageFacts = Pick<RegistrationContext, "attempt" | "person" | "account">;

/** Returns the data to render a page, limited to what the attempt has verified. */
export function pageData(facts: PageFacts): PageResponse {
  const { page, state, endsAt } = facts.attempt;
  return {
    page,
    step: flow[page].step,
    stage: flow[page].stage,
    back: previousPath(page, state),
    ...(state.accountType && { accountType: state.accountType }),
    endsAt: endsAt.toISOString(),
    ...dataByPage[page]?.(facts),
  };
}

type OwnData = Partial<PageResponse>;

const lookupsLeft = ({ attempt }: PageFacts): OwnData => ({
  triesLeft: Math.max(0, limits.lookupSession.limit - attempt.state.lookupsMissed),
});

const usernamePage = ({ attempt, person }: PageFacts): OwnData => ({
  mode: attempt.page === "ASK_USERNAME" ? "ask" : "confirm",
  ...(person?.email && { email: person.emailAsTyped ?? person.email }),
  ...provenPerson(person),
  triesLeft: Math.max(0, limits.usernameTakenSession.limit - attempt.state.usernamesTaken),
});

const accountData = ({ attempt: { state }, account }: PageFacts): OwnData =>
  account === undefined
    ? {}
    : {
        username: account.emailAsTyped,
        firstName: account.firstName,
        policyProvince: account.province,
        ...(state.provenAccountType && { provenAccountType: state.provenAccountType }),
      };

const dataByPage: Partial<Record<Page, (facts: PageFacts) => OwnData>> = {
  POLICY_IDENTIFICATION: (facts) => ({
    ...lookupsLeft(facts),
    ...(facts.attempt.state.emailNotEnough && { emailNotEnough: facts.attempt.state.emailNotEnough }),
    canFindEmail: facts.attempt.state.knownRowId !== undefined,
  }),
  MULTIPLE_PROFILES: ({ attempt }) => ({
    profiles: attempt.state.profiles?.map(({ rowId: _, ...choice }) => choice) ?? [],
  }),
  ADDITIONAL_DRIVER_PROFILE: (facts) => ({
    ...lookupsLeft(facts),
    ...provenPerson(facts.person),
    asksLicence: facts.person?.licenceNumber != null,
  }),
  VERIFY_OPTIONS: policyNumberOffer,
  VERIFY_CODE: (facts) => ({ ...policyNumberOffer(facts), ...codePage(facts) }),
  CONFIRM_USERNAME: usernamePage,
  ASK_USERNAME: usernamePage,
  CREATE: ({ attempt, person }) => ({ username: attempt.state.username?.emailAsTyped, ...provenPerson(person) }),
  CONFIRM: accountData,
  WELCOME_BACK: accountData,
};

/** Whether to offer identification by policy number; not to a person who was identified by it. */
function policyNumberOffer({ attempt: { page, state } }: PageFacts): OwnData {
  return { offersPolicyNumber: offersPolicyNumber(page) && state.found?.by !== "POLICY_IDENTIFICATION" };
}

function provenPerson(person: PolicyPerson | undefined): OwnData {
  return person === undefined ? {} : { firstName: person.firstName, policyProvince: person.province };
}

function codePage({ attempt, person }: PageFacts): OwnData {
  const { code, codesSent, options = [] } = attempt.state;
  if (code === undefined || person === undefined) return {};
  const forUsername = code.purpose === "username";
  const resendsLeft = Math.max(0, mostCodes - codesSent[code.purpose]);
  // Without a code left to send by any method, a PIN is the only alternative.
  const isOther = ({ method }: AttemptState["options"][number]) =>
    method !== code.method && (method === "PIN" || resendsLeft > 0);
  const masked = forUsername ? maskEmail(code.email ?? "") : maskedChannel(code.method, person);
  const common: OwnData = {
    option: { type: code.method, maskedValue: masked },
    otherOptions: !forUsername && options.some(isOther),
  };
  if (code.method === "PIN") return common;
  return {
    ...common,
    ...(code.method === "EMAIL" && { maskedEmail: masked }),
    // After verification the person sees the e-mail that they typed.
    ...(forUsername && code.emailAsTyped && { email: code.emailAsTyped }),
    sentAt: code.sentAt,
    resendAvailableAt: resendAvailableAt(new Date(code.sentAt)).toISOString(),
    resendsLeft,
  };
}
