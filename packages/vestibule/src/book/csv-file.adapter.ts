import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { CsvError, parse } from "csv-parse";

/** A file that cannot be read as a table: missing, not UTF-8, malformed quotes, wrong header. */
export class UnreadableFile extends Error {
  readonly line: number;

  constructor(reason: string, line: number) {
    super(reason);
    this.line = line;
  }
}

export interface CsvRow<Column extends string> {
  /** Line on which the row ends; the header is line 1. */
  line: number;
  /** The trimmed text of each column; empty if the file does not have the column. */
  cells: Record<Column, string>;
  /** Number of cells, set if it differs from that of the header. */
  cellCount?: number;
}

export interface CsvColumns<Column extends string> {
  required: readonly Column[];
  optional?: readonly Column[];
}

const maxRowBytes = 16_384;
const maxListedNames = 10;

/**
 * Streams the rows of a CSV file with a header, in UTF-8 with or without a BOM, or in a spreadsheet's UTF-16. The header
 * decides what separates its columns; only the letters of their names count, in any case. Throws UnreadableFile.
 */
export async function* csvRows<Column extends string>(
  file: string,
  columns: CsvColumns<Column>,
  onBytes: (read: number, total: number) => void = () => {},
): AsyncGenerator<CsvRow<Column>> {
  const total = await sizeOf(file);
  let header: Column[] | undefined;
  for await (const { record, info, bytesRead } of csvRecords(file)) {
    onBytes(bytesRead, total);
    if (!header && isSeparatorLine(record)) continue;
    if (header) yield { line: info.lines, ...cellsOf(record, header, columns) };
    else header = readHeader(record, columns);
  }
  if (!header) throw new UnreadableFile("the file is empty", 0);
}

/** Copies the header and the rows of these lines to a new file that only its owner can read. */
export async function copyRows(file: string, { lines, to }: { lines: ReadonlySet<number>; to: string }): Promise<void> {
  async function* copied() {
    let isHeader = true;
    // Without the mark, a spreadsheet reads accents in another encoding.
    if (await beginsWithMark(file)) yield "\ufeff";
    for await (const { record, raw, info } of csvRecords(file)) {
      if (isHeader || lines.has(info.lines)) yield `${raw.replace(/^[\r\n]+|[\r\n]+$/g, "")}\n`;
      isHeader &&= isSeparatorLine(record);
    }
  }
  await pipeline(copied, createWriteStream(to, { mode: 0o600 }));
}

interface CsvRecord {
  record: string[];
  /** The text of the record with its line end. */
  raw: string;
  info: { lines: number };
}

/** The records of a CSV file, without empty ones. */
async function* csvRecords(file: string): AsyncGenerator<CsvRecord & { bytesRead: number }> {
  try {
    const handle = await open(file);
    const { buffer, bytesRead: firstBytes } = await handle.read(Buffer.alloc(64));
    const first = buffer.subarray(0, firstBytes);
    const encoding = encodingOf(first);
    const beginning = new TextDecoder(encoding).decode(first);
    const parser = parse({
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      delimiter: (separatorLine.exec(beginning) ?? firstSeparator.exec(beginning))?.[1] ?? ",",
      // In a file with several line ends, the parser's own choice of one miscounts the lines.
      record_delimiter: ["\r\n", "\n", "\r"],
      max_record_size: maxRowBytes,
    });
    const input = handle.createReadStream();
    async function* bytes() {
      yield first;
      yield* input;
    }
    const reading = pipeline(bytes, decode(encoding), parser).catch((fault: unknown) => fault);
    for await (const record of parser as AsyncIterable<CsvRecord>)
      if (!record.record.every(isInvisible)) yield { ...record, bytesRead: firstBytes + input.bytesRead };
    const fault = await reading;
    if (fault) throw fault;
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
}

/** Older systems end a file with Ctrl-Z or NUL. */
const isInvisible = (cell: string) => normaliseText(cell.replaceAll("\0", "")) === "";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The encoding by the byte order mark; UTF-8 without one. */
function encodingOf(first: Buffer): Encoding {
  const [one, two] = first;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  return one === 0xfe && two === 0xff ? "utf-16be" : "utf-8";
}

async function beginsWithMark(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(3), 0, 3, 0);
    return encodingOf(buffer) !== "utf-8" || buffer.equals(Buffer.from("\ufeff"));
  } finally {
    await handle.close();
  }
}

/** The first line of a file that was written for a spreadsheet; it names the separator, which may follow again. */
const separatorLine = /^\ufeff?"?sep=(.)"?(?:\1| )*[\r\n]/i;
/** Where a spreadsheet's language writes numbers with a comma, it separates columns by semicolons. */
const firstSeparator = /^[\ufeff\r\n ]*[^,;\t|\r\n]+([,;\t|])/;
const isSeparatorLine = ([first = ""]: readonly string[]) => /^sep=/i.test(first);

export async function fileDigest(file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
  return hash.digest("hex");
}

function readHeader<Column extends string>(cells: readonly string[], columns: CsvColumns<Column>): Column[] {
  // A spreadsheet writes columns that it only once had as commas at the end of each line.
  const written = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
  const known: readonly string[] = [...columns.required, ...(columns.optional ?? [])];
  const names = new Map(known.map((name) => [lettersOf(name), name]));
  const record = written.map((name) => names.get(lettersOf(name)) ?? name);
  const missing = columns.required.filter((column) => !record.includes(column));
  if (missing.length > 0) throw new UnreadableFile(`the header lacks ${missing.join(", ")}`, 1);
  const unknown = record.filter((column) => !known.includes(column));
  if (unknown.length > 0) throw new UnreadableFile(`the header has unknown columns: ${listNames(unknown)}`, 1);
  const duplicates = record.filter((column, index) => record.indexOf(column) !== index);
  if (duplicates.length > 0) throw new UnreadableFile(`the header names ${duplicates.join(", ")} twice`, 1);
  return record as Column[];
}

/** "Policy number", "policy_number" and "policyNumber" are one name. */
const lettersOf = (name: string) => name.toLowerCase().replace(/\P{L}/gu, "");

/** The first names. A comma at the end of a line makes a column without one. */
const listNames = (names: readonly string[]) =>
  names
    .slice(0, maxListedNames)
    .map((name) => name || "one without a name")
    .concat(names.length > maxListedNames ? ["…"] : [])
    .join(", ");

function cellsOf<Column extends string>(record: string[], header: Column[], columns: CsvColumns<Column>) {
  const cells = {} as Record<Column, string>;
  for (const column of columns.optional ?? []) cells[column] = "";
  header.forEach((column, index) => {
    cells[column] = record[index] ?? "";
  });
  const isWhole = record.length >= header.length && record.slice(header.length).every((cell) => cell === "");
  return isWhole ? { cells } : { cells, cellCount: record.length };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
}

/** Decodes text. Throws on an invalid byte, which would otherwise become a replacement character in a name. */
function decode(encoding: Encoding): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return new Transform({
    readableObjectMode: false,
    decodeStrings: false,
    transform(chunk: Buffer, _encoding, done) {
      done(null, decoder.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, decoder.decode());
    },
  });
}

function asUnreadableFile(fault: unknown): Error {
  if (fault instanceof UnreadableFile) return fault;
  if (fault instanceof CsvError && fault.code === "CSV_MAX_RECORD_SIZE")
    return new UnreadableFile(`the row is longer than ${maxRowBytes} bytes`, Number(fault.lines ?? 0));
  if (fault instanceof CsvError)
    return new UnreadableFile(
      `the row is not CSV: ${fault.code.toLowerCase().replaceAll("_", " ")}`,
      Number(fault.lines ?? 0),
    );
  const code = faultCode(fault);
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
    return new UnreadableFile("the file is not UTF-8: save it as “CSV UTF-8”", 0);
  if (code === "ENOENT") return new UnreadableFile("there is no such file", 0);
  if (code === "EACCES" || code === "EISDIR") return new UnreadableFile("the file cannot be read", 0);
  return fault instanceof Error ? fault : new Error(String(fault));
}
