import type { TextGroup } from "@vestibule/wording/tables.ts";
import type { data } from "react-router";
import type { FailedResult } from "../../api/error-handling.rule.ts";
import type { redrawForm } from "../../form/form-error.ts";
import type { FieldRules, FormValues } from "../../form/form-values.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** A request for a page of the account by a signed-in person. */
export interface AccountRequest {
  requestContext: PortalRequestContext;
  /** Identity of the person in the gateway's request headers. */
  headers: Headers;
  url: URL;
}

/** Response to a posted form: a redirect, the form again with its errors, or recovery codes that are shown once. */
type SubmitResult = Response | ReturnType<typeof redrawForm> | ReturnType<typeof data<{ codes: string[] }>>;

/** A page of the account, with the loader and the action of its URL. The route redirects after a failed call. */
export interface AccountPage {
  /** Texts of the screen. */
  texts: readonly TextGroup[];
  /** Returns the properties of the screen, or a response or a failed call in its place. */
  load(request: AccountRequest): Promise<object> | object;
  /** Rules that a form must meet before it is submitted. */
  rules?(request: AccountRequest, form: FormValues): FieldRules;
  submit?(request: AccountRequest, form: FormValues): Promise<SubmitResult | FailedResult> | SubmitResult;
}

/** Properties of the screen of a page. */
export type ViewOf<Page extends AccountPage> = Exclude<Awaited<ReturnType<Page["load"]>>, Response | FailedResult>;
