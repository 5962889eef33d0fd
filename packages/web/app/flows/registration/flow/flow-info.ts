import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { FlowRow } from "@vestibule/catalogue/flow-row.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Refusal } from "../../../form/form-answer.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import type { RegistrationSlice } from "../session-slice.server.ts";

export const stages = ["identify", "verify", "create"] as const;

/** What every page of a registration receives besides its own data. */
export interface FlowInfo {
  /** A link from a message opens pages of registration by policy number. */
  flow: "registration" | "policyNumberRegistration" | "link";
  /** Absent before the first stage and after the last. */
  stage?: (typeof stages)[number] | undefined;
  /** After verification Back would discard it, so the button says "start over". */
  exits: "backAndCancel" | "startOverAndCancel" | "cancel" | "none";
  /** When the registration expires, or the page of the link; absent before a registration has started. */
  ends?: SessionLimit;
  province: ProvinceId;
  /** Flash message of the previous step, shown once. */
  flash?: RegistrationSlice["flash"];
}

export type WithFlowInfo<Data> = Data & { journey: FlowInfo };

export interface ScreenProps<Data> {
  data: WithFlowInfo<Data>;
  refusal?: RegistrationRefusal | undefined;
}

/** A refused registration form: field errors, or an error that the screen translates. */
export interface RegistrationRefusal extends Refusal {
  /** `wait` and `notSaved`: of registration by policy number. */
  alert?: RegistrationErrorCode | "wait" | "notSaved";
  /** Code and support reference of a server error, to read to an agent. */
  shownCode?: string;
  reference?: string | undefined;
}

/** Form target for switching to the policy number. */
export const identificationPath = flow.POLICY_IDENTIFICATION.path;

/** Paths that accept only POST. */
const policyNumberActions = {
  back: "/registration/back",
  cancel: "/registration/cancel",
  startOver: "/registration/back",
  resend: "/registration/resend",
  extend: "/registration/stay",
  /** Requests the link to a typed e-mail again. */
  sendLinkAgain: "/registration/account-creation/send-again",
} as const;
export const actionPaths = {
  registration: {
    back: "/create-an-account/back",
    cancel: "/create-an-account/cancel",
    startOver: "/create-an-account/start",
    resend: "/create-an-account/resend",
    /** Reloading a page extends the session. */
    extend: undefined,
  },
  policyNumberRegistration: policyNumberActions,
  link: policyNumberActions,
} as const satisfies Record<FlowInfo["flow"], object>;

/** Stage and exits of a page, from its row of a flow table; smart registration has stages such as "2.1". */
export function pageFrame({ stage, back }: FlowRow): Pick<FlowInfo, "stage" | "exits"> {
  const leavesFlow = back.kind === "path" && back.path === "/";
  return {
    stage: stages[Math.trunc(Number(stage)) - 1],
    exits: leavesFlow ? "none" : back.kind === "start" ? "startOverAndCancel" : "backAndCancel",
  };
}
