import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { Command, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { describeDatabaseFault, StartupError } from "../serve/startup-error.ts";
import { type CommandResult, print, printError } from "./command-io.ts";

interface CommandRow {
  /** Its name, below a group's where there is one, and its arguments. */
  usage: string;
  description: string;
  options?: readonly Option[];
  /** Receives the arguments, then the options; loads only its own modules. A server ends with nothing to report. */
  run(...given: never[]): Promise<CommandResult | undefined>;
  /** Runs until it is stopped. */
  isServer?: true;
}

const groups: Readonly<Record<string, string>> = {
  database: "the database as a whole",
  policies: "the insurer’s policies",
  accounts: "the insurer’s accounts",
  maintenance: "planned maintenance, brand by brand",
  link: "links that let people of the book go on",
  audit: "the trail of what happened",
  person: "what is kept of one person",
  secrets: "the secrets that sign and encrypt",
  brand: "folders of brands",
};

const option = (flags: string, description: string) => new Option(flags, description);
const required = (flags: string, description: string) => option(flags, description).makeOptionMandatory();
const brandOption = option("--brand <brand>", "this brand alone (default: every brand)");

const personOptions = [
  required("--brand <brand>", "the brand"),
  option("--email <address>", "e-mail of the account, or on file"),
  option("--policy <number>", "in place of an e-mail: a policy, with the next three"),
  option("--first-name <name>", "first name on the policy"),
  option("--last-name <name>", "last name on the policy"),
  option("--date-of-birth <day>", "such as 1988-02-29"),
];

const importRow = (kind: "policies" | "accounts"): CommandRow => ({
  usage: `${kind} import <file>`,
  description: "bring a CSV file in: all of it, or nothing and the reasons",
  options: [option("--dry-run", "check and count, keep nothing").default(false)],
  run: async (file: string, { dryRun }: { dryRun: boolean }) =>
    (await import("./import.command.ts")).importCommand({ kind, file, dryRun }),
});

export const commands: readonly CommandRow[] = [
  {
    usage: "serve",
    description: "run the server until it is asked to end",
    options: [
      option("--only <part>", "the API or the web alone").choices(["api", "web"]),
      option("--sources", "the portal from its sources, with hot reload"),
    ],
    run: async (options) => (await import("./serve.command.ts")).serveCommand(options),
    isServer: true,
  },
  {
    usage: "gateway",
    description: "run the built-in gateway alone, on a host of its own, until it is asked to end",
    options: [
      option("--port <port>", "port to listen on").default("4000"),
      option("--portal <origin>", "origin of the portal (default: each brand’s own; in demo mode this machine’s)"),
    ],
    run: async (options) => (await import("./serve.command.ts")).gatewayCommand(options),
    isServer: true,
  },
  {
    usage: "doctor",
    description: "print every setting with its source and check what it leads to",
    options: [option("--send-to <address>", "send one test message to this e-mail address or telephone number")],
    run: async (options) => (await import("./doctor.command.ts")).doctorCommand(options),
  },
  {
    usage: "migrate",
    description: "bring the database up to this version",
    run: async () => (await import("./database.command.ts")).migrateCommand(),
  },
  {
    usage: "database restored",
    description: "after a restore: end every code, link, session and message of the time before",
    run: async () => (await import("./database.command.ts")).databaseRestoredCommand(),
  },
  importRow("policies"),
  importRow("accounts"),
  {
    usage: "maintenance on",
    description: "close the portal and its API until off",
    options: [brandOption, option("--until <time>", "the end to announce, with its zone; it opens nothing by itself")],
    run: async (options) => (await import("./maintenance.command.ts")).closeCommand(options),
  },
  {
    usage: "maintenance off",
    description: "open again",
    options: [brandOption],
    run: async (options) => (await import("./maintenance.command.ts")).openCommand(options),
  },
  {
    usage: "maintenance status",
    description: "print which brands are closed",
    options: [brandOption],
    run: async (options) => (await import("./maintenance.command.ts")).statusCommand(options),
  },
  {
    usage: "maintenance bypass",
    description: "print what lets an operator in during maintenance, added to a URL of the portal",
    options: [brandOption, option("--hours <hours>", "how long it works, 24 at the most").default("2")],
    run: async (options) => (await import("./maintenance.command.ts")).bypassCommand(options),
  },
  {
    usage: "link issue",
    description: "make a link for a person of the book, and send its message",
    options: [
      required("--policy <number>", "the policy"),
      required("--company <company>", "the company whose policy it is"),
      required("--role <code>", "40 policyholder, 80 insured driver").choices(["40", "80"]),
      required("--action <action>", "what it lets them do").choices(issuedLinkActions),
      required("--src <source>", "the system that it comes from").choices(linkSources),
      option("--brand <brand>", "where several brands have the company"),
      option("--email <address>", "where it goes (default: the address on file)"),
      option("--expires-in-hours <hours>", "its lifetime (default: 24)"),
      option("--no-message", "print the link alone, send nothing"),
    ],
    run: async (options) => (await import("./link.command.ts")).issueLinkCommand(options),
  },
  {
    usage: "audit verify",
    description: "read the whole trail and name the first event that was changed or is missing",
    run: async () => (await import("./audit.command.ts")).verifyAuditCommand(),
  },
  {
    usage: "secrets generate",
    description: "print new secrets as a part of .env",
    options: [option("--output <file>", "write them to a file of their own instead; one that exists stays as it is")],
    run: async (options) => (await import("./secrets.command.ts")).generateSecretsCommand(options),
  },
  {
    usage: "secrets rotate",
    description: "print the present secrets with a new one each, and in which order to set them",
    run: async () => (await import("./secrets.command.ts")).rotateSecretsCommand(),
  },
  {
    usage: "person export",
    description: "print everything that is kept of a person, to hand to that person",
    options: [
      ...personOptions,
      option("--language <language>", "of the text for the person").choices(languages).default("fr"),
    ],
    run: async (options) => (await import("./person.command.ts")).exportPersonCommand(options),
  },
  {
    usage: "person erase",
    description: "print what an erasure deletes and keeps; with --confirm, erase",
    options: [...personOptions, option("--confirm <confirmation>", "as printed without it, within a day")],
    run: async (options) => (await import("./person.command.ts")).erasePersonCommand(options),
  },
  {
    usage: "report",
    description: "how journeys went: started, finished, stuck, by step, brand, province, language and reason",
    options: [
      option("--from <day>", "first day, such as 2026-11-01 (default: thirty days in all)"),
      option("--to <day>", "last day (default: today)"),
      brandOption,
    ],
    run: async (options) => (await import("./report.command.ts")).reportCommand(options),
  },
  {
    usage: "brand new <id>",
    description: "make a brand’s folder from another one’s",
    options: [
      required("--from <brand>", "the brand to begin with"),
      option("--into <folder>", "folder that gets it (default: BRANDS_DIR, else brands/)"),
    ],
    run: async (id: string, options: { from: string; into?: string }) =>
      (await import("./brand.command.ts")).newBrand({ id, ...options }),
  },
  {
    usage: "brand check",
    description: "check every brand as a start would",
    run: async () => (await import("./brand.command.ts")).checkBrands(),
  },
  {
    usage: "brand preview <folder>",
    description: "show every screen of a draft brand, or of a folder of them, and follow each save",
    run: async (folder) => (await import("./brand.command.ts")).previewBrands(folder),
    isServer: true,
  },
  {
    usage: "brand schema",
    description: "publish the schema of brand.json beside the brands that come with the product",
    run: async () => (await import("./brand.command.ts")).publishSchema(),
  },
  {
    usage: "configuration",
    description: "print the page of settings",
    run: async () => printPage((await import("../settings/configuration-page.rule.ts")).configurationPage()),
  },
  {
    usage: "personal-data",
    description: "print the page of what is kept of a person, what for and until when",
    run: async () =>
      printPage((await import("@vestibule/api/retention/personal-data-page.rule.ts")).personalDataPage()),
  },
  {
    usage: "agent-guide",
    description: "print the guide of the call centre’s agents",
    options: [required("--language <language>", "of the two").choices(languages)],
    run: async ({ language }) => printPage((await import("../support/agent-guide.rule.ts")).agentGuide(language)),
  },
  {
    usage: "support <code>",
    description: "print what happened behind a support reference, without a personal datum",
    options: [option("--language <language>", "of the advice for the agent").choices(languages).default("en")],
    run: async (code: string, options: { language: (typeof languages)[number] }) =>
      (await import("./support.command.ts")).supportCommand({ code, ...options }),
  },
];

function printPage(text: string): CommandResult {
  return { text: text.trimEnd(), data: { page: text } };
}

const describe = ({ message, lines }: StartupError, startsServer: boolean) =>
  startsServer ? message : lines.join("\n");

/** Parses the command line and runs one command. Returns the process's exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  let startsServer = false;
  const program = new Command("vestibule")
    .description("The sign-in and registration portal of an insurer, in French and English.")
    .version(packageJson.version, "--version", "print the version")
    .configureHelp({ sortSubcommands: true });
  const subprograms = new Map(
    Object.entries(groups).map(([name, about]) => [name, program.command(name).description(about)]),
  );
  for (const { usage, description, options = [], run, isServer } of commands) {
    const [first = "", ...rest] = usage.split(" ");
    const group = subprograms.get(first);
    const command = group ? group.command(rest.join(" ")) : program.command(usage);
    for (const one of options) command.addOption(one);
    if (!isServer) command.option("--json", "print the result as data");
    command.description(description).action(async (...given) => {
      startsServer = isServer === true;
      const result = await run(...(given as never[]));
      if (result === undefined) return;
      exitCode = result.failure === undefined ? 0 : 1;
      if (command.opts().json) print(JSON.stringify(result.data, null, 2));
      else if (result.text !== "") (result.failure === "refusal" ? printError : print)(result.text);
    });
  }
  try {
    await program.parseAsync([...argv]);
  } catch (fault) {
    const sentence = fault instanceof StartupError ? describe(fault, startsServer) : describeDatabaseFault(fault);
    if (sentence === undefined) throw fault;
    if (argv.includes("--json")) print(JSON.stringify({ error: sentence }, null, 2));
    else printError(sentence);
    return 1;
  }
  return exitCode;
}
