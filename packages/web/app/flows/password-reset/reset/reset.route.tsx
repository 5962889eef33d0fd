import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { signsInAfterReset } from "@vestibule/contract/brand/brand.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { recoveryApi } from "../../../api/account-api.server.ts";
import { refusedFields } from "../../../api/refused-password.rule.ts";
import { outcomeOf, type PageOutcome } from "../../../api/response-outcome.rule.ts";
import { linkEnd, never, sessionLimit } from "../../../form/expiry.server.ts";
import { readForm, redrawForm } from "../../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../../form/form-values.ts";
import { identityFactBody } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { askForNewPassword } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import { redirectToLogin } from "../../../request/cookie-check.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { requestNewCode } from "../forgot/begin-recovery.server.ts";
import { type FailedForm, handleResetFailure } from "../parts/recovery-call.server.ts";
import type { RecoveryFormError } from "../parts/recovery-page.tsx";
import { resetPath, verifyPath } from "../parts/recovery-path.table.ts";
import type { Route } from "./+types/reset.route";
import { type ResetData, ResetDoneScreen, ResetScreen, resetRules } from "./reset.screen.tsx";
import {
  endReset,
  finishReset,
  type ResetAuthorization,
  resetAuthorization,
  resetHandOff,
} from "./reset-authorization.server.ts";

type ResetPage = { kind: "form"; data: ResetData } | { kind: "handOff"; handOff: TicketHandOff };

/**
 * Opens if a code, a temporary password or a link has authorised this browser, or if the new password was just saved.
 */
export function loader({ context, url }: LoaderFunctionArgs): { page: ResetPage; texts: string } {
  const requestContext = context.get(requestContextKey);
  const { finishedReset, recovery } = requestContext.session;
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
  if (finishedReset !== undefined) throw askForNewPassword(requestContext);
  throw recovery === undefined ? redirectToLogin(requestContext, url) : redirect(verifyPath, 303);
}

function limitOf(
  requestContext: PortalRequestContext,
  { endsAt, latestEndsAt }: ResetAuthorization,
): ResetData["limit"] {
  const { link } = requestContext.session;
  if (endsAt !== undefined) {
    const latest = latestEndsAt === undefined ? never : new Date(latestEndsAt);
    return sessionLimit(requestContext, { idle: new Date(endsAt), latest });
  }
  return link === undefined ? null : linkEnd(requestContext, link);
}

function dataOf(
  { brand }: PortalRequestContext,
  { kind, email, maskedEmail, fact }: ResetAuthorization,
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
  if (authorization === undefined && requestContext.session.finishedReset !== undefined)
    return redirect(resetPath, 303);
  if (authorization === undefined) return requestNewCode(requestContext);
  const facts = dataOf(requestContext, authorization);
  const faults = validateForm(values, resetRules(facts));
  if (hasFieldFaults(faults)) return redrawForm<RecoveryFormError>({ faults, values });

  const { password = "" } = values;
  const fact = authorization.fact === undefined ? {} : identityFactBody(authorization.fact, values);
  const reply = await recoveryApi(requestContext).password(authorization.id, {
    password,
    token: authorization.token,
    ...fact,
  });
  if (reply.kind === "ok") return finishReset(requestContext, reply.data);
  const outcome = outcomeOf(reply);
  const failedForm: FailedForm = { page: authorization.kind === "link" ? undefined : "RESET", values };
  if (outcome.kind === "roadblock" && outcome.roadblock === "token-expired")
    return endReset(requestContext, authorization);
  if (outcome.kind !== "handledByPage") return handleResetFailure(requestContext, outcome, failedForm);
  const { error } = outcome.refusal;
  const limit = limitsOfReset[error.errorCode ?? 0];
  if (limit !== undefined) return handleResetFailure(requestContext, limit, failedForm);
  const refused = refusedFields(error, { ...facts, password });
  return refused === undefined
    ? endReset(requestContext, authorization)
    : redrawForm<RecoveryFormError>({ faults: refused, values });
}

/** Outcome by error code of refusals that another attempt cannot change, if the response names no roadblock. */
const limitsOfReset: Readonly<Partial<Record<number, PageOutcome>>> = {
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
