import { brandCheck, brandNew, brandSchemaWrite, type CommandEnd } from "../brands/brand-command.ts";
import { brandSources, builtInBrands } from "../serve/open-brands.ts";
import { checkedSettings } from "./checked-settings.ts";
import { complain, print } from "./print.ts";

/** `vestibule brand new ID --from BRAND`: a folder to begin with, in BRANDS_DIR or where it is told. */
export async function newBrand(order: { id: string; from: string; into?: string }): Promise<number> {
  const { directories } = brandSources(checkedSettings());
  const directory = order.into ?? directories.at(-1) ?? builtInBrands;
  return told(await brandNew({ ...order, directories, directory }));
}

/** `vestibule brand check`: every brand as a start would see it. */
export async function checkBrands(): Promise<number> {
  return told(await brandCheck(brandSources(checkedSettings())));
}

/** `vestibule brand schema`: the published schema beside the brands that come with the product. */
export async function publishSchema(): Promise<number> {
  return told(await brandSchemaWrite({ directory: builtInBrands }));
}

function told({ exitCode, report }: CommandEnd): number {
  (exitCode === 0 ? print : complain)(report);
  return exitCode;
}
