import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { loginHintName } from "@vestibule/contract/cookies/login-hint.rule.ts";
import { Button } from "../../design/button.tsx";
import { Heading } from "../../design/text.tsx";
import { useLastReceived } from "../../design/use-last-received.ts";
import { PostForm } from "../../form/post-form.tsx";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { HandOffPage } from "../../gateway/hand-off-form.tsx";
import { packTexts } from "../../i18n/localize.server.ts";
import { PageTitle } from "../../i18n/page-title.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { readRememberedEmail } from "../../request/remembered-email.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { loginEmailSlice, noticeSlice, singleSignOnSlice } from "../../shared-slices/login-slices.server.ts";
import type { Route } from "./+types/login.screen";
import { submitLogin } from "./login-action.server.ts";
import { LoginForm } from "./login-form.tsx";
import { isPasskeyRefusal, isRefusal, LoginNotice } from "./login-notice.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { readWaitingApplication } from "./waiting-application.server.ts";

/** Idle and absolute session limits, in minutes. */
const ofRegistration = { idle: ttl.registrationIdleMinutes, whole: ttl.registrationAbsoluteMinutes };
const ofSignIn = { idle: ttl.gatewayIdleMinutes, whole: ttl.gatewayAbsoluteMinutes };

/** The page is sent only its own texts, because more would delay it. */
const loginTexts = [
  "login",
  "fields:email",
  "fields:loginPassword",
  "fields:rememberMe",
  "forms:summary",
  "forms:login",
  "forms:password.show",
  "forms:password.showAria",
  "forms:password.hide",
  "forms:password.hideAria",
  "common:continue",
] as const;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const application = readWaitingApplication(requestContext, { request, url });
  const notice = requestContext.session.consume(noticeSlice);
  const rememberedEmail = await readRememberedEmail(requestContext);
  return {
    notice: notice === "signInEnded" ? "sessionEnded" : notice,
    // Sent as data, so that the browser does not need the table.
    lasted: notice === "signInEnded" ? ofSignIn : ofRegistration,
    email:
      requestContext.cookies.readSigned(loginHintName) ??
      requestContext.session.get(loginEmailSlice) ??
      rememberedEmail,
    isRemembered: rememberedEmail !== undefined,
    application,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    clientLoginAction: requestContext.session.get(singleSignOnSlice)?.clientLoginAction,
    texts: packTexts(requestContext, loginTexts),
  };
}

export function action({ request, url, context }: Route.ActionArgs) {
  return submitLogin(context.get(requestContextKey), { request, url });
}

export const handle: ScreenHandle = { hasBand: true };

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  // Stays when the page is loaded again in another language or province.
  const notice = useLastReceived(loaderData.notice);
  const handOff = actionData !== undefined && "handOff" in actionData ? actionData.handOff : undefined;
  if (handOff?.password !== undefined) return <HandOffPage {...handOff} password={handOff.password} />;
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={isRefusal(notice)}>{t("login:title")}</PageTitle>
      <div className="stack">
        <Heading>{t("login:title")}</Heading>
        {loaderData.application?.name === undefined ? null : (
          <p>{t("login:application", { application: loaderData.application.name })}</p>
        )}
        {notice === undefined ? null : <LoginNotice notice={notice} lasted={loaderData.lasted} />}
        <LoginForm
          email={loaderData.email}
          isRemembered={loaderData.isRemembered}
          interaction={loaderData.application?.interaction}
          hasForgotLink={notice !== "loginError"}
          formError={actionData !== undefined && "errors" in actionData ? actionData : undefined}
        />
        {loaderData.hasPasskeys ? (
          <PasskeySignIn
            clientLoginAction={loaderData.clientLoginAction}
            interaction={loaderData.application?.interaction}
            isUnknown={loaderData.notice === "passkeyUnknown"}
            inAutofill={!isPasskeyRefusal(notice)}
          />
        ) : null}
      </div>
      <FirstVisit />
    </div>
  );
}

/** Button that starts a new registration. */
function FirstVisit() {
  const t = useTranslate();
  return (
    <section className="first-visit stack stack-tight" aria-labelledby="first-visit">
      <h2 className="heading" id="first-visit">
        {t("login:firstVisit.title")}
      </h2>
      <p className="quiet">{t("login:firstVisit.lead")}</p>
      <PostForm action="/create-an-account/start">
        <Button kind="quiet">{t("login:signUp")}</Button>
      </PostForm>
    </section>
  );
}
