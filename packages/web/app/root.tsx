import { linkWaitPage } from "@vestibule/wording/error-page.ts";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { followLink } from "./flows/email-link/follow-link.server.ts";
import { leaveTemporaryAt } from "./flows/password-reset/leave-temporary.server.ts";
import { recordUbiEntry } from "./flows/registration/policy-number/start-registration.server.ts";
import { keepPage } from "./frame/connection.ts";
import { CookieNotice } from "./frame/cookie-notice.tsx";
import { ErrorPage } from "./frame/error-page.tsx";
import { Frame, mainEndId } from "./frame/frame.tsx";
import { type FrameData, frameData } from "./frame/frame-data.server.ts";
import { useHydratedEvent } from "./frame/hydrated.ts";
import { PageStyles } from "./frame/page-styles.tsx";
import { replaceVisitedEntry } from "./frame/replace-visited-entry.ts";
import { ErrorFlagProvider } from "./i18n/page-title.tsx";
import { LocaleKeyContext, TextProvider } from "./i18n/translate.tsx";
import { areCookiesBlocked, endCookieCheck } from "./request/cookie-check.server.ts";
import { requestContextKey } from "./request/request-context.ts";
import { leaveRoadblockAt } from "./roadblock/leave-roadblock.server.ts";
import { redirectForMaintenance } from "./roadblock/planned-maintenance.server.ts";

/**
 * Runs before every loader and action, in this order: ends the check of cookies, redirects during planned maintenance,
 * clears the state of a roadblock or of a temporary password that the person leaves, and opens a link from a message.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, url, context }) => endCookieCheck(context.get(requestContextKey), { method: request.method, url }),
  ({ request, url, context }) =>
    redirectForMaintenance(context.get(requestContextKey), { method: request.method, url }),
  ({ request, url, context }) => leaveRoadblockAt(context.get(requestContextKey), request, url.pathname),
  ({ request, url, context }) => leaveTemporaryAt(context.get(requestContextKey), request, url.pathname),
  ({ request, url, context }) => followLink(context.get(requestContextKey), { method: request.method, url }),
  ({ request, url, context }) => recordUbiEntry(context.get(requestContextKey), { method: request.method, url }),
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage, replaceVisitedEntry];

export async function loader({ context, url }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  return {
    ...(await frameData(requestContext)),
    areCookiesBlocked: areCookiesBlocked(requestContext, url),
  };
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { language, province } = loaderData;
  useHydratedEvent();
  return (
    <Document frame={loaderData}>
      <TextProvider language={language}>
        <LocaleKeyContext value={`${province}/${language}`}>
          <ErrorFlagProvider>
            <Frame data={loaderData}>
              {loaderData.areCookiesBlocked ? <CookieNotice /> : null}
              <Outlet />
            </Frame>
          </ErrorFlagProvider>
        </LocaleKeyContext>
      </TextProvider>
    </Document>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>("root");
  return (
    <Document {...(frame && { frame })}>
      <ErrorPage frame={frame} {...(isHeldLink(error) && { page: linkWaitPage })} />
    </Document>
  );
}

/** Whether `followLink` has thrown because the link cannot be read yet. */
const isHeldLink = (error: unknown) => isRouteErrorResponse(error) && error.status === 429;

function Document({ frame, children }: { frame?: FrameData; children: ReactNode }) {
  return (
    <html lang={`${frame?.language ?? "fr"}-CA`}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        {frame === undefined ? null : <BrandLook brand={frame.brand} />}
        <PageStyles />
        {/* The first paint waits for the header and the content: a page that arrives in parts would move. */}
        {frame === undefined ? null : <link rel="expect" href={`#${mainEndId}`} blocking="render" />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {frame?.withoutScripts ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

function BrandLook({ brand }: { brand: FrameData["brand"] }) {
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={brand.themeColour.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={brand.themeColour.dark} />
      <link rel="icon" type="image/svg+xml" href={brand.icon} />
    </>
  );
}
