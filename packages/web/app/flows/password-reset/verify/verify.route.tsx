import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { recoveryApi } from "../../../api/api-client.server.ts";
import { findErrorHandling } from "../../../api/error-handling.rule.ts";
import { codeLimit, secondsUntil } from "../../../form/expiry.server.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { retryAt, textsFor, timeOfDayWithoutZone } from "../../../i18n/localize.server.ts";
import { redirectToLogin } from "../../../request/cookie-check.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { resetTokenEnd } from "../../../roadblock/reset-expiry.rule.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";
import { handleResetFailure } from "../parts/recovery-call.server.ts";
import type { RecoveryFormError } from "../parts/recovery-page.tsx";
import type { Route } from "./+types/verify.route";
import { type VerifyData, VerifyScreen, verifyRules } from "./verify.screen.tsx";

/** Opens only in the browser that requested a code. */
export function loader({ context, url }: LoaderFunctionArgs): VerifyData & { texts: string } {
  const requestContext = context.get(requestContextKey);
  const recovery = requestContext.session.get(recoverySlice);
  if (recovery?.how !== "forgot") throw redirectToLogin(requestContext, url);
  if (recovery.proof !== undefined) throw redirect(`${pathAfter("VERIFY", "codeAccepted")}${safeQuery(url)}`, 303);
  const { email, flash, requestedAt: askedAt, resendAvailableAt = "" } = recovery;
  delete recovery.flash;
  const waitSeconds = secondsUntil(resendAvailableAt, requestContext.now);
  return {
    email,
    flash: flash === "ended" ? undefined : flash,
    code:
      askedAt === undefined
        ? null
        : {
            askedAt: timeOfDayWithoutZone(requestContext, new Date(askedAt)),
            ends: codeLimit(requestContext, { sentAt: askedAt }),
          },
    resend: { from: resendAvailableAt, waitSeconds, retryAt: retryAt(requestContext, waitSeconds) },
    texts: textsFor(requestContext, ["recovery", "fields"]),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  // If the session no longer has the reset, every code is wrong.
  const recovery = requestContext.session.get(recoverySlice) ?? { how: "forgot", id: "", email: "" };
  requestContext.session.set(recoverySlice, recovery);
  const refusal = refuseFieldErrors(values, verifyRules);
  if (refusal !== undefined) return refusal;
  if (recovery.id === "") return wrongCode(values);

  const validationValue = values.securityCode ?? "";
  const result = await recoveryApi(requestContext).validate(recovery.id, { validationValue });
  if (result.kind === "ok") {
    const { id, token, identityFact, email } = result.data;
    const proof = { token, identityFact, email, endsAt: resetTokenEnd(requestContext.now) };
    requestContext.session.set(recoverySlice, { how: "forgot", id, email: recovery.email, proof });
    requestContext.session.delete(linkSlice);
    return redirect(pathAfter("VERIFY", "codeAccepted"), 303);
  }
  const handling = findErrorHandling(result);
  if (handling.kind !== "handledByPage")
    return handleResetFailure(requestContext, handling, { page: "VERIFY", values });
  return wrongCode(values, handling.refusal.error.triesLeft);
}

function wrongCode(values: FormValues, triesLeft?: number) {
  return redrawForm<RecoveryFormError>({ errors: { securityCode: { key: "wrong" } }, values, triesLeft });
}

export default function VerifyRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyScreen data={loaderData} refusal={actionData} />;
}
