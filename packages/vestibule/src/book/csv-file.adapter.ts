import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
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

/** Streams the rows of a CSV file with a header, in UTF-8 with or without a BOM. Throws UnreadableFile. */
export async function* csvRows<Column extends string>(
  file: string,
  columns: CsvColumns<Column>,
  onBytes: (read: number, total: number) => void = () => {},
): AsyncGenerator<CsvRow<Column>> {
  const total = await sizeOf(file);
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    // In a file with several line ends, the parser's own choice of one miscounts the lines.
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: maxRowBytes,
  });
  const input = createReadStream(file);
  const reading = pipeline(input, decodeUtf8(), parser).catch((fault: unknown) => fault);
  let header: Column[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      onBytes(input.bytesRead, total);
      if (header) yield { line: info.lines, ...cellsOf(record, header, columns) };
      else header = readHeader(record, columns);
    }
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
  const fault = await reading;
  if (fault) throw asUnreadableFile(fault);
  if (!header) throw new UnreadableFile("the file is empty", 0);
}

export async function fileDigest(file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
  return hash.digest("hex");
}

function readHeader<Column extends string>(record: string[], columns: CsvColumns<Column>): Column[] {
  if (record.length === 1 && /[;\t]/.test(record[0] ?? ""))
    throw new UnreadableFile("the columns are not separated by commas", 1);
  const known: readonly string[] = [...columns.required, ...(columns.optional ?? [])];
  const missing = columns.required.filter((column) => !record.includes(column));
  if (missing.length > 0) throw new UnreadableFile(`the header lacks ${missing.join(", ")}`, 1);
  const unknown = record.filter((column) => !known.includes(column));
  if (unknown.length > 0) throw new UnreadableFile(`the header has unknown columns: ${listNames(unknown)}`, 1);
  const duplicates = record.filter((column, index) => record.indexOf(column) !== index);
  if (duplicates.length > 0) throw new UnreadableFile(`the header names ${duplicates.join(", ")} twice`, 1);
  return record as Column[];
}

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
  return record.length === header.length ? { cells } : { cells, cellCount: record.length };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (fault) {
    throw asUnreadableFile(fault);
  }
}

/** Decodes UTF-8. Throws on an invalid byte, which would otherwise become a replacement character in a name. */
function decodeUtf8(): Transform {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return new Transform({
    readableObjectMode: false,
    decodeStrings: false,
    transform(chunk: Buffer, _encoding, done) {
      done(null, utf8.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, utf8.decode());
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
  const code = (fault as NodeJS.ErrnoException).code;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return new UnreadableFile("the file is not UTF-8", 0);
  if (code === "ENOENT") return new UnreadableFile("there is no such file", 0);
  if (code === "EACCES" || code === "EISDIR") return new UnreadableFile("the file cannot be read", 0);
  return fault as Error;
}
