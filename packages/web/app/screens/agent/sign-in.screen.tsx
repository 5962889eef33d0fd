import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";

/** Agents log in by the id and secret that they were given; who acts is kept with each act. */
export function SignInScreen({
  notice,
  refused,
}: {
  notice: "ended" | undefined;
  refused: { id: string } | undefined;
}) {
  const say = useSay();
  const told = refused ? "refused" : notice;
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={refused !== undefined}>{say("agent:signIn.title")}</PageTitle>
      <Opening title={say("agent:signIn.title")}>{say("agent:signIn.lead")}</Opening>
      {told === undefined ? null : (
        <Notice tone={refused ? "error" : "caution"} title={say(`agent:signIn.${told}.title`)} takesFocus>
          {say(`agent:signIn.${told}`)}
        </Notice>
      )}
      <ScreenForm rules={{}}>
        <input type="hidden" name="act" value="signIn" />
        <TextField
          name="agentId"
          label={say("agent:signIn.id")}
          help={null}
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={refused?.id ?? ""}
        />
        <PasswordField
          name="loginPassword"
          label={say("agent:signIn.secret")}
          help={null}
          autoComplete="current-password"
        />
        <Button busyText={say("common:checking")}>{say("agent:signIn.submit")}</Button>
      </ScreenForm>
    </div>
  );
}
