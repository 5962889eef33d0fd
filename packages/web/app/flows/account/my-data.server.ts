import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { personSections } from "@vestibule/contract/internal/person.schema.ts";
import { describeExport, describeMoment } from "@vestibule/wording/person-export.rule.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Shows all personal data that the portal stores, in translated text. */
export const myDataPage = {
  texts: ["ownData:title", "ownData:lead", "ownData:download", "ownData:correct", "ownData:close", "personExport:row"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, ownDataEndpoints).data();
    if (result.kind !== "ok") return result;
    const { exportedAt, data } = result.data;
    const { language, province } = requestContext;
    const locale = { language, timeZone: provinces[province].timeZone };
    return {
      time: describeMoment(new Date(exportedAt), locale),
      sections: describeExport(data, personSections, locale),
    };
  },
} satisfies AccountPage;
