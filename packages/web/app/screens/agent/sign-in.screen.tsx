import { Button, ButtonLink } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { PasswordField } from "../../form/password-field.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import type { AgentPage, RefusedSignIn } from "./agent-view.ts";

/** Agents log in at the insurer's OpenID provider; in demo mode by an id and a secret. */
export function SignInScreen({
  page,
  refused,
}: {
  page: Extract<AgentPage, { kind: "signIn" }>;
  refused: RefusedSignIn | undefined;
}) {
  const say = useSay();
  const againAt = refused?.againAt ?? page.againAt;
  const message = refused === undefined ? page.notice : againAt === undefined ? "refused" : "limited";
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
      {page.by === "openId" ? (
        <ButtonLink to="/agent/sign-in" reloadDocument>
          {say("agent:signIn.openId")}
        </ButtonLink>
      ) : (
        <SecretForm typed={refused?.id} />
      )}
    </div>
  );
}

function SecretForm({ typed = "" }: { typed: string | undefined }) {
  const say = useSay();
  return (
    <ScreenForm rules={{}}>
      <input type="hidden" name="act" value="signIn" />
      <TextField
        name="agentId"
        label={say("agent:signIn.id")}
        help={null}
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={typed}
      />
      <PasswordField
        name="loginPassword"
        label={say("agent:signIn.secret")}
        help={null}
        autoComplete="current-password"
      />
      <Button busyText={say("common:checking")}>{say("agent:signIn.submit")}</Button>
    </ScreenForm>
  );
}
