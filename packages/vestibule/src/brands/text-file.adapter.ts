import { readFile } from "node:fs/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text of a file in UTF-8. Throws on other bytes, which would otherwise become lost characters on a screen. */
export async function readTextFile(path: string): Promise<string> {
  return decoder.decode(await readFile(path));
}

/** Why a file cannot be read as text. */
export function describeUnreadable(fault: unknown): string {
  const code = faultCode(fault);
  return code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "is not UTF-8" : `cannot be read (${code})`;
}
