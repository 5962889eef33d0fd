import { languages } from "@vestibule/catalogue/province.table.ts";
import {
  type BrandChanges,
  type BrandFiles,
  brandVersionEndpoints,
  folderVersion,
  type TeamBrand,
} from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { namespaces, pageTexts } from "@vestibule/wording/tables.ts";
import { apiClient } from "../../api/account-api.server.ts";
import type { FormValues } from "../../form/form-values.ts";
import { momentWithZone, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { agentCaller, type SignedInAgent } from "../../staff/agent-session.server.ts";
import type { SentenceView, VersionView } from "./team-view.ts";

const mostFound = 30;
/** Fields of a form that holds a new sentence, by its language. */
export const sentenceFields = { en: "english", fr: "french" } as const;

export function brandApi(requestContext: PortalRequestContext, { slice }: SignedInAgent) {
  return apiClient(requestContext, brandVersionEndpoints, agentCaller(requestContext, slice.token));
}

/** The version that a draft would change. */
export const newestOf = ({ versions }: TeamBrand) => versions[0]?.number ?? folderVersion;

export function publishedInWords(requestContext: PortalRequestContext, { published }: TeamBrand): string {
  return published === folderVersion
    ? translate(requestContext, "team:brand.folder")
    : translate(requestContext, "team:brand.published", { number: published });
}

export function versionView(requestContext: PortalRequestContext, version: TeamBrand["versions"][number]): VersionView {
  const { number, state, reason, author, approvedBy, createdAt, publishedAt } = version;
  const moment = (at: string) => translate(requestContext, "team:version.moment", momentWithZone(requestContext, at));
  return {
    number,
    state: translate(requestContext, `team:state.${state}`),
    reason,
    drafted: translate(requestContext, "team:version.drafted", { member: author, moment: moment(createdAt) }),
    ...(approvedBy && { approved: translate(requestContext, "team:version.approved", { member: approvedBy }) }),
    ...(publishedAt && {
      published: translate(requestContext, "team:version.published", { moment: moment(publishedAt) }),
    }),
  };
}

/** Every sentence without plural forms as a version of a brand says it, in both languages. */
function sentencesOf(files: BrandFiles): SentenceView[] {
  const overrides: Partial<Record<string, Record<string, string>>> = JSON.parse(files["wording.json"] ?? "{}");
  const [english, french] = languages.map((language) => pageTexts(namespaces, language, overrides[language]));
  return Object.entries(english ?? {}).flatMap(([key, en]) => {
    const fr = french?.[key];
    return typeof en === "string" && typeof fr === "string" ? [{ key, en, fr }] : [];
  });
}

/** Sentences that contain the words in either language, without regard to case; the first thirty. */
export function findSentences(files: BrandFiles, words: string): SentenceView[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  return sentencesOf(files)
    .filter(({ en, fr }) => [en, fr].some((text) => text.toLowerCase().includes(wanted)))
    .slice(0, mostFound);
}

export function sentenceAt(files: BrandFiles, key: string): SentenceView | undefined {
  return sentencesOf(files).find((sentence) => sentence.key === key);
}

export function telephoneOf(files: BrandFiles): string {
  const { telephone } = JSON.parse(files["brand.json"] ?? "{}");
  return telephone?.customer?.default ?? "";
}

/** What a form changes: a sentence, or the telephone number for customers. */
export function changesOf(values: FormValues): BrandChanges {
  const { key, number } = values;
  if (key !== undefined) {
    const texts = Object.entries(sentenceFields).map(([language, field]) => [language, { [key]: values[field] ?? "" }]);
    return { "wording.json": Object.fromEntries(texts) };
  }
  return { "brand.json": { telephone: { customer: { default: number ?? "" } } } };
}
