import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandFault } from "@vestibule/contract/brand/brand-fault.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";

export interface BrandPicture {
  brandId: string;
  /** The files of the brand as the picture shows it. */
  files: BrandFiles;
  screen: string;
  language: Language;
  /** Taken where the language is spoken there. */
  province?: ProvinceId | undefined;
  /** Nonce of the response's styles. */
  nonce: string;
}

/** The portal's screens in the data of any version of a brand, for the digital team. */
export interface BrandScreens {
  /** Why files are refused; empty where they are valid. */
  check(brandId: string, files: BrandFiles): Promise<readonly BrandFault[]>;
  /** The first screens that show what is at these places of a brand's files, such as `wording.json fr login:title`. */
  find(places: readonly string[]): Promise<string[]>;
  /** The first screens that show these places in the version that a journey keeps. */
  findOfJourneys(places: readonly string[]): Promise<string[]>;
  /** Whether a screen shows the version that a journey keeps. */
  isOfJourney(screen: string): Promise<boolean>;
  /** Every screen, in the order in which people meet them. */
  titles(language: Language): Promise<{ id: string; title: string }[]>;
  /** Keys of the sentences that a screen shows, its own before those that most screens show. */
  sentencesOf(screen: string): Promise<readonly string[]>;
  /** Undefined for an unknown screen. */
  title(screen: string, language: Language): Promise<string | undefined>;
  /** HTML of a screen without scripts; undefined where screen, brand or files are not known or invalid. */
  draw(picture: BrandPicture): Promise<string | undefined>;
}
