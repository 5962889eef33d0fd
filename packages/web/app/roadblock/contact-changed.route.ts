import { type ActionFunctionArgs, redirect } from "react-router";
import { type ContactPage, contactPages } from "../visit/contact-page.table.ts";
import { visitContext } from "../visit/request-context.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

/** Handles "I no longer have this e-mail or number": only an agent can change the file. The flow state is kept. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(visitContext);
  const from = (await request.formData()).get("from");
  return raiseRoadblock(requestContext, "contact-changed", isContactPage(from) ? { from } : {});
}

export function loader(): Response {
  return redirect("/", 303);
}

function isContactPage(from: unknown): from is ContactPage {
  return typeof from === "string" && Object.hasOwn(contactPages, from);
}
