import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";

export interface NodeCall {
  request: Request;
  /** Mount path of the handler, and the path and query below it. */
  mountPath: string;
  path: string;
  /** Origin that the browser sees, from the brand's hosts. */
  origin: string;
  /** Cookie header that replaces the request's. */
  cookie: string;
}

/**
 * Calls a handler of Node's HTTP server with a Request and returns its Response, so that the provider works wherever
 * the rest of the API does: behind a proxy, in another process and in a test without a server.
 */
export async function callNodeHandler(handler: RequestListener, call: NodeCall): Promise<Response> {
  const { request, mountPath, path, origin, cookie } = call;
  const body = Buffer.from(await request.arrayBuffer());
  const { protocol, host } = new URL(origin);
  const incoming = new IncomingMessage(Object.assign(new Socket(), { encrypted: protocol === "https:" }));
  incoming.method = request.method;
  // The library derives its mount path from the difference, as Express and others set it.
  Object.assign(incoming, { url: path, originalUrl: `${mountPath}${path}` });
  incoming.headers = { ...Object.fromEntries(request.headers), host, cookie, "content-length": String(body.length) };
  incoming.push(body);
  incoming.push(null);
  const outgoing = new ServerResponse(incoming);
  return new Promise((resolve) => {
    outgoing.end = (chunk?: unknown) => {
      resolve(responseOf(outgoing, typeof chunk === "string" || Buffer.isBuffer(chunk) ? chunk : null));
      return outgoing;
    };
    handler(incoming, outgoing);
  });
}

function responseOf(outgoing: ServerResponse, body: string | Buffer | null): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders()))
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  // Set again by the server, since the response may be compressed.
  headers.delete("content-length");
  const hasBody = body !== null && body.length > 0 && ![204, 304].includes(outgoing.statusCode);
  // The library calls the empty response of a revocation text.
  if (!hasBody) headers.delete("content-type");
  return new Response(hasBody ? new Uint8Array(Buffer.from(body)) : null, { status: outgoing.statusCode, headers });
}
