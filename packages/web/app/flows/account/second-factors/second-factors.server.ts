import { recoveryCodeCount } from "@vestibule/catalogue/account.table.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import type { SecondFactorsResponse } from "@vestibule/contract/account/second-factor.schema.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { momentOf } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { consume } from "../../../session/session-slice.server.ts";
import type { AccountPage } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { changeMethod } from "../change-method.server.ts";
import { authenticatorNameRules } from "./authenticator.rule.ts";

/** The methods of a second proof, each with forms that change it. */
export const secondFactorsPage = {
  texts: [
    "account:second-factors",
    "account:passkeys.title",
    "account:passkeys.note",
    "fields:authenticatorName",
    "forms:summary",
  ],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, secondFactorEndpoints).list();
    if (result.kind !== "ok") return result;
    const { methods, first, authenticators, recoveryCodes } = result.data;
    return {
      methods,
      first: first ?? methods[0]?.id,
      authenticators: authenticators.map((app) => describeAuthenticator(requestContext, app)),
      codes: recoveryCodes && {
        left: recoveryCodes.left,
        all: recoveryCodeCount,
        day: momentOf(requestContext, recoveryCodes.madeAt).day,
      },
      hasPasskeys: relyingPartyOf(requestContext) !== undefined,
      changed: consume(requestContext.session, "authenticatorChanged"),
    };
  },
  rules: (_request, { change }) =>
    change === "remove" || change === "keep" || change === "first" ? {} : authenticatorNameRules,
  async submit({ requestContext }, form) {
    if (form.change === "first") return chooseFirst(requestContext, form.first ?? "");
    const result = await changeMethod(sessionApi(requestContext, secondFactorEndpoints), {
      ...form,
      name: form.authenticatorName ?? "",
    });
    if (result.kind !== "changed") return result;
    requestContext.session.authenticatorChanged = result.changed;
    return redirect(accountPagePath("second-factors"), 303);
  },
} satisfies AccountPage;

/** A method that the account has lost since is no longer on the page, which the person sees again. */
async function chooseFirst(requestContext: PortalRequestContext, id: string) {
  const result = await sessionApi(requestContext, secondFactorEndpoints).chooseFirst({ id });
  if (result.kind === "ok") requestContext.session.authenticatorChanged = "first";
  else if (!isRejected(result, { status: 400 })) return result;
  return redirect(accountPagePath("second-factors"), 303);
}

export type ListedAuthenticator = ReturnType<typeof describeAuthenticator>;

function describeAuthenticator(
  requestContext: PortalRequestContext,
  { id, name, createdAt, lastUsedAt, isOff }: SecondFactorsResponse["authenticators"][number],
) {
  const added = momentOf(requestContext, createdAt);
  const lastUsed = lastUsedAt === undefined ? undefined : momentOf(requestContext, lastUsedAt);
  return { id, name, isOff, added, lastUsed };
}
