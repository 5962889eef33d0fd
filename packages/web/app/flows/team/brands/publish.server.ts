import { folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { redirect } from "react-router";
import { momentOfLocalTime } from "../local-time.rule.ts";
import { brandApi } from "./brand-desk.server.ts";
import { refused, refuseFailedCall, type SentForm, withDesk } from "./brands-page.server.ts";

const brandPath = (brandId: string) => `/team/brands/${brandId}`;
const versionPath = (brandId: string, number: string) => `${brandPath(brandId)}/version?number=${number}`;

export async function approveVersion({ requestContext, session, brandId, values }: SentForm) {
  const { number = "" } = values;
  const approved = await brandApi(requestContext, session).approve(brandId, number);
  return approved.kind === "ok" ? redirect(versionPath(brandId, number), 303) : refuseFailedCall(values, approved);
}

export const publishVersion = (form: SentForm) => publish(form, Number(form.values.number ?? ""));
export const returnToFolder = (form: SentForm) => publish(form, folderVersion);

async function publish({ requestContext, session, brandId, values }: SentForm, number: number) {
  const published = await brandApi(requestContext, session).publish(brandId, { number });
  return published.kind === "ok" ? redirect(brandPath(brandId), 303) : refuseFailedCall(values, published);
}

/** Publishes a version at the entered time of the brand's own time zone. */
export const planPublication = withDesk(async ({ requestContext, session, brand }, { values }) => {
  const { number = "", at: typed = "" } = values;
  const at = momentOfLocalTime(typed, brand.timeZone);
  if (at === undefined) return refused({ values, refusal: "atFormat" }, 400);
  const publication = { number: Number(number), at: at.toISOString() };
  const planned = await brandApi(requestContext, session).publish(brand.id, publication);
  return planned.kind === "ok" ? redirect(versionPath(brand.id, number), 303) : refuseFailedCall(values, planned);
});

export async function cancelPublication({ requestContext, session, brandId, values }: SentForm) {
  const cancelled = await brandApi(requestContext, session).cancel(brandId);
  return cancelled.kind === "ok" ? redirect(brandPath(brandId), 303) : refuseFailedCall(values, cancelled);
}
