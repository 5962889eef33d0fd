import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { Heading } from "../../design/text.tsx";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/login.screen";
import { FirstVisit } from "./first-visit.tsx";
import { HandOffPage } from "./hand-off-page.tsx";
import { answerLogin } from "./login-action.server.ts";
import { LoginForm } from "./login-form.tsx";
import { LoginNotice, useLastingNotice } from "./login-notice.tsx";

/** After how many minutes a session ends: without a step, and in any case. */
const ofRegistration = { idle: lifetimes.registrationIdleMinutes, whole: lifetimes.registrationAbsoluteMinutes };
const ofSignIn = { idle: lifetimes.gatewayIdleMinutes, whole: lifetimes.gatewayAbsoluteMinutes };

export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { notice } = visit.session;
  // Said once: a page opened anew says nothing of the last try.
  delete visit.session.notice;
  return {
    notice: notice === "signInEnded" ? "sessionEnded" : notice,
    // Told, not looked up: the table stays on the server.
    lasted: notice === "signInEnded" ? ofSignIn : ofRegistration,
    email: visit.session.loginEmail ?? visit.rememberedEmail,
    isRemembered: visit.rememberedEmail !== undefined,
    texts: textsFor(visit, ["login"]),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerLogin(context.get(visitContext), request);
}

export const handle: ScreenHandle = { hasBand: true };

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const say = useSay();
  const notice = useLastingNotice(loaderData.notice);
  const handOff = actionData !== undefined && "handOff" in actionData ? actionData.handOff : undefined;
  if (handOff?.password !== undefined) return <HandOffPage {...handOff} password={handOff.password} />;
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={notice === "loginError"}>{say("login:title")}</PageTitle>
      <div className="stack">
        <Heading>{say("login:title")}</Heading>
        {notice === undefined ? null : <LoginNotice notice={notice} lasted={loaderData.lasted} />}
        <LoginForm
          email={loaderData.email}
          isRemembered={loaderData.isRemembered}
          answer={actionData !== undefined && "faults" in actionData ? actionData : undefined}
        />
      </div>
      <FirstVisit />
    </div>
  );
}
