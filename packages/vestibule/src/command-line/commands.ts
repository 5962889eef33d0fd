import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { Command, Option } from "commander";
import { describeDatabaseFault, StartupError } from "../serve/startup-error.ts";
import { print, printError } from "./command-io.ts";

/** Parses the command line and runs one command, loading only its modules. Returns the process's exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const finish = async (work: Promise<number>) => {
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
    .action((options) => finish(import("./serve.command.ts").then(({ serveCommand }) => serveCommand(options))));

  program
    .command("gateway")
    .description("run the built-in gateway alone, on a host of its own, until it is asked to end")
    .option("--port <port>", "port to listen on", "4000")
    .option("--portal <origin>", "origin of the portal (default: each brand’s own; in demo mode this machine’s)")
    .action((options) => finish(import("./serve.command.ts").then(({ gatewayCommand }) => gatewayCommand(options))));

  program
    .command("doctor")
    .description("print every setting with its source and check what it leads to")
    .option("--send-to <address>", "send one test message to this e-mail address or telephone number")
    .action((options) => finish(import("./doctor.command.ts").then(({ doctorCommand }) => doctorCommand(options))));

  program
    .command("migrate")
    .description("bring the database up to this version")
    .action(() => finish(import("./database.command.ts").then(({ migrateCommand }) => migrateCommand())));

  program
    .command("database")
    .description("the database as a whole")
    .command("restored")
    .description("after a restore: end every code, link, session and message of the time before")
    .action(() =>
      finish(import("./database.command.ts").then(({ databaseRestoredCommand }) => databaseRestoredCommand())),
    );

  for (const kind of ["policies", "accounts"] as const) {
    program
      .command(kind)
      .description(`the insurer’s ${kind}`)
      .command("import <file>")
      .description("bring a CSV file in: all of it, or nothing and the reasons")
      .option("--dry-run", "check and count, keep nothing", false)
      .action((file, { dryRun }) =>
        finish(import("./import.command.ts").then(({ importCommand }) => importCommand({ kind, file, dryRun }))),
      );
  }

  const maintenance = program.command("maintenance").description("planned maintenance, brand by brand");
  const maintenanceCommands = () => import("./maintenance.command.ts");
  const brandOption = ["--brand <brand>", "this brand alone (default: every brand)"] as const;
  maintenance
    .command("on")
    .description("close the portal and its API until off")
    .option(...brandOption)
    .option("--until <time>", "the end to announce, with its zone; it opens nothing by itself")
    .action((options) => finish(maintenanceCommands().then(({ closeCommand }) => closeCommand(options))));
  maintenance
    .command("off")
    .description("open again")
    .option(...brandOption)
    .action((options) => finish(maintenanceCommands().then(({ openCommand }) => openCommand(options))));
  maintenance
    .command("bypass")
    .description("print what lets an operator in meanwhile, added to an address of the portal")
    .option(...brandOption)
    .option("--hours <hours>", "how long it works, 24 at the most", "2")
    .action((options) => finish(maintenanceCommands().then(({ bypassCommand }) => bypassCommand(options))));

  program
    .command("link")
    .description("links that let people of the book go on")
    .command("issue")
    .description("make a link for somebody of the book, and send its message")
    .requiredOption("--policy <number>", "the policy")
    .requiredOption("--company <company>", "the company whose policy it is")
    .addOption(
      new Option("--role <code>", "40 policyholder, 80 insured driver").choices(["40", "80"]).makeOptionMandatory(),
    )
    .addOption(new Option("--action <action>", "what it lets them do").choices(issuedLinkActions).makeOptionMandatory())
    .addOption(new Option("--src <source>", "the system that it comes from").choices(linkSources).makeOptionMandatory())
    .option("--brand <brand>", "where several brands have the company")
    .option("--email <address>", "where it goes (default: the address on file)")
    .option("--expires-in-hours <hours>", "how long it lives (default: 24)")
    .option("--no-message", "print the link alone, send nothing")
    .action((options) => finish(import("./link.command.ts").then(({ issueLinkCommand }) => issueLinkCommand(options))));

  program
    .command("audit")
    .description("the trail of what happened")
    .command("verify")
    .description("read the whole trail and name the first event that was changed or is missing")
    .action(() => finish(import("./audit.command.ts").then(({ verifyAuditCommand }) => verifyAuditCommand())));

  program
    .command("report")
    .description("how journeys went: started, finished, stuck, by step, brand, province, language and reason")
    .option("--from <day>", "first day, such as 2026-11-01 (default: thirty days in all)")
    .option("--to <day>", "last day (default: today)")
    .option(...brandOption)
    .option("--json", "as data", false)
    .action((options) => finish(import("./report.command.ts").then(({ reportCommand }) => reportCommand(options))));

  const brand = program.command("brand").description("folders of brands");
  const brands = () => import("./brand.command.ts");
  brand
    .command("new <id>")
    .description("make a brand’s folder from another one’s")
    .requiredOption("--from <brand>", "the brand to begin with")
    .option("--into <folder>", "folder that gets it (default: BRANDS_DIR, else brands/)")
    .action((id, { from, into }) => finish(brands().then(({ newBrand }) => newBrand({ id, from, into }))));
  brand
    .command("check")
    .description("check every brand as a start would")
    .action(() => finish(brands().then(({ checkBrands }) => checkBrands())));
  brand
    .command("preview <folder>")
    .description("show every screen of a draft brand, or of a folder of them, and follow each save")
    .action((folder) => finish(brands().then(({ previewBrands }) => previewBrands(folder))));
  brand
    .command("schema")
    .description("publish the schema of brand.json beside the brands that come with the product")
    .action(() => finish(brands().then(({ publishSchema }) => publishSchema())));

  program
    .command("configuration")
    .description("print the page of settings")
    .action(async () => {
      const { configurationPage } = await import("../settings/configuration-page.rule.ts");
      print(configurationPage().trimEnd());
    });

  program
    .command("retention")
    .description("print the page of what is kept of a person, and until when")
    .action(async () => {
      const { retentionPage } = await import("@vestibule/api/retention/retention-page.rule.ts");
      print(retentionPage().trimEnd());
    });

  program
    .command("agent-guide")
    .description("print the guide of the call centre’s agents")
    .addOption(new Option("--language <language>", "of the two").choices(languages).makeOptionMandatory())
    .action(async ({ language }) => {
      const { agentGuide } = await import("../support/agent-guide.rule.ts");
      print(agentGuide(language).trimEnd());
    });

  program
    .command("support <code>")
    .description("tell what happened behind a support reference, without a personal datum")
    .addOption(new Option("--language <language>", "of the advice for the agent").choices(languages).default("en"))
    .action((code, { language }) =>
      finish(import("./support.command.ts").then(({ supportCommand }) => supportCommand({ code, language }))),
    );

  try {
    await program.parseAsync([...argv]);
  } catch (fault) {
    const sentence = fault instanceof StartupError ? fault.message : describeDatabaseFault(fault);
    if (sentence === undefined) throw fault;
    printError(sentence);
    return 1;
  }
  return exitCode;
}
