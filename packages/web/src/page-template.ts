import { randomBytes } from "node:crypto";
import { compressPiece, gzipFile, windowBytes } from "./gzip-page.ts";

const nonceBytes = 16;

/** Nonce of a Content-Security-Policy. All have one length. */
export const generateNonce = (): string => randomBytes(nonceBytes).toString("base64url");

/** A page that is the same for everyone except for its nonce. */
export interface PageTemplate {
  /** The page with this nonce, as it is or as a gzip file. */
  fill(nonce: string, coding: "identity" | "gzip"): Buffer;
}

/**
 * Splits a page at its nonce and compresses each piece once. DEFLATE may refer to any of the 32 kB before it, but no
 * piece refers to a nonce: in its dictionary the nonces are bytes that UTF-8 does not have.
 */
export function pageTemplate(html: string, nonce: string): PageTemplate {
  const pieces = html.split(nonce).map((piece) => Buffer.from(piece));
  const blank = Buffer.alloc(nonce.length, 0xff);
  let before = Buffer.alloc(0);
  const packed = pieces.map((piece) => {
    const dictionary = before.subarray(-windowBytes);
    before = Buffer.concat([before, piece, blank]);
    return compressPiece(piece, { level: 9, dictionary });
  });
  return {
    fill(ownNonce, coding) {
      const filling = Buffer.from(ownNonce);
      const page = joinBuffers(pieces, filling);
      if (coding === "identity") return page;
      if (filling.length !== nonce.length) throw new Error("the nonce has another length than the page's");
      return gzipFile(page, [joinBuffers(packed, storedBlock(filling)), lastBlock]);
    },
  };
}

/** RFC 1951: an empty block with fixed codes, marked as the last. */
const lastBlock = Buffer.from([3, 0]);

/** RFC 1951, 3.2.4: uncompressed bytes after their length and its complement. */
function storedBlock(content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(content.length, 1);
  head.writeUInt16LE(content.length ^ 0xffff, 3);
  return Buffer.concat([head, content]);
}

const joinBuffers = (pieces: readonly Buffer[], between: Buffer): Buffer =>
  Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
