import { textsFor } from "../visit/page-texts.server.ts";
import { languagesOf } from "../visit/preferences.ts";
import type { PortalVisit } from "../visit/visit.ts";

export type FrameData = ReturnType<typeof frameData>;

/** What the frame around every screen draws. */
export function frameData(visit: PortalVisit) {
  const { brand, language, province } = visit;
  return {
    language,
    province,
    languages: languagesOf(brand, province),
    brand: { id: brand.id, name: brand.name[language], tokensVersion: "1" },
    texts: textsFor(visit, ["common", "frame", "fields", "forms"]),
  };
}
