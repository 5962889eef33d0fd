import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import "./design/design.css";
import { ErrorPage } from "./frame/error-page.tsx";
import { Frame } from "./frame/frame.tsx";
import { frameData } from "./frame/frame-data.server.ts";
import { FaultFlagProvider } from "./visit/page-title.tsx";
import { TextProvider } from "./visit/texts.tsx";
import { visitContext } from "./visit/visit.ts";
import { VisitKeyContext } from "./visit/visit-key.ts";

/** What every page shows around its screen: brand, province, language, telephone, ways to change them. */
export function loader({ context }: Route.LoaderArgs) {
  return frameData(context.get(visitContext));
}

function Document({
  language,
  brandId,
  tokensVersion,
  children,
}: {
  language: string;
  brandId?: string;
  tokensVersion?: string;
  children: ReactNode;
}) {
  return (
    <html lang={`${language}-CA`} data-brand={brandId}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {brandId === undefined ? null : (
          <link rel="stylesheet" href={`/brand/${brandId}/tokens.css?v=${tokensVersion}`} />
        )}
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { brand, language, province } = loaderData;
  return (
    <Document language={language} brandId={brand.id} tokensVersion={brand.tokensVersion}>
      <TextProvider language={language}>
        <VisitKeyContext value={`${province}/${language}`}>
          <FaultFlagProvider>
            <Frame data={loaderData}>
              <Outlet />
            </Frame>
          </FaultFlagProvider>
        </VisitKeyContext>
      </TextProvider>
    </Document>
  );
}

/** Something broke while the page was made: a plain page in both languages that needs no data. */
export function ErrorBoundary() {
  return (
    <Document language="fr">
      <ErrorPage />
    </Document>
  );
}
