import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { positionAt, readAuditPage, startOfTrail } from "@vestibule/api/audit/audit-page.store.ts";
import { toExport } from "@vestibule/api/audit/exported-event.rule.ts";
import { readCursor, writeCursor } from "@vestibule/api/events/event-cursor.rule.ts";
import { readRestoreEpoch } from "@vestibule/api/flows/restore/restore.store.ts";
import type { ExportFormat } from "@vestibule/contract/internal/audit-export.endpoint.ts";
import { StartupError } from "../serve/startup-error.ts";
import { type CommandResult, checkedSettings, readZonedTime } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

const pageLength = 1000;

interface ExportOptions {
  since?: string;
  format: ExportFormat;
  position?: string;
  /** Whether the events are the command's result, in place of lines. */
  json?: boolean;
}

/**
 * `vestibule audit export`: prints each audit event on a line. With `position`, it continues where the last export ended,
 * and moves the file after what it printed: an export that was interrupted prints a page twice rather than leaving it out.
 */
export async function exportAuditCommand({
  since,
  format,
  position: file,
  json,
}: ExportOptions): Promise<CommandResult> {
  const from = since === undefined ? undefined : readZonedTime("--since", since);
  const saved = file === undefined ? undefined : await readPosition(file);
  const events: unknown[] = [];
  await withDatabase(checkedSettings(), async ({ database }) => {
    const epoch = await readRestoreEpoch(database);
    if (saved !== undefined && saved.epoch !== epoch)
      throw new StartupError([`${file} is from before the restore of a backup: remove it, and export again`]);
    const start = from === undefined ? startOfTrail : await positionAt(database, from);
    let page = await readAuditPage(database, { after: saved?.position ?? start, limit: pageLength });
    while (page.rows.length > 0) {
      const exported = page.rows.map((row) => toExport(row, format));
      if (json) events.push(...exported);
      else await printWhole(exported.map((event) => `${JSON.stringify(event)}\n`).join(""));
      if (file !== undefined) await writePosition(file, writeCursor({ brand: undefined, epoch, position: page.next }));
      page = await readAuditPage(database, { after: page.next, limit: pageLength });
    }
  });
  return { text: "", data: { events } };
}

async function readPosition(file: string) {
  const text = await readFile(file, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    if (code !== "ENOENT") throw new StartupError([`${file} cannot be read (${code})`]);
    return undefined;
  });
  const cursor = text === undefined ? undefined : readCursor(text.trim());
  if (text !== undefined && cursor === undefined) throw new StartupError([`${file} has no position of an export`]);
  return cursor;
}

/** Replaces the file as a whole, so that a process that is killed leaves the old or the new position. */
async function writePosition(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, `${text}\n`);
  await rename(`${file}.new`, file);
}

/** Waits for a slow reader of the pipe. */
async function printWhole(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
