import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { crowdedRequestPage } from "@vestibule/wording/error-page.ts";
import { type BareVisitor, fallbackResponses } from "./fallback-page.message.ts";

interface ParseFault extends NodeJS.ErrnoException {
  /** What arrived last, and how much of it was read before the fault. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long whoever sends on after being refused may do so; cut off at once, they would not see the answer. */
const lingerMillis = 1000;

const crowdedAt = fallbackResponses(crowdedRequestPage);

/** Handles requests that fail HTTP parsing: as Node does, but a person gets a page. */
export function answerMalformedRequest(
  brands?: Pick<BrandBook, "byHost">,
): (fault: ParseFault, socket: Socket) => void {
  return (fault, socket) => {
    const status = statuses[fault.code ?? ""] ?? 400;
    endConnection(socket, status === 431 ? crowdedAnswer(fault, brands) : head(status, {}));
  };
}

/** Answers what came first on a connection and closes it. */
export function refuseConnection(socket: Socket, status: number, headers: Record<string, string>): void {
  endConnection(socket, head(status, headers));
}

function endConnection(socket: Socket, answer: string): void {
  // What comes after the first fault is a fault again.
  if (socket.writableEnded) return;
  if (!socket.writable || answerBegan(socket)) {
    socket.destroy();
    return;
  }
  socket.end(answer);
  const cut = setTimeout(() => socket.destroy(), lingerMillis);
  socket.once("close", () => clearTimeout(cut));
}

function crowdedAnswer(fault: ParseFault, brands?: Pick<BrandBook, "byHost">): string {
  const crowded = crowdedAt(visitorOf(fault, brands));
  const headers = { ...crowded.headers };
  if (areCookiesToBlame(fault)) headers["clear-site-data"] = '"cookies"';
  return head(431, headers) + crowded.body;
}

/** Brand and language as far as the part of the request that was read names them. */
function visitorOf({ rawPacket }: ParseFault, brands?: Pick<BrandBook, "byHost">): BareVisitor {
  const text = rawPacket?.toString("latin1") ?? "";
  const headerOf = (name: string) => new RegExp(`\\r\\n${name}: *([ -~]{1,300})`, "i").exec(text)?.[1];
  const host = headerOf("host");
  const brand = host !== undefined && /^[\w.:[\]-]+$/.test(host) ? brands?.byHost(host) : undefined;
  const headers = new Headers({ "accept-language": headerOf("accept-language") ?? "" });
  return { brand, language: preferredLanguage({ url: "", headers }, brand) };
}

/**
 * Any site can send people here with an address that is too long; that must not end their session. A browser's
 * cookie has 4,096 bytes and a space after it: only an address goes on for longer. Where the request came in pieces the
 * last one alone is known: an address that still goes on, or ends, in it was long.
 */
function areCookiesToBlame({ rawPacket, bytesParsed }: ParseFault): boolean {
  const text = rawPacket?.toString("latin1", 0, bytesParsed) ?? "";
  const isWhole = /^[A-Z]+ \//.test(text);
  return isWhole ? !/\S{5000}/.test(text) : text.includes("; ") && !text.includes(" HTTP/1.");
}

function head(status: number, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
}

/** A second status line in the middle of another answer would be read as part of it. */
function answerBegan(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
