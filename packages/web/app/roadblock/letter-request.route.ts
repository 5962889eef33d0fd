import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { requestLetter } from "../frame/help-api.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { requestContextKey } from "../request/request-context.ts";
import { raiseRoadblock } from "./raise-roadblock.server.ts";

/**
 * Requests a letter with a new PIN; the page that requested it confirms this, also when a letter was requested before.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const from = (await request.formData()).get("from");
  const registration = registrationBehind(requestContext, from);
  if (registration === undefined) return redirect("/", 303);
  const isAsked = await requestLetter(requestContext, registration);
  return isAsked ? returnTo(requestContext, from) : raiseRoadblock(requestContext, "technical");
}

/** Registration id or token, depending on the flow whose PIN page or roadblock posted. */
function registrationBehind({ session }: PortalRequestContext, from: unknown): string | undefined {
  const isLegacy = from === "legacy" || session.roadblock?.id === "pin-difficulties";
  return isLegacy ? session.legacy?.id : session.registration?.token;
}

function returnTo({ session }: PortalRequestContext, from: unknown): Response {
  const { roadblock, legacy, registration } = session;
  if (roadblock !== undefined) {
    roadblock.letter = "asked";
    return redirect(roadblocks[roadblock.id].path, 303);
  }
  if (from === "legacy" && legacy !== undefined) {
    legacy.flash = "letterAsked";
    return redirect(legacyFlow[legacy.page].path, 303);
  }
  if (registration !== undefined) registration.flash = "letterAsked";
  return redirect(flow.VERIFY_CODE.path, 303);
}

export function loader(): Response {
  return redirect("/", 303);
}
