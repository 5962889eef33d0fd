import "./account.css";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { ComponentType } from "react";
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { isFailedResult } from "../../api/error-handling.rule.ts";
import { ExpiryLine, ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { readForm, redrawInvalidForm } from "../../form/form-error.ts";
import { hasFieldErrors, validateForm } from "../../form/form-values.ts";
import { PostButton } from "../../form/post-button.tsx";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { useTranslate } from "../../i18n/translate.tsx";
import { requestContextKey } from "../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import type { Route } from "./+types/account.route";
import { AccountNav } from "./account-nav.tsx";
import { type AccountView, findAccountPage } from "./account-pages.server.ts";
import { type AccountPageName, accountPath, accountSections, pagesWithoutSections } from "./account-path.table.ts";
import { handleAccountFailure, redirectAfterSessionEnd, sessionTimeLimit } from "./account-session.server.ts";
import { ActivityScreen } from "./activity.screen.tsx";
import { AddPolicyCodeScreen, AddPolicyScreen } from "./add-policy.screen.tsx";
import { ApplicationsScreen } from "./applications.screen.tsx";
import { CloseScreen } from "./close.screen.tsx";
import { ContactScreen } from "./contact.screen.tsx";
import { EmailCodeScreen, EmailScreen } from "./email-change.screen.tsx";
import { FreezeScreen } from "./freeze.screen.tsx";
import { HouseholdScreen } from "./household.screen.tsx";
import { MyDataScreen } from "./my-data.screen.tsx";
import { OverviewScreen } from "./overview.screen.tsx";
import { NewPasskeyScreen } from "./passkeys/new-passkey.screen.tsx";
import { PasskeyOfferScreen } from "./passkeys/passkey-offer.screen.tsx";
import { PasskeysScreen } from "./passkeys/passkeys.screen.tsx";
import { PasswordScreen } from "./password.screen.tsx";
import { PoliciesScreen } from "./policies.screen.tsx";
import { ProofScreen } from "./proof.screen.tsx";
import { NewAuthenticatorScreen } from "./second-factors/new-authenticator.screen.tsx";
import { RecoveryCodesScreen } from "./second-factors/recovery-codes.screen.tsx";
import { SecondFactorsScreen } from "./second-factors/second-factors.screen.tsx";
import { SessionsScreen } from "./sessions.screen.tsx";
import { AccountSignInScreen } from "./sign-in.screen.tsx";

const sharedTexts = [
  ...(["account:back", "account:stay", "account:ending", "account:endsAt"] as const),
  ...(["account:sections", "account:signOut"] as const),
  ...accountSections.map((section) => `account:${section}.title` as const),
];

/** Loads a page of the account. Only the gateway's request headers admit a request and identify the person. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const page = findAccountPage(params.page);
  if (page === undefined) return notFound(requestContext);
  if (!request.headers.has("iv-user")) throw redirectAfterSessionEnd(requestContext);
  const view = await page.load({ requestContext, headers: request.headers, url });
  if (view instanceof Response) throw view;
  if (isFailedResult(view)) throw handleAccountFailure(requestContext, view, page.name);
  return data({
    view,
    page: page.name,
    limit: sessionTimeLimit(requestContext, request),
    // Sent as data: the table stays on the server.
    wholeMinutes: ttl.gatewayAbsoluteMinutes,
    isWide: page.name !== "passkey-offer",
    texts: textsFor(requestContext, [...sharedTexts, ...page.texts]),
  });
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const page = findAccountPage(params.page);
  if (page?.submit === undefined) return rejectUnknownPost();
  if (!request.headers.has("iv-user")) return redirectAfterSessionEnd(requestContext);
  const accountRequest = { requestContext, headers: request.headers, url };
  const values = await readForm(request);
  const errors = validateForm(values, page.rules?.(accountRequest, values) ?? {});
  if (hasFieldErrors(errors)) return redrawInvalidForm(values, errors);
  const result = await page.submit(accountRequest, values);
  return isFailedResult(result) ? handleAccountFailure(requestContext, result, page.name) : result;
}

/** A passkey's challenge is valid for one response, so another attempt needs a new challenge. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formData?.has("passkey") || defaultShouldRevalidate;
}

export default function AccountRoute({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  const { view, page, limit, wholeMinutes } = loaderData;
  const Screen = screens[page] as ComponentType<object>;
  return (
    <div className="account-desk">
      {pagesWithoutSections.includes(page) ? null : <AccountNav page={page} />}
      <div className="stack stack-wide account">
        {limit === undefined ? null : <SessionExpiry limit={limit} wholeMinutes={wholeMinutes} />}
        <Screen {...view} />
        {limit === undefined ? null : (
          <ExpiryLine limit={limit} idle="account:endsAt" last="account:endsAt.last">
            <PostButton action={accountPath} {...(page && { sends: { page } })}>
              {t("account:stay")}
            </PostButton>
          </ExpiryLine>
        )}
      </div>
    </div>
  );
}

const screens: { [Name in AccountPageName]: ComponentType<AccountView<Name>> } = {
  "": OverviewScreen,
  policies: PoliciesScreen,
  "add-policy": AddPolicyScreen,
  "add-policy-code": AddPolicyCodeScreen,
  household: HouseholdScreen,
  "sign-in": AccountSignInScreen,
  proof: ProofScreen,
  password: PasswordScreen,
  sessions: SessionsScreen,
  applications: ApplicationsScreen,
  activity: ActivityScreen,
  freeze: FreezeScreen,
  "my-data": MyDataScreen,
  close: CloseScreen,
  email: EmailScreen,
  "email-code": EmailCodeScreen,
  passkeys: PasskeysScreen,
  "new-passkey": NewPasskeyScreen,
  "passkey-offer": PasskeyOfferScreen,
  contact: ContactScreen,
  "second-factors": SecondFactorsScreen,
  "new-authenticator": NewAuthenticatorScreen,
  "recovery-codes": RecoveryCodesScreen,
};

interface SessionExpiryProps {
  limit: SessionLimit;
  /** Absolute session limit in minutes. */
  wholeMinutes: number;
}

/** Warns two minutes before the session ends, and extends it where possible. */
function SessionExpiry({ limit, wholeMinutes }: SessionExpiryProps) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("account:ending.title", { time: limit.endsAt })}>
      <p>{limit.isExtended ? t("account:ending") : t("account:ending.last", { minutes: wholeMinutes })}</p>
      {limit.isExtended ? <ExtendButton>{t("account:stay")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
