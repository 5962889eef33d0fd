import { recoveryCodeCount } from "@vestibule/catalogue/account.table.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import type { SecondFactorsResponse } from "@vestibule/contract/account/second-factor.schema.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/api-client.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { authenticatorNameRules } from "../../../form/authenticator.rule.ts";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import { momentOf, momentWithZone, textsFor } from "../../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { accountPagePath } from "../account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "../account-session.server.ts";
import { changeMethod } from "../change-method.server.ts";
import { authenticatorChangedSlice } from "../session-slice.server.ts";
import type { Route } from "./+types/second-factors.route";
import { SecondFactorsScreen } from "./second-factors.screen.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, secondFactorEndpoints).list();
  const data = dataOrRedirect(requestContext, result, "second-factors");
  const { methods, first, newMobileFrom, authenticators, recoveryCodes } = data;
  return {
    methods,
    first: first ?? methods[0]?.id,
    authenticators: authenticators.map((app) => describeAuthenticator(requestContext, app)),
    codes: recoveryCodes && {
      left: recoveryCodes.left,
      all: recoveryCodeCount,
      day: momentOf(requestContext, recoveryCodes.madeAt).day,
    },
    newMobileFrom: newMobileFrom && momentWithZone(requestContext, newMobileFrom),
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    changed: requestContext.session.consume(authenticatorChangedSlice),
    texts: textsFor(requestContext, [
      "account:second-factors",
      "account:passkeys.title",
      "account:passkeys.note",
      "fields:authenticatorName",
    ]),
  };
}

/** Renames, removes or keeps an app, or chooses the method that comes first. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const { change, first = "", authenticatorName: name = "" } = values;
  if (change === "first") return chooseFirst(requestContext, first);
  const refusal = refuseFieldErrors(values, change === "remove" || change === "keep" ? {} : authenticatorNameRules);
  if (refusal !== undefined) return refusal;
  const result = await changeMethod(sessionApi(requestContext, secondFactorEndpoints), { ...values, name });
  if (result.kind !== "changed") return handleAccountFailure(requestContext, result, "second-factors");
  requestContext.session.set(authenticatorChangedSlice, result.changed);
  return redirect(accountPagePath("second-factors"), 303);
}

/** A method that the account has lost since is no longer on the page, which the person sees again. */
async function chooseFirst(requestContext: PortalRequestContext, id: string) {
  const result = await sessionApi(requestContext, secondFactorEndpoints).chooseFirst({ id });
  if (result.kind === "ok") requestContext.session.set(authenticatorChangedSlice, "first");
  else if (!isRejected(result, { status: 400 })) return handleAccountFailure(requestContext, result, "second-factors");
  return redirect(accountPagePath("second-factors"), 303);
}

function describeAuthenticator(
  requestContext: PortalRequestContext,
  { id, name, createdAt, lastUsedAt, isOff }: SecondFactorsResponse["authenticators"][number],
) {
  const added = momentOf(requestContext, createdAt);
  const lastUsed = lastUsedAt === undefined ? undefined : momentWithZone(requestContext, lastUsedAt);
  return { id, name, isOff, added, lastUsed };
}

export default function SecondFactorsRoute({ loaderData }: Route.ComponentProps) {
  return <SecondFactorsScreen {...loaderData} />;
}
