import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { parse as parseCookies } from "hono/utils/cookie";
import type { PortalRequestContext } from "../app/request/request-context.ts";
import { acceptsGzip } from "./gzip-page.ts";
import { generateNonce, type PageTemplate, pageTemplate } from "./page-template.ts";

/** Cookies whose values are part of the key: they name the brand, province and language. */
const cookiesOfKey: ReadonlySet<string> = new Set(["province", "language", "demo-brand"]);
/** More than a brand has provinces and languages; an unknown host adds its own. */
const maxPagesPerBrand = 64;

type Render = (url: URL, requestContext: PortalRequestContext) => Promise<Response>;
type Template = PageTemplate & { headers: Headers };

/**
 * Renders the login page for unknown visitors once a minute for each brand, province and language.
 * Returns undefined where the page must be rendered for the request itself.
 */
export function anonymousPages(render: Render) {
  const pagesByBrand = new WeakMap<Brand, { minute: number; pages: Map<string, Promise<Template | undefined>> }>();
  // Unguessable, so that no text of a page contains it.
  const placeholder = generateNonce();

  function pagesOf({ brand, now }: PortalRequestContext) {
    const minute = Math.floor(now.getTime() / 60_000);
    const known = pagesByBrand.get(brand);
    if (known?.minute === minute && known.pages.size < maxPagesPerBrand) return known.pages;
    const pages = new Map<string, Promise<Template | undefined>>();
    pagesByBrand.set(brand, { minute, pages });
    return pages;
  }

  return async (request: Request, requestContext: PortalRequestContext): Promise<Response | undefined> => {
    if (!isAnonymous(request) || (await requestContext.maintenance()).kind !== "open") return undefined;
    const { origin, province, provinceFrom, language, nonce } = requestContext;
    const key = [origin, province, provinceFrom, language].join(" ");
    const pages = pagesOf(requestContext);
    const pending = pages.get(key) ?? makeTemplate(render, placeholder, requestContext);
    pages.set(key, pending);
    const template = await pending.catch(() => undefined);
    if (template === undefined) {
      pages.delete(key);
      return undefined;
    }
    const coding = acceptsGzip(request) ? "gzip" : "identity";
    const headers = new Headers(template.headers);
    headers.set("vary", "Accept-Encoding");
    if (coding === "gzip") headers.set("content-encoding", coding);
    return new Response(new Uint8Array(template.fill(nonce, coding)), { headers });
  };
}

/** Renders without the request: the page can show only what is in the key, and what the API says at this minute. */
async function makeTemplate(
  render: Render,
  placeholder: string,
  requestContext: PortalRequestContext,
): Promise<Template | undefined> {
  let isForEveryone = true;
  const preventReuse = () => {
    isForEveryone = false;
  };
  const session = {};
  const { api } = requestContext;
  const response = await render(new URL(`${requestContext.origin}/`), {
    ...requestContext,
    session,
    nonce: placeholder,
    cookies: {
      read: () => undefined,
      readSigned: () => undefined,
      open: async () => undefined,
      save: preventReuse,
      replaceGatewaySession: preventReuse,
    },
    prefer: preventReuse,
    api: {
      ...api,
      fetch: async (request) => {
        const answer = await api.fetch(request);
        if (!answer.ok) preventReuse();
        return answer;
      },
    },
  });
  const html = await response.text();
  if (!isForEveryone || response.status !== 200 || Object.keys(session).length > 0) return undefined;
  return { ...pageTemplate(html, placeholder), headers: response.headers };
}

/** True for a request for the login page that contains no other data about the person. */
function isAnonymous({ method, url, headers }: Request): boolean {
  const { pathname, search } = new URL(url);
  if (method !== "GET" || pathname !== "/" || search !== "") return false;
  return Object.keys(parseCookies(headers.get("cookie") ?? "")).every((name) => cookiesOfKey.has(name));
}
