import { languages, type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { readAgentSession } from "../../../staff/agent-session.server.ts";
import type { Route } from "./+types/picture.route";
import { brandApi } from "./brand-desk.server.ts";
import { draftFormAt } from "./draft-forms.server.ts";

const refused = () => new Response(null, { status: 404 });

/**
 * A screen of the portal in a version of a brand, or with what a form of it would change, for a frame of the team's
 * pages. Only a frame may load it: a link could otherwise show any sentence in the portal's name.
 */
export async function loader({ params, url, request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { headers } = request;
  if (headers.get("sec-fetch-dest") !== "iframe" || headers.get("sec-fetch-site") !== "same-origin") return refused();
  const session = await readAgentSession(requestContext);
  if (session.kind !== "signedIn") return refused();
  const query = Object.fromEntries(url.searchParams);
  const read = await brandApi(requestContext, session).files(params.brand, query.version ?? "");
  if (read.kind !== "ok") return refused();
  const form = draftFormAt(query.part ?? "");
  const html = await requestContext.screens?.draw({
    brandId: params.brand,
    files: form === undefined ? read.data.files : { ...read.data.files, ...form.change(read.data.files, query) },
    screen: query.screen ?? "",
    language: languages.find((one) => one === query.in) ?? requestContext.language,
    province: provinceIds.find((one): one is ProvinceId => one === query.at),
    nonce: requestContext.nonce,
  });
  return html === undefined
    ? refused()
    : new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}
