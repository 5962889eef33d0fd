import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { useTranslate } from "../i18n/translate.tsx";
import { ChatBubble } from "./chat-link.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Footer } from "./footer.tsx";
import type { FrameData } from "./frame-data.server.ts";
import { Header } from "./header.tsx";
import { HelpPanel } from "./help-panel.tsx";
import { Band, Panel } from "./panel.tsx";

/** Frame options that a screen sets in its route's `handle`. */
export interface ScreenHandle {
  /** The screen offers help itself, as every screen with a code does: no "Need help?" and no promotion. */
  isHelp?: boolean;
  /** The screen is reached by a link or belongs to the driving programme: the header shows the title of either. */
  isOfLink?: boolean;
  /** Shows the brand's image across the top on narrow screens. */
  hasBand?: boolean;
}

/**
 * Layout around every screen: a narrow column for the content, and the brand's panel beside it. A loader that returns
 * `isCompact` gets only the header controls.
 */
export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
  const t = useTranslate();
  const screen = useMatches().at(-1);
  const { isHelp, isOfLink, hasBand }: ScreenHandle = (screen?.handle as ScreenHandle | undefined) ?? {};
  const { screenCode, isCompact = false } = (screen?.loaderData ?? {}) as { screenCode?: string; isCompact?: boolean };
  const showsHelp = isHelp || screenCode !== undefined;
  useFocusOnNewScreen(data.language);
  return (
    <div className="frame" data-webview={data.webview} data-compact={isCompact || undefined}>
      <a className="skip" href="#main">
        {t("frame:skip")}
      </a>
      <div className="room">
        <div>
          <Header data={data} isOfLink={isOfLink} isCompact={isCompact} />
          {hasBand && data.brand.hasBand && !data.webview ? <Band /> : null}
        </div>
        <main className="main" id="main" tabIndex={-1}>
          <div className="column">
            <ConnectionNotice />
            {children}
            {showsHelp ? null : <HelpPanel help={data.help} webview={data.webview} />}
            {showsHelp || data.webview || data.help.chat.url === undefined ? null : (
              <ChatBubble to={data.help.chat.url} />
            )}
          </div>
        </main>
        {isCompact ? null : <Footer data={data} screenCode={screenCode} />}
      </div>
      {data.webview || isCompact ? null : <Panel brand={data.brand} withPromo={!showsHelp} />}
    </div>
  );
}

/**
 * After client-side navigation or a change of language, moves the focus to the page title, unless an element of the
 * screen already has it. A new screen comes in with a short motion where the person has not asked for less.
 */
function useFocusOnNewScreen(language: string): void {
  const { pathname } = useLocation();
  const before = useRef({ pathname, language });
  useEffect(() => {
    const isSameScreen = before.current.pathname === pathname;
    if (isSameScreen && before.current.language === language) return;
    before.current = { pathname, language };
    const main = document.getElementById("main");
    if (!isSameScreen && matchMedia("(prefers-reduced-motion: no-preference)").matches)
      main?.animate({ translate: ["0 0.5rem", "0"] }, { duration: 200, easing: "ease-out" });
    const focused = document.activeElement;
    // After a change of province the list keeps the focus; the language button is removed with its language.
    if (main?.contains(focused) || (isSameScreen && focused !== document.body)) return;
    (main?.querySelector("h1") ?? main)?.focus({ preventScroll: true });
  }, [pathname, language]);
}
