import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ownHouseholdRequestEndpoints } from "@vestibule/contract/account/household-request.endpoint.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { beforeMidnight } from "@vestibule/wording/format.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm } from "../../form/form-error.ts";
import { momentWithZone, textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/household.route";
import { accountPagePath } from "./account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "./account-session.server.ts";
import { HouseholdScreen } from "./household.screen.tsx";
import { householdFlashSlice } from "./session-slice.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, ownHouseholdRequestEndpoints).list();
  const { requests, settlingUntil } = dataOrRedirect(requestContext, result, "household");
  const { timeZone } = provinces[requestContext.province];
  return {
    requests: requests.map(({ id, firstName, dueAt }) => ({
      id,
      driver: shortenName(firstName, requestContext.brand.nameLength.narrow),
      until: momentWithZone(requestContext, beforeMidnight(new Date(dueAt), timeZone)),
    })),
    pausedUntil: settlingUntil === undefined ? undefined : momentWithZone(requestContext, settlingUntil),
    flash: requestContext.session.consume(householdFlashSlice),
    texts: textsFor(requestContext, ["household"]),
  };
}

/** Approves or refuses a driver's request. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const { answer, id = "" } = await readForm(request);
  const call = answer === "approve" ? "approve" : "refuse";
  const result = await sessionApi(requestContext, ownHouseholdRequestEndpoints)[call](id);
  const isOver = isRejected(result, { status: 404 });
  if (result.kind !== "ok" && !isOver) return handleAccountFailure(requestContext, result, "household");
  requestContext.session.set(householdFlashSlice, isOver ? "ended" : call === "approve" ? "approved" : "refused");
  return redirect(accountPagePath("household"), 303);
}

export default function HouseholdRoute({ loaderData }: Route.ComponentProps) {
  return <HouseholdScreen {...loaderData} />;
}
