import { Button, ButtonLink } from "../design/button.tsx";
import { Notice } from "../design/notice.tsx";
import { useChangeCount } from "../design/use-change-count.ts";
import { PasswordField } from "../form/password-field.tsx";
import { ScreenForm } from "../form/screen-form.tsx";
import { TextField } from "../form/text-field.tsx";
import { PageOpening } from "../frame/page-opening.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import type { StaffArea } from "./session-slice.server.ts";
import type { RefusedSignIn, SignInPage } from "./sign-in-view.ts";

/** Staff sign in at the insurer's OpenID provider; in demo mode with an id and a secret. */
export function StaffSignInScreen({
  at,
  page,
  refused,
}: {
  at: StaffArea;
  page: SignInPage;
  refused: RefusedSignIn | undefined;
}) {
  const t = useTranslate();
  const changeCount = useChangeCount(refused);
  const retryAt = refused?.retryAt ?? page.retryAt;
  const message = refused === undefined ? page.notice : retryAt === undefined ? "refused" : "limited";
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`${at}:signIn.title`)} isRefused={message !== undefined && message !== "ended"}>
        {t(`${at}:signIn.lead`)}
      </PageOpening>
      {message === undefined ? null : (
        <Notice
          key={changeCount}
          tone={message === "ended" ? "caution" : "error"}
          title={t(`agent:signIn.${message}.title`)}
          takesFocus
        >
          {t(`agent:signIn.${message}`, { time: retryAt ?? "" })}
        </Notice>
      )}
      {page.by === "openId" ? (
        <ButtonLink to={`/agent/sign-in?to=${at}`} reloadDocument>
          {t("agent:signIn.openId")}
        </ButtonLink>
      ) : (
        <SecretForm typed={refused?.id} />
      )}
    </div>
  );
}

function SecretForm({ typed = "" }: { typed: string | undefined }) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}}>
      <input type="hidden" name="act" value="signIn" />
      <TextField
        name="agentId"
        label={t("agent:signIn.id")}
        help={null}
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={typed}
      />
      <PasswordField
        name="loginPassword"
        label={t("agent:signIn.secret")}
        help={null}
        autoComplete="current-password"
      />
      <Button busyText={t("common:checking")}>{t("agent:signIn.submit")}</Button>
    </ScreenForm>
  );
}
