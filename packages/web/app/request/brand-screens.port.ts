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
  /** The first screens that show what is at these places of the brand's files, such as `wording.json fr login:title`. */
  find(brandId: string, places: readonly string[]): Promise<string[]>;
  /** `find` without waiting; undefined while the screens of the brand are still read, which this begins. */
  findNow(brandId: string, places: readonly string[]): Promise<string[] | undefined>;
  /** Undefined for an unknown screen. */
  title(screen: string, language: Language): Promise<string | undefined>;
  /** HTML of a screen without scripts; undefined where screen, brand or files are not known or invalid. */
  draw(picture: BrandPicture): Promise<string | undefined>;
}
