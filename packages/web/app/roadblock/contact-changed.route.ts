import { type ActionFunctionArgs, redirect } from "react-router";
import { requestContextKey } from "../request/request-context.ts";
import { type ContactPage, contactPages } from "./action-path.table.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

/** Handles "I no longer have this e-mail or number": only an agent can change the file. The flow state is kept. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const from = (await request.formData()).get("from");
  return raiseRoadblock(requestContext, "contact-changed", isContactPage(from) ? { from } : {});
}

export function loader(): Response {
  return redirect("/", 303);
}

function isContactPage(from: unknown): from is ContactPage {
  return typeof from === "string" && Object.hasOwn(contactPages, from);
}
