import { folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { momentOfLocalTime } from "@vestibule/contract/local-time.rule.ts";
import { redirect } from "react-router";
import { brandApi } from "./brand-desk.server.ts";
import { refused, refuseFailedCall, type SentForm, withDesk, withNumber } from "./brands-page.server.ts";

const brandPath = (brandId: string) => `/team/brands/${brandId}`;
const versionPath = (brandId: string, number: number) => `${brandPath(brandId)}/version?number=${number}`;

export const approveVersion = withNumber(async ({ requestContext, session, brandId, values }, number) => {
  const approved = await brandApi(requestContext, session).approve(brandId, String(number));
  return approved.kind === "ok" ? redirect(versionPath(brandId, number), 303) : refuseFailedCall(values, approved);
});

export const publishVersion = withNumber(publish);
export const returnToFolder = (form: SentForm) => publish(form, folderVersion);

async function publish({ requestContext, session, brandId, values }: SentForm, number: number) {
  const published = await brandApi(requestContext, session).publish(brandId, { number });
  return published.kind === "ok" ? redirect(brandPath(brandId), 303) : refuseFailedCall(values, published);
}

/** Publishes a version at the entered time of the brand's own time zone. */
export const planPublication = withNumber((form, number) =>
  withDesk(async ({ requestContext, session, brand }, { values }) => {
    const at = momentOfLocalTime(values.at ?? "", brand.timeZone);
    if (at === undefined) return refused({ values, refusal: "atFormat" }, 400);
    const planned = await brandApi(requestContext, session).publish(brand.id, { number, at: at.toISOString() });
    return planned.kind === "ok" ? redirect(versionPath(brand.id, number), 303) : refuseFailedCall(values, planned);
  })(form),
);

export async function cancelPublication({ requestContext, session, brandId, values }: SentForm) {
  const cancelled = await brandApi(requestContext, session).cancel(brandId);
  return cancelled.kind === "ok" ? redirect(brandPath(brandId), 303) : refuseFailedCall(values, cancelled);
}
