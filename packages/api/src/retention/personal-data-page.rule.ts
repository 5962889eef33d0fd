import { dataClasses, type PersonalDataRow, personalData } from "./personal-data.table.ts";

const rows: [table: string, row: PersonalDataRow][] = Object.entries(personalData);

/** Renders docs/security/personal-data.md from the table. */
export function personalDataPage(): string {
  return [
    "# Personal data",
    "",
    "What is kept of a person, field by field: what for, until when, and who receives it. Every column of every table of the database is here. Law 25 calls keyed hashes and ids de-identified information; it is personal all the same.",
    "",
    "_This page is made from the table of personal data: `npx vestibule personal-data > docs/security/personal-data.md`._",
    "",
    "## Classes",
    "",
    ...Object.entries(dataClasses).map(([name, meaning]) => `- **${name}**: ${meaning}`),
    "",
    "## What a person may ask for",
    "",
    "```text",
    "npx vestibule person export --brand belair --email person@mail.example --language en",
    "npx vestibule person erase --brand belair --policy K3M4821 --first-name Maëlle --last-name St-Onge --date-of-birth 1988-02-29",
    "```",
    "",
    "The export has everything but the last three classes, as text in the person's language or, with `--json`, as data. The erasure prints what would go and what stays, with a confirmation; the same command with `--confirm` erases. Your own systems do both at `/internal/v1/people/export`, `/internal/v1/people/erasure` and `/internal/v1/people/erase`; what an agent prepared, another agent confirms. Check who asks before you hand anything over. Why some of it stays: [decision 58](../../decisions/0058-erase-a-person-by-one-table-of-columns.md).",
    "",
    "## Retention",
    "",
    "A server deletes expired rows at its start and then once an hour; of several servers, one. Times are the database's.",
    "",
    "| table | when a row is deleted | why it is kept until then | when the person is erased |",
    "|---|---|---|---|",
    ...rows.map(([table, { end, reason, erasure }]) => `| \`${table}\` | ${end} | ${reason} | ${onErasure(erasure)} |`),
    "",
    "Accounts and rows of the book stay: the insurer keeps them while the contract lasts and as long after it as its own rules say. With an account go its policies, its password hashes, its sessions, tickets, recoveries and links.",
    "",
    "The log holds ids, results and reasons, and keyed hashes; how long it is kept is decided where it is collected. A backup holds what the database held when it was made: give backups an end as well, and erase a person again after a restore.",
    "",
    "## Fields",
    "",
    "| field | class | what for | who receives it |",
    "|---|---|---|---|",
    ...rows.flatMap(([table, { fields }]) =>
      fields.map(({ columns, dataClass, purpose, goesTo = "–" }) => {
        const names = columns.map((column) => `\`${table}.${column}\``).join(", ");
        return `| ${names} | ${dataClass} | ${purpose} | ${goesTo} |`;
      }),
    ),
    "",
    "## Not personal",
    "",
    ...rows.flatMap(([table, { notPersonal }]) =>
      notPersonal === undefined ? [] : [`- \`${table}\`: ${notPersonal.map((column) => `\`${column}\``).join(", ")}`],
    ),
    "",
  ].join("\n");
}

function onErasure(erasure: PersonalDataRow["erasure"]): string {
  if (erasure === undefined) return "–";
  return erasure.kind === "deleted" ? "deleted" : `kept: ${erasure.why}`;
}
