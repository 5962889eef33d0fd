import { Link } from "react-router";
import { Opening } from "../../design/text.tsx";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { visitContext } from "../../visit/visit.ts";
import { HelpScreen } from "../help/help-screen.tsx";
import type { Route } from "./+types/forgot.screen";

export const handle: ScreenHandle = { isHelp: true };

export function loader({ context }: Route.LoaderArgs) {
  return { texts: textsFor(context.get(visitContext), ["login"]) };
}

/** A forgotten password is put right with an agent, by telephone. */
export default function Forgot() {
  const say = useSay();
  return (
    <HelpScreen
      opening={
        <>
          <PageTitle>{say("login:forgot.title")}</PageTitle>
          <Opening title={say("login:forgot.title")}>{say("login:forgot.lead")}</Opening>
        </>
      }
    >
      <Link to="/">{say("common:backToLogin")}</Link>
    </HelpScreen>
  );
}
