import { randomBytes } from "node:crypto";
import { buildApi } from "@vestibule/api/build-api.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { afterAll, vi } from "vitest";
import { createRegistrationTestApi, type RegistrationTestApi } from "../../../test/registration.ts";
import { buildWeb, type PreviewRequest, type WebDeps } from "../src/build-web.ts";
import { portalBuild } from "./portal-build.ts";

const key = new Uint8Array(randomBytes(32));

/** A portal with its own database, closed after the file's last test. */
export async function openPortal() {
  const testApi = await createRegistrationTestApi();
  // A busy machine may take longer to respond than the portal lets people wait.
  const timeouts = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  afterAll(() => {
    timeouts.mockRestore();
    return testApi.close();
  });
  return { testApi, portal: await wholePortal(testApi) };
}

/** The whole portal as a function from Request to Response, in front of a test API. */
export async function wholePortal(
  testApi: RegistrationTestApi,
  more: Partial<WebDeps> = {},
): Promise<ReturnType<typeof buildWeb>> {
  const { brands, clock } = testApi.deps;
  return buildWeb({
    build: await portalBuild(),
    brands,
    clock,
    cookieKeys: { newest: key, all: [key] },
    mode: "demo",
    api: { fetch: testApi.apis[0].fetch },
    countLinkSource: () => {},
    reportFault: (fault) => {
      throw fault;
    },
    ...more,
  });
}

/** The portal and its API for a modified default brand. */
export async function portalOfBrand(testApi: RegistrationTestApi, change: (brand: Brand) => Brand) {
  const brand = change(testApi.deps.brands.defaultBrand);
  const brands = { ...testApi.deps.brands, byApiKey: () => brand, byHost: () => brand };
  const api = buildApi({ ...testApi.deps, brands });
  return wholePortal(testApi, { brands, api: { fetch: api.fetch } });
}

export interface Page {
  status: number;
  location: string | null;
  html: string;
  /** HTML of the `main` element. */
  main: string;
  headers: Headers;
}

/** A text of the wording as the pages show it, if it has no placeholders. */
export const words = (key: TextKey, language: Language = "en") => String(sentence(key, language));

const clientIp = "203.0.113.7";

async function readPage(response: Response): Promise<Page> {
  const { status, headers } = response;
  const html = await response.text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return { status, headers, location: headers.get("location"), html, main };
}

/** A page with the session of a preview instead of a browser's. */
export async function previewPage(
  portal: ReturnType<typeof buildWeb>,
  url: string,
  preview: PreviewRequest,
): Promise<Page> {
  const { origin } = new URL(url);
  return readPage(await portal(new Request(url), { nonce: "n", origin, clientIp, preview }));
}

/** Text of a page without its markup. */
export function visibleText({ main }: Page): string {
  return main.replace(/<[^>]+>/g, " ").replaceAll("&#x27;", "'");
}

/** Minimal browser: keeps cookies, and follows no redirects. */
export class PortalBrowser {
  readonly cookies = new Map<string, string>();
  /** Set-Cookie headers of the last response. */
  setCookies: string[] = [];
  readonly #portal: ReturnType<typeof buildWeb>;
  readonly #origin: string;

  constructor(portal: ReturnType<typeof buildWeb>, origin = "http://belair.localhost:3000") {
    this.#portal = portal;
    this.#origin = origin;
  }

  /** `headers`: set in front of the portal, such as by the gateway. */
  open(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#send(path, { headers });
  }

  /** Mail scanners send HEAD before they open a link. */
  head(path: string): Promise<Page> {
    return this.#send(path, { method: "HEAD" });
  }

  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams(form);
    return this.#send(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } });
  }

  async #send(path: string, init: RequestInit): Promise<Page> {
    const request = new Request(`${this.#origin}${path}`, init);
    request.headers.set("cookie", [...this.cookies].map((pair) => pair.join("=")).join("; "));
    const response = await this.#portal(request, { nonce: "n", origin: this.#origin, clientIp });
    this.setCookies = response.headers.getSetCookie();
    for (const header of this.setCookies) this.#keep(header);
    return readPage(response);
  }

  #keep(header: string): void {
    const [pair = "", ...attributes] = header.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
