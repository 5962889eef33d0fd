import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { signsInAfterReset } from "@vestibule/contract/brand/brand.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { recoveryApi } from "../../../api/api-client.server.ts";
import { findErrorHandling, type PageErrorHandling } from "../../../api/error-handling.rule.ts";
import { refusedFields } from "../../../api/refused-password.rule.ts";
import { linkLimit, never, sessionLimit } from "../../../form/expiry.server.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import { identityFactBody } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { requestNewPassword, type TicketHandOff } from "../../../gateway/hand-off.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import { redirectToLogin } from "../../../request/cookie-check.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { finishedResetSlice, recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";
import { requestNewCode } from "../forgot/start-recovery.server.ts";
import { type FailedForm, handleResetFailure } from "../parts/recovery-call.server.ts";
import type { RecoveryFormError } from "../parts/recovery-page.tsx";
import { resetPath, verifyPath } from "../parts/recovery-path.table.ts";
import type { Route } from "./+types/reset.route";
import { type ResetData, ResetDoneScreen, ResetScreen, resetRules } from "./reset.screen.tsx";
import {
  endReset,
  finishReset,
  type ResetInSession,
  resetAuthorization,
  resetHandOff,
} from "./reset-authorization.server.ts";

type ResetPage = { kind: "form"; data: ResetData } | { kind: "handOff"; handOff: TicketHandOff };

/**
 * Opens if a code, a temporary password or a link has authorised this browser, or if the new password was just saved.
 */
export function loader({ context, url }: LoaderFunctionArgs): { page: ResetPage; texts: string } {
  const requestContext = context.get(requestContextKey);
  const finishedReset = requestContext.session.get(finishedResetSlice);
  const recovery = requestContext.session.get(recoverySlice);
  const authorization = resetAuthorization(requestContext.session);
  if (authorization !== undefined) {
    const data = { ...dataOf(requestContext, authorization), limit: limitOf(requestContext, authorization) };
    return { page: { kind: "form", data }, texts: textsFor(requestContext, ["recovery", "link", "fields"]) };
  }
  const handOff = resetHandOff(requestContext);
  if (handOff !== undefined)
    return {
      page: { kind: "handOff", handOff },
      texts: textsFor(requestContext, ["recovery", ...registrationTexts(["confirmation"])]),
    };
  if (finishedReset !== undefined) throw requestNewPassword(requestContext);
  throw recovery === undefined ? redirectToLogin(requestContext, url) : redirect(`${verifyPath}${safeQuery(url)}`, 303);
}

function limitOf(requestContext: PortalRequestContext, { endsAt, latestEndsAt }: ResetInSession): ResetData["limit"] {
  const link = requestContext.session.get(linkSlice);
  if (endsAt !== undefined) {
    const latest = latestEndsAt === undefined ? never : new Date(latestEndsAt);
    return sessionLimit(requestContext, { idle: new Date(endsAt), latest });
  }
  return link === undefined ? null : linkLimit(requestContext, link);
}

function dataOf(
  { brand }: PortalRequestContext,
  { kind, email, maskedEmail, fact }: ResetInSession,
): Omit<ResetData, "limit"> {
  return {
    kind,
    email,
    maskedEmail,
    fact: fact ?? null,
    policy: brand.passwordPolicy,
    signsIn: signsInAfterReset(brand),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const authorization = resetAuthorization(requestContext.session);
  // The form was submitted again after the password was saved.
  if (authorization === undefined && requestContext.session.has(finishedResetSlice)) return redirect(resetPath, 303);
  if (authorization === undefined) return requestNewCode(requestContext);
  const facts = dataOf(requestContext, authorization);
  const refusal = refuseFieldErrors(values, resetRules(facts));
  if (refusal !== undefined) return refusal;

  const { password = "" } = values;
  const fact = authorization.fact === undefined ? {} : identityFactBody(authorization.fact, values);
  const result = await recoveryApi(requestContext).password(authorization.id, {
    password,
    token: authorization.token,
    ...fact,
  });
  if (result.kind === "ok") return finishReset(requestContext, result.data);
  const handling = findErrorHandling(result);
  const failedForm: FailedForm = { page: authorization.kind === "link" ? undefined : "RESET", values };
  if (handling.kind === "roadblock" && handling.roadblock === "token-expired")
    return endReset(requestContext, authorization);
  if (handling.kind !== "handledByPage") return handleResetFailure(requestContext, handling, failedForm);
  const { error } = handling.refusal;
  const limit = limitsOfReset[error.errorCode ?? 0];
  if (limit !== undefined) return handleResetFailure(requestContext, limit, failedForm);
  const refused = refusedFields(error, { ...facts, password });
  return refused === undefined
    ? endReset(requestContext, authorization)
    : redrawForm<RecoveryFormError>({ errors: refused, values });
}

/** Handling by error code of refusals that another attempt cannot change, if the response names no roadblock. */
const limitsOfReset: Readonly<Partial<Record<number, PageErrorHandling>>> = {
  [accountErrors.tooManyIdentityFacts.errorCode]: { kind: "roadblock", roadblock: "login-difficulties" },
  [accountErrors.clientUpdateFailed.errorCode]: {
    kind: "roadblock",
    roadblock: "login-difficulties",
    shownCode: "lnr500160",
  },
};

export const handle: ScreenHandle = { isOfLink: true };

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  if (page.kind === "handOff") return <ResetDoneScreen {...page.handOff} />;
  return <ResetScreen data={page.data} refusal={actionData} />;
}
