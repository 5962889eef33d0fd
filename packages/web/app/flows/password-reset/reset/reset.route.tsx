import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { signsInAfterReset } from "@vestibule/contract/brand/brand.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { recoveryApi } from "../../../api/account-api.server.ts";
import { refusedFields } from "../../../api/refused-password.rule.ts";
import { outcomeOf, type PageOutcome } from "../../../api/response-outcome.rule.ts";
import { linkEnd, never, sessionLimit } from "../../../form/expiry.server.ts";
import { drawAgain, readForm } from "../../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../../form/form-values.ts";
import { identityFactBody } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { askForNewPassword } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import { redirectToLogin } from "../../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { requestNewCode } from "../forgot/begin-recovery.server.ts";
import { type FailedForm, handleResetFailure } from "../parts/recovery-call.server.ts";
import type { RecoveryRefusal } from "../parts/recovery-page.tsx";
import { resetPath, verifyPath } from "../parts/recovery-path.table.ts";
import type { Route } from "./+types/reset.route";
import { type ResetData, ResetDoneScreen, ResetScreen, resetRules } from "./reset.screen.tsx";
import { endGround, finishReset, resetHandOff } from "./reset-ending.server.ts";
import { groundOf, type ResetGround } from "./reset-ground.server.ts";

type ResetPage = { kind: "form"; data: ResetData } | { kind: "handOff"; handOff: TicketHandOff };

/**
 * Opens after a code, a temporary password or a link authorised this browser, or right after the new password was
 * saved.
 */
export function loader({ context, url }: LoaderFunctionArgs): { page: ResetPage; texts: object } {
  const requestContext = context.get(requestContextKey);
  const { finishedReset, recovery } = requestContext.session;
  const ground = groundOf(requestContext.session);
  if (ground !== undefined) {
    const data = { ...dataOf(requestContext, ground), limit: limitOf(requestContext, ground) };
    return { page: { kind: "form", data }, texts: textsFor(requestContext, ["recovery", "link"]) };
  }
  const handOff = resetHandOff(requestContext);
  if (handOff !== undefined)
    return {
      page: { kind: "handOff", handOff },
      texts: { ...textsFor(requestContext, ["recovery"]), ...registrationTexts(requestContext, ["confirmation"]) },
    };
  if (finishedReset !== undefined) throw askForNewPassword(requestContext);
  throw recovery === undefined ? redirectToLogin(url) : redirect(verifyPath, 303);
}

function limitOf(requestContext: PortalRequestContext, { endsAt, latestEndsAt }: ResetGround): ResetData["limit"] {
  const { link } = requestContext.session;
  if (endsAt !== undefined) {
    const latest = latestEndsAt === undefined ? never : new Date(latestEndsAt);
    return sessionLimit(requestContext, { idle: new Date(endsAt), latest });
  }
  return link === undefined ? null : linkEnd(requestContext, link);
}

function dataOf(
  { brand }: PortalRequestContext,
  { kind, email, maskedEmail, fact }: ResetGround,
): Omit<ResetData, "limit"> {
  return {
    ...{ kind, email, maskedEmail, fact: fact ?? null, policy: brand.passwordPolicy },
    signsIn: signsInAfterReset(brand),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const ground = groundOf(requestContext.session);
  // The form was submitted again after it was accepted.
  if (ground === undefined && requestContext.session.finishedReset !== undefined) return redirect(resetPath, 303);
  if (ground === undefined) return requestNewCode(requestContext);
  const facts = dataOf(requestContext, ground);
  const faults = validateForm(values, resetRules(facts));
  if (hasFieldFaults(faults)) return drawAgain<RecoveryRefusal>({ faults, values });

  const { password = "" } = values;
  const { client, caller } = recoveryApi(requestContext);
  const fact = ground.fact === undefined ? {} : identityFactBody(ground.fact, values);
  const reply = await client.password(caller, ground.id, { password, token: ground.token, ...fact });
  if (reply.kind === "ok") return finishReset(requestContext, reply.data);
  const outcome = outcomeOf(reply);
  const left: FailedForm = { page: ground.kind === "link" ? undefined : "RESET", values };
  if (outcome.kind === "roadblock" && outcome.roadblock === "token-expired") return endGround(requestContext, ground);
  if (outcome.kind !== "passes") return handleResetFailure(requestContext, outcome, left);
  const { error } = outcome.refusal;
  const limit = limitsOfReset[error.errorCode ?? 0];
  if (limit !== undefined) return handleResetFailure(requestContext, limit, left);
  const refused = refusedFields(error, { ...facts, password });
  return refused === undefined
    ? endGround(requestContext, ground)
    : drawAgain<RecoveryRefusal>({ faults: refused, values });
}

/** Refusals that another attempt cannot change, where the response names no roadblock of its own. */
const limitsOfReset: Readonly<Partial<Record<number, PageOutcome>>> = {
  [accountErrors.tooManyIdentityFacts.errorCode]: { kind: "roadblock", roadblock: "login-difficulties" },
  [accountErrors.clientUpdateFailed.errorCode]: {
    ...{ kind: "roadblock", roadblock: "login-difficulties", shownCode: "lnr500160" },
  },
};

export const handle: ScreenHandle = { isOfLink: true };

export default function ResetRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  if (page.kind === "handOff") return <ResetDoneScreen {...page.handOff} />;
  return <ResetScreen data={page.data} refusal={actionData} />;
}
