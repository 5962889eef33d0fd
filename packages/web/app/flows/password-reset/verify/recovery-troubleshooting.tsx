import { findAccountPath } from "@vestibule/catalogue/recovery-flow.table.ts";
import { ButtonLink } from "../../../design/button.tsx";
import { CodeTroubleshooting } from "../../../form/code-troubleshooting.tsx";
import { PostButton } from "../../../form/post-button.tsx";
import { ResendForm } from "../../../form/resend-form.tsx";
import type { TimeLimit } from "../../../form/use-expiry-warning.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import { contactChangedPath } from "../../../roadblock/action-path.table.ts";
import { forgotPath, sendAgainPath } from "../parts/recovery-path.table.ts";

/** Data of the code page. */
export interface VerifyData {
  /** The e-mail as typed; empty where the session no longer has it. */
  email: string;
  flash: "sentAgain" | "tooSoon" | "wait" | undefined;
  /** When the newest code was requested and when it expires; null where the session no longer has it. */
  code: { askedAt: string; ends: TimeLimit } | null;
  /** When another code can be requested: as ISO time, as seconds from now, and as local time of day. */
  resend: { from: string; waitSeconds: number; retryAt: string };
}

/** What to do without the code: request a new one, use another e-mail, or use the policy number. */
export function RecoveryTroubleshooting({ resend }: Pick<VerifyData, "resend">) {
  const t = useTranslate();
  const wait = {
    seconds: resend.waitSeconds,
    since: resend.from,
    words: t("recovery:verify.resend.wait", { time: resend.retryAt }),
  };
  return (
    <CodeTroubleshooting
      resend={<ResendForm action={sendAgainPath} label={t("recovery:verify.resend")} kind="link" wait={wait} />}
      question={t("recovery:verify.late")}
    >
      <p>{t("recovery:verify.late.text")}</p>
      <div className="away-options">
        <PostButton action={findAccountPath}>{t("recovery:find")}</PostButton>
        <ButtonLink kind="link" to={forgotPath}>
          {t("recovery:verify.otherEmail")}
        </ButtonLink>
        <PostButton action={contactChangedPath} sends={{ from: "reset" }}>
          {t("recovery:verify.noLongerMine")}
        </PostButton>
      </div>
    </CodeTroubleshooting>
  );
}
