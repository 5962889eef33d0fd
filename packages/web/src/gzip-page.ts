import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

const deflateInThread = promisify(deflateRaw);
/** RFC 1951: how far back a DEFLATE stream refers. */
export const windowBytes = 32 * 1024;
/** RFC 1952: no file name, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A brand has one; development adds one with each save. */
const maxStyles = 64;
const packedStyles = new Map<string, Buffer>();

/**
 * Compresses a rendered page for a browser that accepts gzip. Its styles, which all pages of a brand share, are
 * compressed once. Returns every other response as it is.
 */
export async function gzipPage(request: Request, response: Response): Promise<Response> {
  const isPage = response.body !== null && response.headers.get("content-type")?.startsWith("text/html");
  if (!isPage || !acceptsGzip(request)) return response;
  const page = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("content-encoding", "gzip");
  headers.append("vary", "Accept-Encoding");
  return new Response(new Uint8Array(await gzip(page)), { status: response.status, headers });
}

export const acceptsGzip = ({ headers }: Request): boolean =>
  /(^|,)\s*gzip\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i.test(headers.get("accept-encoding") ?? "");

async function gzip(page: Buffer): Promise<Buffer> {
  const from = page.indexOf(">", page.indexOf("<style")) + 1;
  const to = page.indexOf("</style>", from);
  const styles = to === -1 ? page.subarray(0, 0) : page.subarray(from, to);
  const before = to === -1 ? styles : page.subarray(0, from);
  const after = to === -1 ? page : page.subarray(to);
  return gzipFile(page, [
    compressPiece(before),
    compressStyles(styles),
    await deflateInThread(after, styles.length === 0 ? {} : { dictionary: styles.subarray(-windowBytes) }),
  ]);
}

function compressStyles(styles: Buffer): Buffer {
  const key = styles.toString("latin1");
  const packed = packedStyles.get(key) ?? compressPiece(styles, { level: 9 });
  if (packedStyles.size >= maxStyles) packedStyles.clear();
  packedStyles.set(key, packed);
  return packed;
}

/** Compresses a part of a stream that other parts follow. */
export function compressPiece(piece: Buffer, options: { level?: number; dictionary?: Buffer } = {}): Buffer {
  return deflateRawSync(piece, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

/** Joins the compressed parts of `content` to a gzip file; the last part ends the stream. */
export function gzipFile(content: Buffer, parts: readonly Buffer[]): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([gzipHeader, ...parts, trailer]);
}
