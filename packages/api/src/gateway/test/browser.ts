/** A minimal browser for sign-in: it keeps cookies and sends an Origin with posts. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Set-Cookie headers of the last response. */
  setCookies: string[] = [];
  /** Interaction of the login page that it was led to last. */
  interaction: string | undefined;
  userAgent: string | undefined;
  readonly #fetch: (request: Request) => Response | Promise<Response>;
  readonly #origin: string;

  constructor(fetch: (request: Request) => Response | Promise<Response>, origin: string) {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  /** The Cookie header of its next request; empty without cookies. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Follows a link of the site's own pages. */
  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send("GET", path, { headers: { "sec-fetch-site": "same-origin", ...headers } });
  }

  /** What the forms of that login page send with a sign-in. */
  get interactionField(): Record<string, string> {
    return this.interaction === undefined ? {} : { interaction: this.interaction };
  }

  /** Posts the login form. No client IP is sent by default. */
  signIn(username: string, password: string, clientIp?: string): Promise<Response> {
    const headers = { origin: this.#origin, ...(clientIp && { "x-vestibule-client-ip": clientIp }) };
    const form = { username, password, "login-form-type": "pwd", ...this.interactionField };
    return this.post("/pkmslogin.form", form, headers);
  }

  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    return this.send("POST", path, { body: new URLSearchParams(form).toString(), headers: { ...type, ...headers } });
  }

  async send(
    method: string,
    path: string,
    init: { body?: string; headers: Record<string, string> },
  ): Promise<Response> {
    const request = new Request(`${this.#origin}${path}`, { method, ...init });
    if (this.userAgent !== undefined) request.headers.set("user-agent", this.userAgent);
    if (this.cookieHeader !== "") request.headers.set("cookie", this.cookieHeader);
    const response = await this.#fetch(request);
    this.setCookies = response.headers.getSetCookie();
    for (const header of this.setCookies) this.#keep(header);
    const location = response.headers.get("location");
    const target = location === null ? null : URL.parse(location, this.#origin);
    if (target?.pathname === "/") this.interaction = target.searchParams.get("interaction") ?? undefined;
    return response;
  }

  #keep(header: string): void {
    const [pair = "", ...attributes] = header.split("; ");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
