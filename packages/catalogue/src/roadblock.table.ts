import { errorDialogs } from "./error-dialog.table.ts";
import { idsOf } from "./ids-of.ts";

/** Something that a roadblock offers the person to do next. */
export type Exit =
  | "telephone"
  /** Requests a letter with a new PIN, for a person who has a PIN on file. */
  | "newLetter"
  /** The customer line, on a roadblock that shows the technical line. */
  | "customerLine"
  | "chat"
  | "login"
  | "forgot"
  | "registration"
  /** Finds the account by policy number: after a code, the page shows its e-mail. */
  | "findEmail"
  /** Starts a registration in the other role, if only the role did not match. */
  | "changeRole"
  | "newLink"
  /** Starts another reset for the same e-mail, if it would send a code now. */
  | "newCode"
  | "marketing"
  | "home"
  | "retry"
  | "back";

/** `customer`: questions about policies. `technical`: problems with the portal. */
export type TelephoneLine = "customer" | "technical";

export interface RoadblockRow {
  path: string;
  /** Exits in display order. Every row has at least one. */
  exits: readonly Exit[];
  /** Telephone line shown; absent: the customer line. */
  line?: TelephoneLine;
  /** Leaving the page keeps the registration or link in the session; absent: both are cleared. */
  keepsFlow?: true;
  /** Code that the page shows in its footer, and the agent sees in the timeline. */
  agentCode: string;
  /** Set if the lockout may expire by itself; the page then shows when. */
  endsByItself?: true;
  /** Exit that is locked out: shown last during the lockout, first after it. */
  restartAt?: "login" | "registration" | "findEmail";
  /**
   * Who may open the page. Absent: only a browser that the portal redirected there. `anybody`: any request for an
   * unknown URL, including those of bots, so nothing is stored and the support reference is created on demand.
   */
  opensTo?: "anybody";
  /** Status of the page when it is drawn; absent: 200. */
  status?: 403 | 404 | 500 | 503;
}

const smart = "/create-an-account/roadblock";
const general = "/roadblock";

/** The sentences of a row are `roadblock:<id>.title`, `.what`, `.affected` and `.next`. */
export const roadblocks = {
  "identity-verification": {
    path: `${smart}/identity-verification`,
    exits: ["newLetter", "registration", "telephone", "chat", "login"],
    agentCode: "R101",
    endsByItself: true,
    restartAt: "registration",
  },
  "pin-identification": {
    path: `${smart}/pin-identification`,
    exits: ["newLetter", "registration", "telephone", "chat", "login"],
    agentCode: "R102",
    endsByItself: true,
    restartAt: "registration",
  },
  "unavailable-option": {
    path: `${smart}/unavailable-option`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R103",
  },
  "unable-to-identify": {
    path: `${smart}/unable-to-identify`,
    exits: ["changeRole", "telephone", "chat", "registration", "login"],
    agentCode: "R104",
  },
  "forgot-password": {
    path: `${general}/forgot-password`,
    exits: ["forgot", "telephone", "chat", "login"],
    agentCode: "R201",
    endsByItself: true,
    restartAt: "login",
  },
  inconsistency: {
    path: `${general}/inconsistency`,
    exits: ["registration", "telephone", "chat"],
    agentCode: "R202",
  },
  "login-difficulties": {
    path: `${general}/login-difficulties`,
    exits: ["newCode", "telephone", "chat", "login"],
    agentCode: "R203",
    endsByItself: true,
    restartAt: "login",
  },
  maintenance: {
    path: `${general}/maintenance`,
    exits: ["retry", "customerLine", "telephone", "chat", "marketing"],
    line: "technical",
    // The API has kept the state, so the same form can be sent again afterwards.
    keepsFlow: true,
    agentCode: "R204",
    endsByItself: true,
    status: 503,
  },
  "more-than-one-profile": {
    path: `${general}/more-than-one-profile`,
    exits: ["login", "telephone", "chat", "findEmail"],
    agentCode: "R205",
    endsByItself: true,
    restartAt: "findEmail",
  },
  "no-options": {
    path: `${general}/no-options`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R206",
  },
  "pin-difficulties": {
    path: `${general}/pin-difficulties`,
    exits: ["newLetter", "registration", "telephone", "chat"],
    agentCode: "R207",
    endsByItself: true,
    restartAt: "registration",
  },
  "registration-difficulties": {
    path: `${general}/registration-difficulties`,
    exits: ["telephone", "chat", "registration", "login"],
    agentCode: "R208",
    endsByItself: true,
    restartAt: "registration",
  },
  "resend-code": {
    path: `${general}/resend-code`,
    exits: ["registration", "telephone", "chat"],
    agentCode: "R209",
    endsByItself: true,
    restartAt: "registration",
  },
  "resend-email": {
    path: `${general}/resend-email`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R210",
  },
  "resend-reset-password": {
    path: `${general}/resend-reset-password`,
    exits: ["telephone", "chat", "forgot", "login"],
    agentCode: "R211",
  },
  technical: {
    path: `${general}/technical`,
    exits: ["retry", "telephone", "chat", "login"],
    line: "technical",
    agentCode: "R212",
    status: 500,
  },
  temporary: {
    path: `${general}/temporary`,
    exits: ["forgot", "telephone", "chat", "login"],
    agentCode: "R213",
    endsByItself: true,
  },
  "token-expired": {
    path: `${general}/token-expired`,
    exits: ["newLink", "telephone", "chat", "login"],
    agentCode: "R214",
  },
  "wrong-cellphone": {
    path: `${general}/wrong-cellphone`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R215",
    endsByItself: true,
    restartAt: "login",
  },
  block: {
    path: `${general}/block`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R216",
  },
  "contact-changed": {
    path: `${general}/contact-changed`,
    exits: ["telephone", "chat", "back", "login"],
    // The person chose to open it, and can still go back and use the contact on file.
    keepsFlow: true,
    agentCode: "R217",
  },
  "account-frozen": {
    path: `${general}/account-frozen`,
    exits: ["telephone", "chat", "login"],
    agentCode: "R220",
  },
  "not-found": {
    path: "/not-found",
    exits: ["home", "telephone", "chat"],
    // A mistyped URL does not end the current flow.
    keepsFlow: true,
    agentCode: "R219",
    opensTo: "anybody",
    status: 404,
  },
} as const satisfies Record<string, RoadblockRow>;

export type RoadblockId = keyof typeof roadblocks;
export const roadblockIds = idsOf(roadblocks);

/** Roadblocks that an error or a lockout leads to. */
export type RaisedRoadblockId = {
  [Id in RoadblockId]: (typeof roadblocks)[Id] extends { opensTo: "anybody" } ? never : Id;
}[RoadblockId];
export const raisedRoadblockIds = roadblockIds.filter((id): id is RaisedRoadblockId => !("opensTo" in roadblocks[id]));

/** Every row with a section in the agent's guide. */
export const agentRows = { ...roadblocks, ...errorDialogs } as const;
export type AgentRowId = keyof typeof agentRows;
export const agentRowIds = idsOf(agentRows);

/** Selects a variant of a roadblock's sentences by the error code, and the values that differ from the row. */
export interface ShownCause {
  form: "ownFault" | "accountClosed";
  differs?: Partial<Pick<RoadblockRow, "exits" | "line" | "status">>;
}

/** Why an identification ended a flow: e-mails of other accounts, or lookups of a person who has an account. */
export const identificationCauses = ["usernameTaken", "alreadyRegistered"] as const;
export type IdentificationCause = (typeof identificationCauses)[number];
/** Whether wrong codes or too many sent codes ended a flow. Only wrong codes lead to a lockout that expires. */
const codeCauses = ["wrongCodes", "codesSent"] as const;
/** Causes for which a roadblock may have other sentences. */
export const roadblockCauses = [
  ...codeCauses,
  ...identificationCauses,
  "newPassword",
  "newMobile",
  "noMethod",
] as const;
export type RoadblockCause = (typeof roadblockCauses)[number];
/** Why a verification ended a flow. */
export const lockoutReasons = [...codeCauses, "wrongFacts"] as const;
export type LockoutReason = (typeof lockoutReasons)[number];
/** Every reason with which the API refuses a verification: a code requested too soon, a wrong attempt, or a lockout. */
export const verificationReasons = ["codeJustSent", "wrongCode", "wrongFact", ...lockoutReasons] as const;

/** The system failed; the person did not make too many attempts. */
const systemFault: ShownCause = { form: "ownFault" };

/** By error code, in lower case. */
export const shownCauses: ReadonlyMap<string | undefined, ShownCause> = new Map([
  ["lnr500120", systemFault],
  ["lnr500140", systemFault],
  ["lnr500150", systemFault],
  ["lnr500160", systemFault],
  // A retry would fail again, and only the customer line can explain why.
  [
    "0x132120d0",
    { form: "accountClosed", differs: { exits: ["telephone", "chat", "login"], line: "customer", status: 403 } },
  ],
]);
