import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { personSections } from "@vestibule/contract/internal/person.schema.ts";
import { describeMoment } from "@vestibule/wording/fact-words.rule.ts";
import { describeExport } from "@vestibule/wording/person-export.rule.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/my-data.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { MyDataScreen } from "./my-data.screen.tsx";

/** Loads all personal data that the portal stores, in translated text. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, ownDataEndpoints).data();
  const { exportedAt, data } = dataOrRedirect(requestContext, result, "my-data");
  const { language, province } = requestContext;
  const locale = { language, timeZone: provinces[province].timeZone };
  return {
    time: describeMoment(new Date(exportedAt), locale),
    sections: describeExport(data, personSections, locale),
    texts: textsFor(requestContext, [
      "ownData:title",
      "ownData:lead",
      "ownData:download",
      "ownData:correct",
      "ownData:close",
      "personExport:row",
    ]),
  };
}

export default function MyDataRoute({ loaderData }: Route.ComponentProps) {
  return <MyDataScreen {...loaderData} />;
}
