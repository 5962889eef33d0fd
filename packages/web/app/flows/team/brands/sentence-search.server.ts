import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { foldText } from "@vestibule/wording/fold-text.rule.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { BrandDesk } from "./brand-desk.server.ts";
import type { SentenceSearch, SentenceView, TitledScreen } from "./brands-view.ts";
import { sentencesOf } from "./sentence.server.ts";

/** The most sentences found by words, and the most screens to choose from. */
const mostFound = 30;

/** Sentences that contain the words in either language, or that a screen shows, or both. */
export async function searchSentences(
  { requestContext, query }: Pick<BrandDesk, "requestContext" | "query">,
  files: BrandFiles,
): Promise<SentenceSearch> {
  const words = query.get("words")?.trim() ?? "";
  const screen = query.get("screen")?.trim() ?? "";
  const { screens, language } = requestContext;
  const all = (await screens?.titles(language)) ?? [];
  const search = { words, screen, titles: all.map(({ title }) => title) };
  const matching = screen === "" ? [] : titledLike(all, screen);
  const [only, ...others] = matching;
  if (screen !== "" && (only === undefined || others.length > 0))
    return {
      ...search,
      found: [],
      count: matching.length,
      matching: matching.slice(0, mostFound).map(({ title }) => title),
    };
  if (only === undefined) {
    const found = words === "" ? [] : withWords(sentencesOf(files), words);
    return { ...search, found: found.slice(0, mostFound), count: found.length };
  }
  const found = withWords(await shownOn(requestContext, only, files), words);
  return { ...search, screen: only.title, found, count: found.length };
}

/** The screen of this title, or those whose titles contain it. */
function titledLike(screens: readonly TitledScreen[], typed: string): TitledScreen[] {
  const wanted = foldText(typed);
  const exact = screens.filter(({ title }) => foldText(title) === wanted);
  return exact.length > 0 ? exact : screens.filter(({ title }) => foldText(title).includes(wanted));
}

async function shownOn({ screens }: PortalRequestContext, { id }: TitledScreen, files: BrandFiles) {
  const byKey = new Map(sentencesOf(files).map((sentence) => [sentence.key, sentence]));
  return ((await screens?.sentencesOf(id)) ?? []).flatMap((key) => byKey.get(key) ?? []);
}

function withWords(sentences: readonly SentenceView[], words: string): SentenceView[] {
  const wanted = foldText(words);
  return sentences.filter(({ en, fr }) => [en, fr].some((text) => foldText(text).includes(wanted)));
}
