import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/data-file.route";
import { dataOrRedirect } from "./account-session.server.ts";

/** Downloads all personal data that the portal stores, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, ownDataEndpoints).data();
  const data = dataOrRedirect(requestContext, result, "my-data");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": `attachment; filename="${requestContext.brand.id}.json"`,
  };
  return new Response(JSON.stringify(data, undefined, 2), { headers });
}
