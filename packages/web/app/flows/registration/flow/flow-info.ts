import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { BackTarget, FlowRow } from "@vestibule/catalogue/flow-row.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { FormError } from "../../../form/form-error.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import type { SessionRegistration } from "../../../shared-slices/registration-slices.server.ts";

export const stages = ["identify", "verify", "create"] as const;

/** Data of the page frame that every page of a registration receives. */
export interface FlowInfo {
  /** `link`: a link from a message has opened a page of registration by policy number. */
  id: "registration" | "policyNumberRegistration" | "link";
  /** Absent before the first stage and after the last. */
  stage?: (typeof stages)[number] | undefined;
  /** `startOverAndCancel`: Back would discard the verification, so its button says "start over". */
  exits: "backAndCancel" | "startOverAndCancel" | "cancel" | "none";
  /** When the registration or the page of the link expires; absent before a registration has started. */
  ends?: SessionLimit;
  province: ProvinceId;
  /** Message about the previous step, shown once. */
  flash?: SessionRegistration["flash"];
}

export type WithFlowInfo<Data> = Data & { flow: FlowInfo };

export interface ScreenProps<Data> {
  data: WithFlowInfo<Data>;
  refusal?: RegistrationFormError | undefined;
}

/** Why a registration form was rejected: field errors, or an error that the screen translates. */
export interface RegistrationFormError extends FormError {
  /** `wait` and `notSaved` are errors of registration by policy number; `codeJustSent` is one of both flows. */
  alert?: RegistrationErrorCode | "wait" | "notSaved" | "codeJustSent";
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
    /** Undefined, because reloading a page extends the session. */
    extend: undefined,
  },
  policyNumberRegistration: policyNumberActions,
  link: policyNumberActions,
} as const satisfies Record<FlowInfo["id"], object>;

/** Stage and exits of a page, from its row of a flow table; smart registration has stages such as "2.1". */
export function pageFrame({ stage, back }: FlowRow): Pick<FlowInfo, "stage" | "exits"> {
  return { stage: stages[Math.trunc(Number(stage)) - 1], exits: exitsOf(back) };
}

function exitsOf(back: BackTarget): FlowInfo["exits"] {
  if (back.kind === "path" && back.path === "/") return "none";
  return back.kind === "start" ? "startOverAndCancel" : "backAndCancel";
}
