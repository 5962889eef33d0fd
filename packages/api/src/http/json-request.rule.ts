import { visit } from "jsonc-parser";

const defaultLargestKib = 16;
const deepestNesting = 32;
const mediaType = /^application\/json(?: *; *charset=utf-8)?$/i;

export type ReadRequest =
  /** `value` is undefined for an empty body. */
  | { kind: "read"; raw: string; value: unknown }
  | { kind: "tooLarge" }
  | { kind: "otherMediaType" }
  | { kind: "notJson" };

/**
 * Reads a body strictly: at most 16 KiB, or another limit, of UTF-8 JSON with that media type, not compressed. Rejects duplicate keys,
 * because parsers disagree on which value they take (RFC 8259, section 4).
 */
export async function readJsonRequest(request: Request, largestKib = defaultLargestKib): Promise<ReadRequest> {
  const longestBytes = largestKib * 1024;
  if (Number(request.headers.get("content-length") ?? 0) > longestBytes) return { kind: "tooLarge" };
  const bytes = await readBytes(request, longestBytes);
  if (bytes === undefined) return { kind: "tooLarge" };
  const type = request.headers.get("content-type");
  const encoding = request.headers.get("content-encoding");
  if (bytes.length === 0 && type === null) return { kind: "read", raw: "", value: undefined };
  if (!mediaType.test(type ?? "") || (encoding !== null && encoding !== "identity")) return { kind: "otherMediaType" };
  if (bytes.length === 0) return { kind: "read", raw: "", value: undefined };
  try {
    const raw = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(raw);
    checkStructure(raw);
    return { kind: "read", raw, value };
  } catch {
    return { kind: "notJson" };
  }
}

/** Reads the body; undefined as soon as it exceeds the limit, whatever Content-Length says. */
async function readBytes(request: Request, longestBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > longestBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws on a duplicate key or on excessive nesting; JSON.parse accepts both. */
function checkStructure(json: string): void {
  const openKeys: Set<string>[] = [];
  const open = () => {
    if (openKeys.push(new Set()) > deepestNesting) throw new SyntaxError("nested too deep");
  };
  const close = () => void openKeys.pop();
  visit(json, {
    onObjectBegin: open,
    onObjectEnd: close,
    onArrayBegin: open,
    onArrayEnd: close,
    onObjectProperty: (key) => {
      const keys = openKeys.at(-1);
      if (keys?.has(key)) throw new SyntaxError("duplicate key");
      keys?.add(key);
    },
  });
}
