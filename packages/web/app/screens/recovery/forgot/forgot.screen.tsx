import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { Button, ButtonLink } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { EmailField } from "../../../form/email-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { StepForm } from "../../../form/step-form.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { RecoveryAlert } from "../parts/recovery-alert.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";
import { findAccountPath } from "../parts/recovery-path.table.ts";
import type { RecoveryRefusal } from "../parts/recovery-refusal.ts";
import { forgotRules } from "./forgot.rule.ts";

export interface ForgotData {
  /** Typed before, or remembered. */
  email: string | undefined;
  /** A code was right, but its time to choose a password has passed. */
  hasEnded: boolean;
}

export function ForgotScreen({ data, refusal }: { data: ForgotData; refusal?: RecoveryRefusal | undefined }) {
  const say = useSay();
  return (
    <RecoveryPage title={say("recovery:forgot.title")} lead={say("recovery:forgot.lead")}>
      {data.hasEnded && refusal === undefined ? (
        <Notice tone="caution" title={say("recovery:forgot.ended.title")} takesFocus>
          {say("recovery:forgot.ended", { minutes: lifetimes.resetTokenMinutes })}
        </Notice>
      ) : null}
      <ScreenForm rules={forgotRules} answer={refusal} alert={<RecoveryAlert refusal={refusal} />}>
        <EmailField autoComplete="username" defaultValue={data.email} enterKeyHint="send" />
        <Button busyText={say("common:sending")}>{say("recovery:forgot.submit")}</Button>
      </ScreenForm>
      <section className="stack stack-close away">
        <h2 className="heading">{say("recovery:forgot.other")}</h2>
        <p className="quiet">{say("recovery:forgot.other.text")}</p>
        <div className="away-ways">
          <StepForm action={findAccountPath}>{say("recovery:find")}</StepForm>
          <ButtonLink kind="link" to="/">
            {say("common:backToLogin")}
          </ButtonLink>
        </div>
      </section>
    </RecoveryPage>
  );
}
