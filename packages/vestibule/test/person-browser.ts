import { untilAccepted } from "./spawned-server.ts";

interface Arrival {
  /** Where the browser ended. */
  url: string;
  /** What a page posted there by itself, if one did. */
  form?: URLSearchParams;
}

/** A browser without a script in the hands of a person who logs in at a portal. It follows redirects and refreshes. */
export class PersonBrowser {
  url = "";
  /** The text of the page at that URL; empty for a URL where nothing listens. */
  page = "";
  readonly #cookies = new Map<string, string>();

  open(url: string): Promise<Arrival> {
    return this.#send(url);
  }

  post(url: string, values: Record<string, string>): Promise<Arrival> {
    return this.#send(url, new URLSearchParams(values));
  }

  /** Opens a URL that leads to the login page, and logs in. */
  async logIn(url: string, { email, password }: { email: string; password: string }): Promise<Arrival> {
    await this.open(url);
    await this.#send(this.url, new URLSearchParams({ email, loginPassword: password }));
    const arrival = await this.submit(/name="login-form-type"/);
    return this.page.includes('id="response"') ? this.submit(/name="code"/) : arrival;
  }

  /** Submits the form of the page that has a field, by its first button. */
  async submit(field: RegExp): Promise<Arrival> {
    const forms = this.page.match(/<form[\s\S]*?<\/form>(?:\s*<button[^>]*>)?/g) ?? [];
    const form = forms.find((one) => field.test(one)) ?? "";
    const action = decode(/<form[^>]*action="([^"]*)"/.exec(form)?.[1] ?? this.url);
    const fields = [...form.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => [
      attribute(tag, "name"),
      attribute(tag, "value"),
    ]);
    const values = new URLSearchParams(fields.filter(([name]) => name !== "") as [string, string][]);
    return this.#send(new URL(action, this.url).href, values);
  }

  async #send(start: string, posted?: URLSearchParams): Promise<Arrival> {
    let form = posted;
    let next = start;
    for (let steps = 0; steps < 15; steps += 1) {
      const response = await this.#request(next, form);
      if (response === undefined) return { url: next, ...(form && { form }) };
      const refresh = /^0;url=(.*)$/.exec(response.headers.get("refresh") ?? "")?.[1];
      const target = response.headers.get("location") ?? refresh;
      if (target === undefined) return { url: next, ...(form && { form }) };
      next = new URL(target, next).href;
      form = undefined;
    }
    throw new Error(`too many redirects: ${next}`);
  }

  async #request(url: string, form?: URLSearchParams): Promise<Response | undefined> {
    const { host, origin } = new URL(url);
    const cookies = [...this.#cookies].filter(([key]) => key.startsWith(`${host} `));
    const headers = {
      accept: "text/html",
      "accept-language": "en",
      cookie: cookies.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join("; "),
      ...(form && { origin: this.url === "" ? origin : new URL(this.url).origin }),
    };
    const method = form === undefined ? "GET" : "POST";
    const sent = { method, headers, body: form ?? null, redirect: "manual" } as const;
    const response = await untilAccepted(() => fetch(url, sent)).catch(() => undefined);
    for (const header of response?.headers.getSetCookie() ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(header) || value === "") this.#cookies.delete(`${host} ${name}`);
      else this.#cookies.set(`${host} ${name}`, value);
    }
    this.url = url;
    this.page = (await response?.text()) ?? "";
    return response;
  }
}

function attribute(tag: string, name: string): string {
  return decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", "#39": "'", "#x27": "'" };

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
