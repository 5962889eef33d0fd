import { Button } from "../../../design/button.tsx";
import { Notice } from "../../../design/notice.tsx";
import { CodeEnd } from "../../../form/code-end.tsx";
import { CodeField } from "../../../form/code-field.tsx";
import { ScreenForm } from "../../../form/screen-form.tsx";
import { RichText } from "../../../visit/rich-text.tsx";
import { useSay } from "../../../visit/texts.tsx";
import { RecoveryAlert } from "../parts/recovery-alert.tsx";
import { RecoveryPage } from "../parts/recovery-page.tsx";
import { sendAgainPath } from "../parts/recovery-path.table.ts";
import type { RecoveryRefusal } from "../parts/recovery-refusal.ts";
import { verifyRules } from "./verify.rule.ts";
import { VerifyAway } from "./verify-away.tsx";
import type { VerifyData } from "./verify-data.ts";

export function VerifyScreen({ data, refusal }: { data: VerifyData; refusal?: RecoveryRefusal | undefined }) {
  const say = useSay();
  const { email, said, code, resend } = data;
  return (
    <RecoveryPage title={say("recovery:verify.title")} lead={<Lead email={email} />}>
      {said === undefined ? null : (
        <Notice tone="calm" takesFocus>
          {say(`recovery:verify.${said}`)}
        </Notice>
      )}
      {code === null ? null : (
        <CodeEnd limit={code.ends} again={{ action: sendAgainPath, label: say("recovery:verify.resend") }} />
      )}
      <ScreenForm
        rules={verifyRules}
        answer={refusal}
        alert={<RecoveryAlert refusal={refusal} />}
        also={refusal?.alert === "lastTry" ? <LastTry /> : undefined}
      >
        <CodeField
          name="securityCode"
          help={code === null ? null : say("recovery:verify.help", { asked: code.askedAt, time: code.ends.endsAt })}
          submitsWhenWhole
        />
        <Button busyText={say("common:checking")}>{say("recovery:verify.submit")}</Button>
      </ScreenForm>
      <VerifyAway resend={resend} />
    </RecoveryPage>
  );
}

function LastTry() {
  const say = useSay();
  return (
    <>
      <strong>{say("recovery:verify.lastTry.title")}</strong> {say("recovery:verify.lastTry")}
    </>
  );
}

/** Never says that something was sent: whether an account uses the address is nobody else's to know. */
function Lead({ email }: { email: string }) {
  const say = useSay();
  if (email === "") return say("recovery:verify.lead.plain");
  return <RichText text="recovery:verify.lead" parts={{ email: <strong className="address">{email}</strong> }} />;
}
