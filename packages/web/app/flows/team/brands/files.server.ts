import { languages } from "@vestibule/catalogue/province.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { correctTypography } from "@vestibule/wording/typography.rule.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { type BrandDesk, newestOf, readFiles } from "./brand-desk.server.ts";
import { readDocument, writeDocument } from "./brand-file.rule.ts";
import { refused, refuseFailedCall, type SentForm } from "./brands-page.server.ts";
import type { FilesView, RefusedReason, SentenceView } from "./brands-view.ts";
import { saveFiles } from "./draft.server.ts";
import { placeholdersOf, sentencesOf } from "./sentence.server.ts";
import { type ReturnedRow, readRows, trimCell, type WordingRow } from "./wording-table.rule.ts";
import { unpackFolder } from "./zip.rule.ts";

/** What can be downloaded of a brand, and uploaded again. */
export async function filesView({ brand, head, canEdit }: BrandDesk): Promise<FilesView> {
  return { kind: "files", brand: head, newest: newestOf(brand), canEdit };
}

/** Every sentence of a version, for translators and lawyers. */
export function wordingRows(
  requestContext: PortalRequestContext,
  { brandId, number, files }: { brandId: string; number: number; files: BrandFiles },
): WordingRow[] {
  const url = (key: string) =>
    `${requestContext.origin}/team/brands/${brandId}/sentence?key=${encodeURIComponent(key)}`;
  return sentencesOf(files).map(({ key, en, fr }) => ({
    key,
    en,
    fr,
    url: url(key),
    version: String(number),
    limits: placeholdersOf(key)
      .map((name) => `{${name}}`)
      .join(" "),
  }));
}

/** Makes a draft of the sentences that were changed in a file, or says by row what is wrong with it. */
export async function returnWording(desk: BrandDesk, { file, values }: SentForm) {
  const { requestContext, brand } = desk;
  const rows = await readUpload(file, readRows);
  const version = Number(rows?.[0]?.version);
  if (rows === undefined || !Number.isInteger(version)) return refused({ values, refusal: "file" }, 400);
  const basedOn = newestOf(brand);
  const [old, current] = await Promise.all([readFiles(desk, version), readFiles(desk, basedOn)]);
  if (old.kind !== "ok")
    return isRejected(old, { status: 404 })
      ? refused({ values, refusal: "unknownVersion" }, 400)
      : refuseFailedCall(values, old);
  if (current.kind !== "ok") return refuseFailedCall(values, current);
  const { changed, reasons } = compareRows(requestContext, rows, { old: old.data.files, current: current.data.files });
  if (reasons.length > 0) return refused({ values, reasons }, 400);
  if (changed.length === 0) return refused({ values, refusal: "noChange" }, 400);
  const { en, fr, ...others } = readDocument(current.data.files, "wording.json");
  const overrides = (language: "en" | "fr") => Object.fromEntries(changed.map((row) => [row.key, row[language]]));
  const files = writeDocument("wording.json", {
    ...others,
    en: { ...en, ...overrides("en") },
    fr: { ...fr, ...overrides("fr") },
  });
  const byKey = new Map(changed.map((row) => [row.key, row]));
  return saveFiles(draftOf(desk), { basedOn, before: current.data.files, files, values }, (place) => {
    const [, language, key = ""] = /^wording\.json (en|fr)\["(.+?)"\]/.exec(place) ?? [];
    const row = byKey.get(key);
    if (row === undefined) return undefined;
    const column = translate(requestContext, language === "fr" ? "team:pictures.fr" : "team:pictures.en");
    return { label: translate(requestContext, "team:files.rowIn", { ...row, language: column }), row: row.row };
  });
}

/** The rows that change a sentence of their version; a sentence that was changed since is a reason. */
function compareRows(
  requestContext: PortalRequestContext,
  rows: readonly ReturnedRow[],
  versions: { old: BrandFiles; current: BrandFiles },
) {
  const sentencesIn = (files: BrandFiles) => new Map(sentencesOf(files).map((one) => [one.key, one]));
  const [old, current] = [sentencesIn(versions.old), sentencesIn(versions.current)];
  const reasons: RefusedReason[] = [];
  const changed: ReturnedRow[] = [];
  const seen = new Set<string>();
  const refuseRow = (row: ReturnedRow, why: "unknown" | "twice" | "empty" | "changed") => {
    const text = `${rowLabel(requestContext, row)} ${translate(requestContext, `team:files.row.${why}`)}`;
    reasons.push({ text });
  };
  for (const row of rows) {
    const [before, now] = [old.get(row.key), current.get(row.key)];
    const isSame = (one: SentenceView) =>
      languages.every((language) => trimCell(correctTypography(one[language], language)) === row[language]);
    if (before === undefined || now === undefined) refuseRow(row, "unknown");
    else if (seen.has(row.key)) refuseRow(row, "twice");
    else if (row.en === "" || row.fr === "") refuseRow(row, "empty");
    else if (!isSame(before) && !isSame(now))
      if (before.en !== now.en || before.fr !== now.fr) refuseRow(row, "changed");
      else changed.push(row);
    seen.add(row.key);
  }
  return { changed, reasons };
}

const draftOf = ({ requestContext, session, brand }: BrandDesk) => ({ requestContext, session, brandId: brand.id });

const rowLabel = (requestContext: PortalRequestContext, { row, key }: ReturnedRow) =>
  translate(requestContext, "team:files.row", { row, key });

/** Makes a draft of a brand's folder. */
export async function returnFolder(desk: BrandDesk, { file, values }: SentForm) {
  const files = await readUpload(file, async (bytes) => unpackFolder(bytes));
  if (files === undefined || Object.keys(files).length === 0) return refused({ values, refusal: "file" }, 400);
  const basedOn = newestOf(desk.brand);
  const current = await readFiles(desk, basedOn);
  if (current.kind !== "ok") return refuseFailedCall(values, current);
  return saveFiles(draftOf(desk), { basedOn, before: current.data.files, files, values }, () => undefined);
}

/** What an uploaded file holds; undefined for none, or where it is of another kind than its reader expects. */
async function readUpload<Content>(
  file: File | undefined,
  read: (bytes: Uint8Array) => Promise<Content | undefined>,
): Promise<Content | undefined> {
  if (file === undefined || file.size === 0) return undefined;
  try {
    return await read(await file.bytes());
  } catch {
    return undefined;
  }
}
