import { brandCheck, brandNew, brandSchemaWrite } from "../brands/brand-command.ts";
import { openBrandPreview } from "../brands/brand-preview.ts";
import { brandSources, builtInBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, print } from "./command-io.ts";

/** `vestibule brand new ID --from BRAND`: creates a brand folder in BRANDS_DIR or in the given directory. */
export async function newBrand(order: { id: string; from: string; into?: string }): Promise<CommandResult> {
  const { directories } = brandSources(checkedSettings());
  const directory = order.into ?? directories.at(-1) ?? builtInBrands;
  return brandNew({ ...order, directories, directory }).catch(reportUnwritable(directory));
}

export async function checkBrands(): Promise<CommandResult> {
  return brandCheck(brandSources(checkedSettings()));
}

/** `vestibule brand preview FOLDER`: the screen gallery of draft brands, over a temporary database. */
export async function previewBrands(folder: string): Promise<undefined> {
  const settings = checkedSettings();
  if (settings.mode === "production")
    throw new StartupError(["brand preview is part of demo mode: unset NODE_ENV to use it"]);
  const { defaultBrand } = settings;
  const preview = await openBrandPreview({ folder, builtIn: builtInBrands, defaultBrand, onChange: print }).catch(
    (fault: Error) => Promise.reject(new StartupError([fault.message])),
  );
  const own = { dataDir: { kind: "temporary" }, databaseUrl: undefined, migrationDatabaseUrl: undefined } as const;
  const sample = { demoBook: undefined, demoAccounts: undefined };
  const { runServer } = await import("../serve/run-server.ts");
  await runServer({ settings: { ...settings, ...own, ...sample }, part: "all", portal: "built", preview, print });
}

export async function publishSchema(): Promise<CommandResult> {
  return brandSchemaWrite({ directory: builtInBrands }).catch(reportUnwritable(builtInBrands));
}

const reportUnwritable = (folder: string) => (fault: NodeJS.ErrnoException) => {
  if (fault.code === undefined) throw fault;
  throw new StartupError([`${folder} cannot be written (${fault.code})`]);
};
