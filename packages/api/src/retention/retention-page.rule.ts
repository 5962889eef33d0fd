import { retentionRows } from "./retention.store.ts";

/** Renders docs/security/retention.md from the retention table. */
export function retentionPage(): string {
  return [
    "# Retention",
    "",
    "What is kept of a person, table by table, and when it goes. A server does it at its start and then once an hour; of several servers, one. Times are the database's.",
    "",
    "_This page is made from the table of retention: `npx vestibule retention > docs/security/retention.md`._",
    "",
    "| table | what is personal in it | when it goes | why it is kept until then |",
    "|---|---|---|---|",
    ...Object.entries(retentionRows).map(
      ([table, { personal, end, reason }]) => `| \`${table}\` | ${personal} | ${end} | ${reason} |`,
    ),
    "",
    "Accounts and rows of the book stay: the insurer keeps them while the contract lasts and as long after it as its own rules say, and deletes them with its own means. With an account go its policies, its password hashes, its sessions, tickets, recoveries and links.",
    "",
    "The log holds ids, results and reasons, and keyed hashes; how long it is kept is decided where it is collected. A backup holds what the database held when it was made: give backups an end as well.",
    "",
  ].join("\n");
}
