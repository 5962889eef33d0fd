import { Command, Option } from "commander";
import { brandCheck, brandNew, brandSchemaWrite } from "../brands/brand-command.ts";
import { brandSources, builtInBrands } from "../serve/open-brands.ts";
import { StartRefusal } from "../serve/start-refusal.ts";
import { configurationPage } from "../settings/configuration-page.rule.ts";
import { checkedSettings } from "./checked-settings.ts";
import { doctorCommand } from "./doctor.command.ts";
import { importCommand } from "./import.command.ts";
import { migrateCommand } from "./migrate.command.ts";
import { complain, print } from "./print.ts";
import { serveCommand } from "./serve.command.ts";

/** Reads the command line and runs what it asks for. Returns the process's exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const ending = async (work: Promise<number>) => {
    exitCode = await work;
  };
  const program = new Command("vestibule")
    .description("The entrance of an insurer’s digital service: sign in, register, in French and English.")
    .configureHelp({ sortSubcommands: true });

  program
    .command("serve")
    .description("run the server until it is asked to end")
    .addOption(new Option("--only <part>", "the API or the web alone").choices(["api", "web"]))
    .addOption(new Option("--sources", "the portal from its sources, with hot reload"))
    .action((options) => ending(serveCommand(options)));

  program
    .command("doctor")
    .description("print every setting with its source and check what it leads to")
    .option("--send-to <address>", "send one test message to this e-mail address or telephone number")
    .action((options) => ending(doctorCommand(options)));

  program
    .command("migrate")
    .description("bring the database up to this version")
    .action(() => ending(migrateCommand()));

  for (const kind of ["policies", "accounts"] as const) {
    program
      .command(kind)
      .description(`the insurer’s ${kind}`)
      .command("import <file>")
      .description("bring a CSV file in: all of it, or nothing and the reasons")
      .option("--dry-run", "check and count, keep nothing", false)
      .action((file, { dryRun }) => ending(importCommand({ kind, file, dryRun })));
  }

  const brand = program.command("brand").description("folders of brands");
  brand
    .command("new <id>")
    .description("make a brand’s folder from another one’s")
    .requiredOption("--from <brand>", "the brand to begin with")
    .option("--into <folder>", "folder that gets it (default: BRANDS_DIR, else brands/)")
    .action((id, { from, into }) => {
      const { directories } = brandSources(checkedSettings());
      const directory = into ?? directories.at(-1);
      return ending(told(brandNew({ id, from, directories, directory })));
    });
  brand
    .command("check")
    .description("check every brand as a start would")
    .action(() => ending(told(brandCheck(brandSources(checkedSettings())))));
  brand
    .command("schema")
    .description("publish the schema of brand.json beside the brands that come with the product")
    .action(() => ending(told(brandSchemaWrite({ directory: builtInBrands }))));

  program
    .command("configuration")
    .description("print the page of settings")
    .action(() => print(configurationPage().trimEnd()));

  try {
    await program.parseAsync([...argv]);
  } catch (fault) {
    if (!(fault instanceof StartRefusal)) throw fault;
    complain(fault.message);
    return 1;
  }
  return exitCode;
}

async function told(work: Promise<{ exitCode: number; report: string }>): Promise<number> {
  const { exitCode, report } = await work;
  (exitCode === 0 ? print : complain)(report);
  return exitCode;
}
