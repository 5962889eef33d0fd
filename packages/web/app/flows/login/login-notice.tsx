import { Link } from "react-router";
import { Notice, type NoticeTone } from "../../design/notice.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { LoginNoticeId } from "../../shared-slices/login-slices.server.ts";

type NoticeId = Exclude<LoginNoticeId, "signInEnded">;

const tones: Record<NoticeId, NoticeTone> = {
  loginError: "error",
  passkeyRefused: "error",
  passkeyUnknown: "error",
  passkeyOff: "error",
  sessionEnded: "caution",
  accountReady: "success",
  signedOut: "success",
  passwordChanged: "success",
  accountClosed: "success",
  temporaryEnded: "caution",
  linkForgotten: "caution",
  secondFactorExpired: "caution",
  secondFactorWrong: "error",
  secondFactorDenied: "error",
  secondFactorEnded: "caution",
};

/** Whether a notice says that a sign-in was refused. */
export function isRefusal(notice: NoticeId | undefined): boolean {
  return notice !== undefined && tones[notice] === "error";
}

/** Whether a notice says that a passkey was refused. */
export function isPasskeyRefusal(notice: LoginNoticeId | undefined): boolean {
  return notice === "passkeyRefused" || notice === "passkeyUnknown" || notice === "passkeyOff";
}

/** Notice above the login form. `lasted`: limits of the session that ended, idle and absolute, in minutes. */
export function LoginNotice({ notice, lasted }: { notice: NoticeId; lasted: { idle: number; whole: number } }) {
  const t = useTranslate();
  if (notice === "loginError")
    return (
      <Notice tone="error" title={t("forms:login.error")} takesFocus>
        <p>
          {t("login:error.forgot")} <Link to="/forgot">{t("login:error.newPassword")}</Link>
        </p>
      </Notice>
    );
  return (
    <Notice tone={tones[notice]} title={t(`login:notice.${notice}.title`)} takesFocus>
      {notice === "signedOut" ? null : t(`login:notice.${notice}`, lasted)}
    </Notice>
  );
}
