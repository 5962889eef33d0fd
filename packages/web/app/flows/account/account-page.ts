import type { SystemId } from "@vestibule/catalogue/device.table.ts";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import type { AccountPolicy } from "@vestibule/contract/account/policies.schema.ts";
import type { ProfileAnswer } from "@vestibule/contract/account/profile.schema.ts";
import type { Activity, ListedSession } from "@vestibule/contract/account/security.schema.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { ExportSection } from "@vestibule/wording/person-export.rule.ts";
import type { TextGroup } from "@vestibule/wording/tables.ts";
import type { redrawForm } from "../../form/form-answer.ts";
import type { FormValues } from "../../form/form-values.ts";
import type { TimeLimit } from "../../form/use-expiry-warning.ts";
import type { PortalSession } from "../../portal-session.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { NamedDevice } from "./device-name.ts";
import type { AccountDone } from "./session-slice.server.ts";

/** A request for a page of the account by a signed-in person. */
export interface AccountRequest {
  requestContext: PortalRequestContext;
  /** Identity of the person in the gateway's request headers. */
  headers: Headers;
  url: URL;
}

export type Moment = { day: string; time: string };

export interface OverviewView {
  kind: "overview";
  name: { wide: string; narrow: string };
  lastSignIn: Moment | undefined;
  failedSignIns: (Moment & { count: number }) | undefined;
  /** Offers a passkey, right after a registration or a new password. */
  offersPasskey: boolean;
}

export interface PoliciesView {
  kind: "policies";
  /** Undefined while the policy directory does not answer. */
  policies: readonly AccountPolicy[] | undefined;
}

export interface ContactView extends Pick<ProfileAnswer, "language" | "province"> {
  kind: "contact";
  /** The last characters of each; undefined while the policy directory does not answer. */
  onFile: { mobiles: readonly string[]; postalCodes: readonly string[] } | undefined;
}

export interface SignInView {
  kind: "signIn";
  email: string;
  hasPasskeys: boolean;
  flash: PortalSession["accountFlash"];
}

/** `email`: for password managers, which choose the password by it. */
export interface ProofView {
  kind: "proof";
  email: string;
  /** Undefined where the person has no passkey to prove themselves by. */
  passkeyOptions: PasskeyRequestOptions | undefined;
}

export interface PasswordView {
  kind: "password";
  email: string;
  policy: PasswordPolicy;
}

export interface SessionsView {
  kind: "sessions";
  sessions: readonly (Pick<ListedSession, "id" | "isCurrent"> & {
    device: NamedDevice;
    started: Moment;
    lastUsed: Moment;
  })[];
  browsers: readonly { id: string; isCurrent: boolean; device: NamedDevice; lastUsed: Moment }[];
  /** Name of the time zone, where it must be said. */
  zone: string | undefined;
  /** Result of the last action. */
  done: AccountDone | undefined;
}

export type ShownActivity = Pick<Activity, "id" | "activity" | "canDeny"> & { device?: NamedDevice; when: Moment };

export interface ActivityView {
  kind: "activity";
  activities: readonly ShownActivity[];
  isFirst: boolean;
  /** Cursor of the next page. */
  next: string | undefined;
  zone: string | undefined;
}

export interface FreezeView {
  kind: "freeze";
  /** Activities that the person denies. */
  denied: ShownActivity | undefined;
  zone: string | undefined;
}

export interface MyDataView {
  kind: "myData";
  time: string;
  sections: readonly ExportSection[];
}

/** Sections of data that are kept, each with the reason. */
export const keptSections = ["insurerBook", "events"] as const;

export interface CloseView {
  kind: "close";
  /** Names of the sections of data that are deleted. */
  deletes: readonly string[];
  keeps: readonly (typeof keptSections)[number][];
}

export interface EmailView {
  kind: "email";
  /** Current e-mail, in use until the change. */
  email: string;
}

export interface EmailCodeView {
  kind: "emailCode";
  email: string;
  /** Expiry of the code. */
  limit: TimeLimit;
}

export interface ListedPasskey {
  id: string;
  name: string;
  created: Moment;
  lastUsed: Moment | undefined;
  isBackedUp: boolean;
  isBlocked: boolean;
}

export interface PasskeysView {
  kind: "passkeys";
  passkeys: readonly ListedPasskey[];
  /** Result of the last form about passkeys. */
  changed: PortalSession["passkeyChanged"];
  /** True right after a password reset, when the person should check that each passkey is their own. */
  isReview: boolean;
}

export interface NewPasskeyView {
  kind: "newPasskey";
  options: PasskeyCreationOptions;
  /** Default name of the passkey. */
  device: SystemId | "other";
}

/** View of a page of the account. */
export type AccountView =
  | OverviewView
  | PoliciesView
  | ContactView
  | SignInView
  | ProofView
  | PasswordView
  | SessionsView
  | ActivityView
  | FreezeView
  | MyDataView
  | CloseView
  | EmailView
  | EmailCodeView
  | PasskeysView
  | NewPasskeyView;

/** Response to a posted form: a redirect, or the form again with its errors. */
export type SubmitResult = Response | ReturnType<typeof redrawForm>;

/** A page of the account, with the loader and the action of its URL. */
export interface AccountPage {
  /** Texts of the screen. */
  texts: readonly TextGroup[];
  load(request: AccountRequest): Promise<AccountView | Response> | AccountView | Response;
  submit?(request: AccountRequest, form: FormValues): Promise<SubmitResult> | SubmitResult;
}
