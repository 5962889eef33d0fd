import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { holdFormsUntilHydrated } from "./frame/hold-forms.server.ts";
import { loadModulesLate } from "./frame/late-modules.server.ts";
import { loadFonts } from "./frame/load-fonts.server.ts";
import { pageStyles } from "./frame/page-styles.server.ts";
import { PageStylesContext } from "./frame/page-styles.tsx";
import { type PortalRequestContext, requestContextKey } from "./request/request-context.ts";

// The build contains its own copy of this context key, so callers of the build must use the copy exported here.
export { requestContextKey };

/** Renders the whole document before it sends it, so that a render error becomes a proper 500. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, brand, withoutScripts } = context.get(requestContextKey);
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const page = (
      <PageStylesContext value={{ css: pageStyles(brand), nonce }}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </PageStylesContext>
    );
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        headers.set("content-type", "text/html; charset=utf-8");
        headers.set("cache-control", "no-store");
        text(pipe(new PassThrough())).then((html) => {
          const document = withoutScripts ? html : addScripts(html, { brand, nonce });
          resolve(new Response(document, { headers, status: responseStatus }));
        }, reject);
      },
      onShellError: reject,
      onError() {
        responseStatus = 500;
      },
    });
  });
}

/** Adds what a page runs before its modules are there. */
function addScripts(html: string, { brand, nonce }: Pick<PortalRequestContext, "brand" | "nonce">): string {
  const page = holdFormsUntilHydrated(loadModulesLate(html, nonce), nonce);
  return loadFonts(page, { tokensCss: brand.tokensCss, nonce });
}

/** Logs errors of loaders and actions through the request context. A request that matches no route is not logged. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const refused = isRouteErrorResponse(error) && error.status < 500;
  if (!refused && !request.signal.aborted) context.get(requestContextKey).reportFault(error);
}
