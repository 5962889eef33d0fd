import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { largeHeadersPage } from "@vestibule/wording/error-page.ts";
import { type FallbackContext, fallbackResponses } from "./fallback-response.message.ts";

interface ParseFault extends NodeJS.ErrnoException {
  /** The last packet. `bytesParsed` is the number of its bytes that were parsed before the error. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Time for the client to read the response. If closed at once, a client that is still sending would not see it. */
const lingerMillis = 1000;

const headersTooLargePage = fallbackResponses(largeHeadersPage);

/** Handles requests that fail HTTP parsing like Node, except that oversized headers get a page. */
export function handleMalformedRequest(
  brands?: Pick<BrandBook, "byHost">,
): (fault: ParseFault, socket: Socket) => void {
  return (fault, socket) => {
    const status = statuses[fault.code ?? ""] ?? 400;
    endConnection(socket, status === 431 ? headersTooLargeResponse(fault, brands) : responseHead(status, {}));
  };
}

/** Responds to the first request of a connection and closes it. */
export function refuseConnection(socket: Socket, status: number, headers: Record<string, string>): void {
  endConnection(socket, responseHead(status, headers));
}

function endConnection(socket: Socket, response: string): void {
  // Data after the first parse error causes another one.
  if (socket.writableEnded) return;
  if (!socket.writable || hasResponseStarted(socket)) {
    socket.destroy();
    return;
  }
  socket.end(response);
  const timer = setTimeout(() => socket.destroy(), lingerMillis);
  socket.once("close", () => clearTimeout(timer));
}

function headersTooLargeResponse(fault: ParseFault, brands?: Pick<BrandBook, "byHost">): string {
  const page = headersTooLargePage(contextOf(fault, brands));
  const headers = { ...page.headers };
  if (areCookiesTooLarge(fault)) headers["clear-site-data"] = '"cookies"';
  return responseHead(431, headers) + page.body;
}

/** Reads brand and language from the parsed part of the request, if it contains them. */
function contextOf({ rawPacket }: ParseFault, brands?: Pick<BrandBook, "byHost">): FallbackContext {
  const text = rawPacket?.toString("latin1") ?? "";
  const headerOf = (name: string) => new RegExp(`\\r\\n${name}: *([ -~]{1,300})`, "i").exec(text)?.[1];
  const host = headerOf("host");
  const brand = host !== undefined && /^[\w.:[\]-]+$/.test(host) ? brands?.byHost(host) : undefined;
  const headers = new Headers({ "accept-language": headerOf("accept-language") ?? "" });
  return { brand, language: preferredLanguage({ url: "", headers }, brand) };
}

/**
 * Whether cookies caused the overflow: another site can link to an overlong URL, and that must not clear the session. A
 * browser's cookie has at most 4,096 bytes followed by a space, so a longer run is a URL; of a request in pieces only
 * the last packet is known.
 */
function areCookiesTooLarge({ rawPacket, bytesParsed }: ParseFault): boolean {
  const text = rawPacket?.toString("latin1", 0, bytesParsed) ?? "";
  const isWhole = /^[A-Z]+ \//.test(text);
  return isWhole ? !/\S{5000}/.test(text) : text.includes("; ") && !text.includes(" HTTP/1.");
}

function responseHead(status: number, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
}

/** A second status line within a response would be read as part of it. */
function hasResponseStarted(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
