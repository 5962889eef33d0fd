import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { pageTexts } from "@vestibule/wording/tables.ts";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import type { ChatFacts } from "../app/frame/chat.server.ts";
import { TextProvider } from "../app/i18n/translate.tsx";

type Texts = ReturnType<typeof pageTexts>;

export interface DrawnScreen {
  screen: ReactElement | undefined;
  language: Language;
  /** Texts of the frame, and those of the screen itself. */
  texts: { around: Texts; own?: Texts };
  /** Availability of the chat; absent: no chat. */
  chat?: ChatFacts;
  /** Inside an insurer's app. */
  webview?: true;
}

/** Renders a screen to HTML with the loader data of its frame. */
export function drawScreen({ screen, language, texts, chat = {}, webview }: DrawnScreen): string {
  const root = {
    texts: JSON.stringify(texts.around),
    brand: { name: "Belair" },
    help: { telephone: "1-833-555-0120", chat },
    webview: webview === true,
  };
  const element = (
    <TextProvider language={language}>
      <Outlet />
    </TextProvider>
  );
  const child = { id: "screen", index: true, loader: () => null, element: screen };
  const router = createMemoryRouter([{ id: "root", path: "/", loader: () => null, element, children: [child] }], {
    hydrationData: {
      loaderData: { root, screen: texts.own === undefined ? {} : { texts: JSON.stringify(texts.own) } },
    },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
