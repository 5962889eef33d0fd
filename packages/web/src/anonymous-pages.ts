import { randomUUID } from "node:crypto";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { parse as parseCookies } from "hono/utils/cookie";
import { newPortalSession } from "../app/portal-slices.server.ts";
import type { PortalRequestContext } from "../app/request/request-context.ts";

/** Cookies whose values are part of the key: they name the brand, province and language. */
const cookiesOfKey: ReadonlySet<string> = new Set(["province", "language", "demo-brand"]);
/** More than a brand has provinces and languages; an unknown host adds its own. */
const maxPagesPerBrand = 64;

type Render = (url: URL, requestContext: PortalRequestContext) => Promise<Response>;
/** A page that is the same for everyone, with a placeholder for the nonce of the response. */
interface CachedPage {
  html: string;
  headers: Headers;
}

/**
 * Renders the login page for unknown visitors once a minute for each brand, province and language.
 * Returns undefined where the page must be rendered for the request itself.
 */
export function anonymousPages(render: Render) {
  const pagesByBrand = new WeakMap<Brand, { minute: number; pages: Map<string, Promise<CachedPage | undefined>> }>();
  // Unguessable, so that no text of a page contains it.
  const placeholder = randomUUID();

  function pagesOf({ brand, now }: PortalRequestContext) {
    const minute = Math.floor(now.getTime() / 60_000);
    const known = pagesByBrand.get(brand);
    if (known?.minute === minute && known.pages.size < maxPagesPerBrand) return known.pages;
    const pages = new Map<string, Promise<CachedPage | undefined>>();
    pagesByBrand.set(brand, { minute, pages });
    return pages;
  }

  return async (request: Request, requestContext: PortalRequestContext): Promise<Response | undefined> => {
    if (!isAnonymous(request) || (await requestContext.maintenance()).kind !== "open") return undefined;
    const { origin, province, provinceFrom, language, nonce } = requestContext;
    const key = [origin, province, provinceFrom, language].join(" ");
    const pages = pagesOf(requestContext);
    const pending = pages.get(key) ?? renderForEveryone(render, placeholder, requestContext);
    pages.set(key, pending);
    const page = await pending.catch(() => undefined);
    if (page === undefined) {
      pages.delete(key);
      return undefined;
    }
    return new Response(page.html.replaceAll(placeholder, nonce), { headers: page.headers });
  };
}

/** Renders without the request: the page can show only what is in the key, and what the API says at this minute. */
async function renderForEveryone(
  render: Render,
  placeholder: string,
  requestContext: PortalRequestContext,
): Promise<CachedPage | undefined> {
  let isForEveryone = true;
  const preventReuse = () => {
    isForEveryone = false;
  };
  const session = newPortalSession();
  const { api } = requestContext;
  const response = await render(new URL(`${requestContext.origin}/`), {
    ...requestContext,
    session,
    nonce: placeholder,
    cookies: {
      isEmpty: true,
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
        const response = await api.fetch(request);
        if (!response.ok) preventReuse();
        return response;
      },
    },
  });
  const html = await response.text();
  if (!isForEveryone || response.status !== 200 || Object.keys(session.contents).length > 0) return undefined;
  return { html, headers: response.headers };
}

/** True for a request for the login page that contains no other data about the person. */
function isAnonymous({ method, url, headers }: Request): boolean {
  const { pathname, search } = new URL(url);
  if (method !== "GET" || pathname !== "/" || search !== "") return false;
  return Object.keys(parseCookies(headers.get("cookie") ?? "")).every((name) => cookiesOfKey.has(name));
}
