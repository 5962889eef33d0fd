import { requestContextKey } from "../../../request/request-context.ts";
import { readAgentSession } from "../../../staff/agent-session.server.ts";
import type { Route } from "./+types/file.route";
import { brandApi } from "./brand-desk.server.ts";
import { wordingRows } from "./files.server.ts";
import { folderPatch } from "./folder-patch.rule.ts";
import { toCsv, toXlsx } from "./wording-table.rule.ts";
import { packFolder } from "./zip.rule.ts";

const notFound = () => new Response(null, { status: 404 });

/** Files of one version: its sentences for translators, its folder, or what it changes as a patch. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const session = await readAgentSession(requestContext);
  if (session.kind !== "signedIn") return notFound();
  const { brand: brandId } = params;
  const number = url.searchParams.get("number") ?? "";
  const kind = url.searchParams.get("kind");
  const api = brandApi(requestContext, session);
  const read = await api.files(brandId, number);
  if (read.kind !== "ok") return notFound();
  const { files } = read.data;
  const name = `${brandId}-${number}`;
  const rows = () => wordingRows(requestContext, { brandId, number: Number(number), files });
  if (kind === "csv") return download(`${name}.csv`, "text/csv; charset=utf-8", toCsv(rows(), requestContext.language));
  if (kind === "xlsx") return download(`${name}.xlsx`, xlsxType, new Uint8Array(await toXlsx(rows())));
  if (kind === "folder") return download(`${name}.zip`, "application/zip", packFolder(brandId, files));
  if (kind !== "patch") return notFound();
  const folder = await api.files(brandId, "0");
  if (folder.kind !== "ok") return notFound();
  return download(`${name}.patch`, "text/x-patch; charset=utf-8", folderPatch(brandId, folder.data.files, files));
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function download(name: string, type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });
}
