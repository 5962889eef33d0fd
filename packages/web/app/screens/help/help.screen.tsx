import { Link } from "react-router";
import { Opening } from "../../design/text.tsx";
import type { ScreenHandle } from "../../frame/frame.tsx";
import { helpCaller, helpClient } from "../../frame/frame-data.server.ts";
import { journeyOf } from "../../roadblock/roadblock-data.server.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/help.screen";
import { HelpScreen } from "./help-screen.tsx";

export const handle: ScreenHandle = { isHelp: true };

export function loader({ context }: Route.LoaderArgs) {
  return { texts: textsFor(context.get(visitContext), []) };
}

/** Makes a reference that an agent finds the visit by. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const page = (await request.formData()).get("page");
  const journey = journeyOf(visit);
  const reference = await helpClient(visit).supportReference(helpCaller(visit), {
    ...(typeof page === "string" && /^\/[A-Za-z0-9/_-]{0,150}$/.test(page) ? { page } : {}),
    ...(journey === undefined ? {} : { journey }),
  });
  return { reference };
}

/** Without a script this page is where a reference is shown. */
export default function Help({ actionData }: Route.ComponentProps) {
  const say = useSay();
  return (
    <HelpScreen
      made={actionData}
      opening={
        <>
          <PageTitle>{say("frame:help.title")}</PageTitle>
          <Opening title={say("frame:help.title")}>{say("frame:help.lead")}</Opening>
        </>
      }
    >
      <Link to="/">{say("common:backToLogin")}</Link>
    </HelpScreen>
  );
}
