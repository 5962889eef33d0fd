import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { exportFormats } from "@vestibule/contract/internal/audit-export.endpoint.ts";
import { Option } from "commander";
import type { CommandResult } from "./command-io.ts";

interface CommandRow {
  /** Name of the command, after its group if it has one, and its arguments. */
  usage: string;
  description: string;
  options?: readonly Option[];
  /** Receives the arguments, then the options. Imports its modules on demand. A server returns no result. */
  run(...args: never[]): Promise<CommandResult | undefined>;
  /** Runs until it is stopped. */
  isServer?: true;
}

export const groups: Readonly<Record<string, string>> = {
  database: "maintain the database",
  policies: "the insurer’s policies",
  accounts: "the insurer’s accounts",
  maintenance: "planned maintenance of each brand",
  link: "links that bring people of the book to a page of the portal",
  audit: "the audit trail",
  events: "events for the insurer’s other systems",
  person: "personal data of one person",
  secrets: "the secrets that sign and encrypt",
  brand: "folders of brands",
};

const option = (flags: string, description: string) => new Option(flags, description);
const required = (flags: string, description: string) => option(flags, description).makeOptionMandatory();
const brandOption = option("--brand <brand>", "only this brand (default: all brands)");

const personOptions = [
  required("--brand <brand>", "the brand"),
  option("--email <email>", "email of the account or on file"),
  option("--policy <number>", "a policy instead of an email, with the next three options"),
  option("--first-name <name>", "first name on the policy"),
  option("--last-name <name>", "last name on the policy"),
  option("--date-of-birth <day>", "date of birth, such as 1988-02-29"),
];

const importRow = (kind: "policies" | "accounts"): CommandRow => ({
  usage: `${kind} import <file>`,
  description: "import a CSV file: all rows, or none with the reasons",
  options: [
    option("--dry-run", "check and count only, save nothing").default(false),
    option("--skip-faulty", "import the valid rows, and copy the others to FILE.rejected.csv").default(false),
  ],
  run: async (file: string, options: { dryRun: boolean; skipFaulty: boolean }) =>
    (await import("./import.command.ts")).importCommand({ kind, file, ...options }),
});

export const commands: readonly CommandRow[] = [
  {
    usage: "serve",
    description: "run the server until it is stopped",
    options: [
      option("--only <part>", "run only the API or only the web").choices(["api", "web"]),
      option("--sources", "run the portal from its sources, with hot reload"),
    ],
    run: async (options) => (await import("./serve.command.ts")).serveCommand(options),
    isServer: true,
  },
  {
    usage: "gateway",
    description: "run only the built-in gateway, on its own host, until it is stopped",
    options: [
      option("--port <port>", "port to listen on").default("4000"),
      option("--portal <origin>", "origin of the portal (default: that of each brand; in demo mode, of this machine)"),
    ],
    run: async (options) => (await import("./serve.command.ts")).gatewayCommand(options),
    isServer: true,
  },
  {
    usage: "doctor",
    description: "check the settings and the systems that they name",
    options: [
      option("--settings", "print all settings with their sources"),
      option("--send-to <address>", "send one test message to this email address or telephone number"),
      option("--call <number>", "speak one test message to this telephone number"),
    ],
    run: async (options) => (await import("./doctor.command.ts")).doctorCommand(options),
  },
  {
    usage: "migrate",
    description: "migrate the database to this version",
    run: async () => (await import("./database.command.ts")).migrateCommand(),
  },
  {
    usage: "database restored",
    description: "after a restore from a backup: end all codes, links, sessions and messages from before it",
    run: async () => (await import("./database.command.ts")).databaseRestoredCommand(),
  },
  importRow("policies"),
  importRow("accounts"),
  {
    usage: "accounts check",
    description:
      "list the policies that an upgrade detached from accounts, since only a name had joined them; asks policy directories about those not yet checked",
    run: async () => (await import("./accounts-check.command.ts")).accountsCheckCommand(),
  },
  {
    usage: "maintenance on",
    description: "close the portal and its API until `maintenance off`",
    options: [
      brandOption,
      option("--until <time>", "the end to announce, with its time zone; the portal does not open by itself"),
    ],
    run: async (options) => (await import("./maintenance.command.ts")).closeCommand(options),
  },
  {
    usage: "maintenance off",
    description: "open the portal and its API again",
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
    description: "print the URLs at which an operator uses the portal during maintenance",
    options: [
      brandOption,
      option("--hours <hours>", "how long it is valid, at most 24").default(`${ttl.maintenanceBypassHours}`),
    ],
    run: async (options) => (await import("./maintenance.command.ts")).bypassCommand(options),
  },
  {
    usage: "link issue",
    description: "issue a link for a person of the book and send its message",
    options: [
      required("--policy <number>", "the policy"),
      required("--company <company>", "company of the policy"),
      required("--role <code>", "40 policyholder, 80 insured driver").choices(["40", "80"]),
      required("--action <action>", "what the link is for").choices(issuedLinkActions),
      required("--src <source>", "system that the link comes from").choices(linkSources),
      option("--brand <brand>", "the brand, if several brands have the company"),
      option("--email <email>", "recipient of the message (default: the email on file)"),
      option("--expires-in-hours <hours>", "lifetime of the link (default: 24)"),
      option("--no-message", "print the link without sending a message"),
    ],
    run: async (options) => (await import("./link.command.ts")).issueLinkCommand(options),
  },
  {
    usage: "audit verify",
    description: "verify the audit trail and print the first event that was changed or is missing",
    run: async () => (await import("./audit.command.ts")).verifyAuditCommand(),
  },
  {
    usage: "audit export",
    description: "print the audit trail, an event on each line, for another system to keep",
    options: [
      option("--since <time>", "begin with the first event since then, with its time zone (default: the first of all)"),
      option("--format <format>", "jsonl with the proofs of the chain, or OCSF")
        .choices(exportFormats)
        .default("jsonl"),
      option("--position <file>", "continue after the position in this file, and write the new one to it"),
    ],
    run: async (options) => (await import("./audit-export.command.ts")).exportAuditCommand(options),
  },
  {
    usage: "events replay",
    description: "send the events that a webhook has not accepted in three days again",
    options: [
      required("--webhook <name>", "the webhook, as WEBHOOKS_FILE names it"),
      option("--since <time>", "also every event since then, accepted or not; with its time zone"),
    ],
    run: async (options) => (await import("./events.command.ts")).replayEventsCommand(options),
  },
  {
    usage: "secrets generate",
    description: "print new secrets as lines of .env",
    options: [option("--output <file>", "write them to this file instead; an existing file is left unchanged")],
    run: async (options) => (await import("./secrets.command.ts")).generateSecretsCommand(options),
  },
  {
    usage: "secrets rotate",
    description: "print each current secret with a new one, and the order in which to set them",
    run: async () => (await import("./secrets.command.ts")).rotateSecretsCommand(),
  },
  {
    usage: "person export",
    description: "print all stored data about a person, for that person",
    options: [
      ...personOptions,
      option("--language <language>", "language of the text").choices(languages).default("fr"),
    ],
    run: async (options) => (await import("./person.command.ts")).exportPersonCommand(options),
  },
  {
    usage: "person erase",
    description: "print what an erasure deletes and keeps; with --confirm, erase",
    options: [
      ...personOptions,
      option(
        "--confirm <confirmation>",
        "the confirmation that the command prints without this option; valid for a day",
      ),
    ],
    run: async (options) => (await import("./person.command.ts")).erasePersonCommand(options),
  },
  {
    usage: "explain [row]",
    description:
      "what a person of the book sees when they register, by policy number, email or person id; without one, how many people of the imported book see what",
    options: [
      brandOption,
      option("--language <language>", "language of the sentences").choices(languages).default("en"),
    ],
    run: async (row: string | undefined, options: { brand?: string; language: (typeof languages)[number] }) =>
      (await import("./explain.command.ts")).explainCommand({ row, ...options }),
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
    description: "create a brand folder from an existing brand",
    options: [
      required("--from <brand>", "brand to copy"),
      option("--into <folder>", "parent folder of the new folder (default: BRANDS_DIR, else brands/)"),
    ],
    run: async (id: string, options: { from: string; into?: string }) =>
      (await import("./brand.command.ts")).newBrand({ id, ...options }),
  },
  {
    usage: "brand check",
    description: "check all brands as the server does at start",
    run: async () => (await import("./brand.command.ts")).checkBrands(),
  },
  {
    usage: "brand preview <folder>",
    description: "show all screens of a draft brand, or of a folder of draft brands, and reload them after each save",
    run: async (folder) => (await import("./brand.command.ts")).previewBrands(folder),
    isServer: true,
  },
  {
    usage: "brand schema",
    description: "write the JSON schema of brand.json into the folder of the built-in brands",
    run: async () => (await import("./brand.command.ts")).publishSchema(),
  },
  {
    usage: "configuration",
    description: "print the documentation of all settings",
    run: async () => printPage((await import("../settings/configuration-page.rule.ts")).configurationPage()),
  },
  {
    usage: "personal-data",
    description: "print the documentation of which personal data is stored, for which purpose and until when",
    run: async () =>
      printPage((await import("@vestibule/api/retention/personal-data-page.rule.ts")).personalDataPage()),
  },
  {
    usage: "agent-guide",
    description: "print the guide for call centre agents",
    options: [required("--language <language>", "language of the guide").choices(languages)],
    run: async ({ language }) => printPage((await import("../support/agent-guide.rule.ts")).agentGuide(language)),
  },
  {
    usage: "support <code>",
    description: "print the events of a support reference, without personal data",
    options: [option("--language <language>", "language of the advice").choices(languages).default("en")],
    run: async (code: string, options: { language: (typeof languages)[number] }) =>
      (await import("./support.command.ts")).supportCommand({ code, ...options }),
  },
];

function printPage(text: string): CommandResult {
  return { text: text.trimEnd(), data: { page: text } };
}
