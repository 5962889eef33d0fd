const longestBytes = 16 * 1024;
const mediaType = /^application\/json(?: *; *charset=utf-8)?$/i;

export type ReadRequest =
  /** `value` is undefined where there was no body. */
  | { kind: "read"; raw: string; value: unknown }
  | { kind: "tooLarge" }
  | { kind: "otherMediaType" }
  | { kind: "notJson" };

/** Reads a body strictly: at most 16 KiB of UTF-8 JSON, named so, not compressed. */
export async function readJsonRequest(request: Request): Promise<ReadRequest> {
  if (Number(request.headers.get("content-length") ?? 0) > longestBytes) return { kind: "tooLarge" };
  const bytes = await readBytes(request);
  if (bytes === undefined) return { kind: "tooLarge" };
  const type = request.headers.get("content-type");
  const encoding = request.headers.get("content-encoding");
  if (bytes.length === 0 && type === null) return { kind: "read", raw: "", value: undefined };
  if (!mediaType.test(type ?? "") || (encoding !== null && encoding !== "identity")) return { kind: "otherMediaType" };
  if (bytes.length === 0) return { kind: "read", raw: "", value: undefined };
  try {
    const raw = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: "read", raw, value: JSON.parse(raw) };
  } catch {
    return { kind: "notJson" };
  }
}

/** The body's bytes; undefined as soon as there are too many, whatever was announced. */
async function readBytes(request: Request): Promise<Uint8Array | undefined> {
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
