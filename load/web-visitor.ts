import type { BenchServer } from "./bench-server.ts";
import { call, formType, type HttpResponse, newClientIp } from "./http-call.ts";

/**
 * A minimal browser: keeps cookies, posts forms and follows redirects. Sends each request to the next server in turn.
 */
export class WebVisitor {
  readonly #cookies = new Map<string, string>();
  readonly #clientIp = newClientIp();
  readonly #server: BenchServer;

  constructor(benchServer: BenchServer) {
    this.#server = benchServer;
  }

  get(path: string): Promise<HttpResponse> {
    return this.#send(path);
  }

  /** Posts a form and opens the next page. Throws when the response redirects elsewhere. */
  async submit(path: string, form: Record<string, string>, next: string): Promise<void> {
    const { status, headers, text } = await this.#send(path, new URLSearchParams(form).toString());
    if (status !== 303 || headers.location !== next)
      throw new Error(`${path} led to ${headers.location} with ${status}: ${text().slice(0, 500)}`);
    await this.open(next);
  }

  async open(path: string): Promise<void> {
    const { status, headers } = await this.#send(path);
    if (status === 303 && headers.location !== undefined) return this.open(headers.location);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }

  async #send(path: string, form?: string): Promise<HttpResponse> {
    const port = this.#server.nextPort();
    const response = await call({
      port,
      path,
      clientIp: this.#clientIp,
      headers: {
        // The same host for both servers, as behind a proxy.
        host: "localhost",
        cookie: [...this.#cookies].map((cookie) => cookie.join("=")).join("; "),
        "accept-encoding": "gzip",
        ...(form !== undefined && { ...formType, origin: "http://localhost" }),
      },
      ...(form !== undefined && { method: "POST", body: form }),
    });
    for (const line of response.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}
