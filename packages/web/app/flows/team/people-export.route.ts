import { redirect } from "react-router";
import { readForm } from "../../form/form-error.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { readAgentSession } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/people-export.route";
import { downloadExport } from "./people.server.ts";

/** Downloads an approved export; by a form, because each download is recorded. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const { id = "" } = await readForm(request);
  const session = await readAgentSession(requestContext);
  const document = session.kind === "signedIn" ? await downloadExport(requestContext, session, id) : undefined;
  if (document === undefined) throw redirect("/team/people", 303);
  return new Response(JSON.stringify(document, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="person-${document.brand}-${document.exportedAt.slice(0, 10)}.json"`,
    },
  });
}

/** The file has no page. */
export function loader() {
  return redirect("/team/people", 303);
}
