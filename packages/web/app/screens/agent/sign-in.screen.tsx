import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import type { RefusedSignIn } from "./agent-view.ts";

/** Agents log in by the id and secret that they were given; who acts is kept with each act. */
export function SignInScreen({
  notice,
  refused,
}: {
  notice: "ended" | "away" | undefined;
  refused: RefusedSignIn | undefined;
}) {
  const say = useSay();
  const againAt = refused?.againAt;
  const message = refused === undefined ? notice : againAt === undefined ? "refused" : "limited";
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={message !== undefined && message !== "ended"}>{say("agent:signIn.title")}</PageTitle>
      <Opening title={say("agent:signIn.title")}>{say("agent:signIn.lead")}</Opening>
      {message === undefined ? null : (
        <Notice
          tone={message === "ended" ? "caution" : "error"}
          title={say(`agent:signIn.${message}.title`)}
          takesFocus
        >
          {say(`agent:signIn.${message}`, { time: againAt ?? "" })}
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
