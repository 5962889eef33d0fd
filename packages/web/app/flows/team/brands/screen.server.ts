import { isPageView } from "../../../request/is-navigation-away.rule.ts";
import { brandChanges } from "./brand-changes.rule.ts";
import { type BrandDesk, brandApi, readFiles, viewOfFailure } from "./brand-desk.server.ts";
import type { ScreenView, UnavailableView } from "./brands-view.ts";
import { provinceQuery, spokenLanguages, titledScreens } from "./pictures.server.ts";

type View = ScreenView | UnavailableView | undefined;

/** A screen that a version changes; without a version, a screen as people see it now. */
export function screenView(desk: BrandDesk, request: Request): Promise<View> {
  return desk.query.has("number") ? changedScreenView(desk, request) : publishedScreenView(desk);
}

async function publishedScreenView(desk: BrandDesk): Promise<View> {
  const { requestContext, brand, head, query } = desk;
  const [shown] = await titledScreens(requestContext, [query.get("screen") ?? ""]);
  if (shown === undefined) return undefined;
  const read = await readFiles(desk, brand.published);
  if (read.kind !== "ok") return viewOfFailure(read);
  return {
    kind: "screen",
    brand: head,
    screen: shown,
    pictures: {
      screens: [shown],
      languages: spokenLanguages(read.data.files),
      after: { version: String(brand.published), at: query.get("at") ?? requestContext.province },
    },
  };
}

/** The screen with and without the change. Opening it counts as having seen it. */
async function changedScreenView(desk: BrandDesk, request: Request): Promise<View> {
  const { requestContext, session, brand, head, canPublish, query } = desk;
  const version = brand.versions.find(({ number }) => String(number) === query.get("number"));
  const screen = version?.screens.find((id) => id === query.get("screen"));
  if (version === undefined || screen === undefined) return undefined;
  const number = String(version.number);
  const [before, after] = await Promise.all([readFiles(desk, version.basedOn), readFiles(desk, version.number)]);
  if (before.kind !== "ok") return viewOfFailure(before);
  if (after.kind !== "ok") return viewOfFailure(after);
  const isToSee = canPublish && version.state === "draft" && !version.seenScreens.includes(screen);
  if (isToSee && isPageView(request)) {
    const viewed = await brandApi(requestContext, session).view(brand.id, number, { screen });
    if (viewed.kind !== "ok") return viewOfFailure(viewed);
  }
  const [next] = version.screens.filter((id) => id !== screen && !version.seenScreens.includes(id));
  const titled = await titledScreens(requestContext, [screen, ...(next === undefined ? [] : [next])]);
  const shown = titled.find(({ id }) => id === screen);
  if (shown === undefined) return undefined;
  const more = provinceQuery(
    requestContext,
    brandChanges(before.data.files, after.data.files).map(({ place }) => place),
  );
  return {
    kind: "screen",
    brand: head,
    version: version.number,
    screen: shown,
    ...(version.state === "draft" && { next: titled.find(({ id }) => id === next) }),
    pictures: {
      screens: [shown],
      languages: spokenLanguages(after.data.files),
      after: { version: number, ...more },
      before: { version: String(version.basedOn), ...more },
    },
  };
}
