import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { WaitingResponse } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { minuteOfEnd } from "@vestibule/wording/format.ts";
import { type ActionFunctionArgs, redirectDocument } from "react-router";
import { drawRetryLater, handleApiFailure } from "../../api/api-failure.server.ts";
import { findErrorHandling, isRejected } from "../../api/error-handling.rule.ts";
import { codeLimit, never, secondsUntil, sessionLimit } from "../../form/expiry.server.ts";
import { type FormError, readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { momentWithZone, retryAt, textsFor, timeOfDayWithoutZone } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { Route } from "./+types/two-factor.route";
import {
  choicesOf,
  flashRefusedCode,
  leavePending,
  leaveWithReason,
  readWaiting,
  secondFactorApi,
} from "./second-factor-call.server.ts";
import { provenPath } from "./second-factor-path.table.ts";
import { secondFactorSlice } from "./session-slice.server.ts";
import { rulesOf, TwoFactorScreen } from "./two-factor.screen.tsx";
import { sendsCodes, type TwoFactorData } from "./two-factor-view.ts";

/** Sends the first code by the first method, once, unless it is a call or the proof is waived; others need a button. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<TwoFactorData & { texts: string }> {
  const requestContext = context.get(requestContextKey);
  const isNew = requestContext.session.get(secondFactorSlice)?.of !== choicesOf(requestContext).of;
  let pending = await readWaiting(requestContext, url);
  const [first] = pending.methods;
  const isWaived = pending.waivedUntil !== undefined;
  if (first === undefined && !isWaived) throw raiseWithoutMethod(requestContext, pending);
  const sendsFirst =
    first !== undefined && sendsCodes(first.method) && first.method !== "call" && first.fullUntil === undefined;
  // Who has waived it has lost the methods on file.
  if (isNew && !isWaived && pending.sent === undefined && sendsFirst) {
    const sent = await secondFactorApi(requestContext).send({ id: first.id });
    if (sent.kind !== "ok") flashRefusedCode(requestContext, sent);
    else if (sent.data.state === "waiting") pending = sent.data;
  }
  return { ...viewOf(requestContext, pending), texts: textsFor(requestContext, ["twoFactor", "fields"]) };
}

/** The account has no method now; after a new password, or as soon as a new mobile number is one, it has. */
function raiseWithoutMethod(
  requestContext: PortalRequestContext,
  { newMobileFrom: until, needsNewPassword }: WaitingResponse,
): Response {
  if (needsNewPassword) return raiseRoadblock(requestContext, "forgot-password", { cause: "newPassword" });
  const facts = until === undefined ? { cause: "noMethod" as const } : { cause: "newMobile" as const, until };
  return raiseRoadblock(requestContext, "login-difficulties", facts);
}

function viewOf(requestContext: PortalRequestContext, pending: WaitingResponse): TwoFactorData {
  const { methods, newMobileFrom, sent, reasons, expiresAt, isExtendable, remember, waivedUntil } = pending;
  const choices = choicesOf(requestContext);
  const wanted = methods.find(({ id }) => id === choices.chosen) ?? methods.find(({ id }) => id === sent?.id);
  const chosen = wanted ?? methods[0];
  const usedUp = methods.every(({ id, fullUntil }) => fullUntil !== undefined && id !== sent?.id)
    ? methods[0]?.fullUntil
    : undefined;
  const flash = consume(choices, "flash");
  const time = (moment: Date) => timeOfDayWithoutZone(requestContext, moment);
  const dayOfEnd = (moment: string) => momentWithZone(requestContext, minuteOfEnd(new Date(moment)));
  const end = new Date(expiresAt);
  const waitSeconds = secondsUntil(sent?.resendAvailableAt ?? "", requestContext.now);
  return {
    reason: reasons[0],
    chosen: (usedUp === undefined && chosen) || null,
    others: methods.filter(({ id, fullUntil }) => id !== chosen?.id && fullUntil === undefined),
    newMobileFrom: newMobileFrom === undefined ? null : dayOfEnd(newMobileFrom),
    late: lateOf(methods),
    sent:
      sent === undefined || sent.id !== chosen?.id
        ? null
        : {
            at: time(new Date(sent.at)),
            ends: codeLimit(requestContext, { sentAt: sent.at }),
            resend: { since: sent.at, waitSeconds, retryAt: retryAt(requestContext, waitSeconds) },
          },
    flash: (usedUp === undefined && flash) || null,
    usedUpUntil: usedUp === undefined ? null : dayOfEnd(usedUp),
    retryAt:
      choices.retryAt !== undefined && flash === "full"
        ? dayOfEnd(choices.retryAt)
        : { day: "", time: choices.retryAt === undefined ? "" : time(minuteOfEnd(new Date(choices.retryAt))) },
    limit: sessionLimit(requestContext, { idle: end, latest: isExtendable ? never : end }),
    waived: waivedUntil === undefined ? null : momentWithZone(requestContext, waivedUntil),
    remember: remember ?? null,
  };
}

function lateOf(methods: WaitingResponse["methods"]): TwoFactorData["late"] {
  const late = methods.filter(({ isLate }) => isLate);
  if (late.length === 0) return null;
  return late.every(({ method }) => method === "call") ? "calls" : "messages";
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const id = values.method ?? "";
  const refusal = refuseFieldErrors(values, rulesOf(id));
  if (refusal !== undefined) return refusal;
  const field = id === "recoveryCode" ? "recoveryCode" : "securityCode";
  const securityCode = normaliseText(values[field] ?? "");
  const result = await secondFactorApi(requestContext).verify({
    id,
    securityCode,
    remember: values.remember === "yes",
  });
  if (result.kind === "ok") {
    requestContext.session.delete(secondFactorSlice);
    return redirectDocument(values.passkeys === "yes" ? `${provenPath}?passkeys=yes` : provenPath, 303);
  }
  if (isRejected(result, { status: 404 })) return leaveWithReason(requestContext);
  if (isRejected(result, { status: 403, errorCode: 3002 })) {
    const { until } = result.error;
    if (until !== undefined) return raiseRoadblock(requestContext, "login-difficulties", { until });
    return leavePending(requestContext, { state: "ended", ended: "wrongCodes" });
  }
  if (isRejected(result, { status: 400 })) {
    const wrong = id === "authenticator" ? "wrongApp" : "wrong";
    const key = result.error.errorCode === 3005 ? wrong : "incomplete";
    const { triesLeft } = result.error;
    return redrawForm<FormError>({ errors: { [field]: { key } }, values, triesLeft });
  }
  const handling = findErrorHandling(result);
  return handling.kind === "wait"
    ? drawRetryLater(requestContext, handling.seconds, values)
    : handleApiFailure(requestContext, handling);
}

export default function TwoFactorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <TwoFactorScreen data={loaderData} refusal={actionData} />;
}
