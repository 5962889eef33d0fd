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

/** The first paint waits for this element, so that no content moves when the rest of it arrives. */
export const mainEndId = "main-end";

/** Frame options that a screen or its layout sets in the `handle` of its route. */
export interface ScreenHandle {
  /** Set if the screen offers help itself; the frame then shows neither "Need help?" nor the promotion. */
  isHelp?: boolean;
  /** Set if a link or the driving programme can lead to the screen; the header then shows the title for it. */
  isOfLink?: boolean;
  /** Shows the brand's image across the top on narrow screens. */
  hasBand?: boolean;
  /** The content takes the width of the brand's panel. */
  isWide?: boolean;
}

/** Frame options that the loader of a screen returns. */
interface LoadedFrameOptions {
  screenCode?: string;
  /** Only the wordmark and the language switch. */
  isCompact?: boolean;
}

/** Layout around every screen: a narrow column for the content, and the brand's panel beside it. */
export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
  const t = useTranslate();
  const matches = useMatches();
  const { isHelp, isOfLink, hasBand, isWide }: ScreenHandle = Object.assign({}, ...matches.map(({ handle }) => handle));
  const { screenCode, isCompact = false } = (matches.at(-1)?.loaderData ?? {}) as LoadedFrameOptions;
  const showsHelp = isHelp || screenCode !== undefined;
  const chatUrl = showsHelp || data.webview ? undefined : data.help.chat.url;
  useFocusOnNewScreen(data.language);
  return (
    <div
      className="frame"
      data-webview={data.webview}
      data-compact={isCompact || undefined}
      data-wide={isWide || undefined}
      data-chat={chatUrl !== undefined || undefined}
    >
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
            {chatUrl === undefined ? null : <ChatBubble to={chatUrl} />}
          </div>
        </main>
        <span id={mainEndId} hidden />
        {isCompact ? null : <Footer data={data} screenCode={screenCode} />}
      </div>
      {data.webview || isCompact || isWide ? null : <Panel brand={data.brand} withPromo={!showsHelp} />}
    </div>
  );
}

/**
 * Moves the focus to the page title after client-side navigation, a form or a change of language, unless an element of
 * the screen already has it. A new screen appears with a short animation, unless the browser prefers reduced motion.
 */
function useFocusOnNewScreen(language: string): void {
  const { pathname, key } = useLocation();
  const previous = useRef({ pathname, language, key });
  useEffect(() => {
    const isSameScreen = previous.current.pathname === pathname;
    if (isSameScreen && previous.current.language === language && previous.current.key === key) return;
    previous.current = { pathname, language, key };
    const main = document.getElementById("main");
    if (!isSameScreen && matchMedia("(prefers-reduced-motion: no-preference)").matches)
      main?.animate({ translate: ["0 0.5rem", "0"] }, { duration: 200, easing: "ease-out" });
    const focused = document.activeElement;
    // The list of provinces keeps the focus after a change. A button loses it where the response has no such button.
    if (main?.contains(focused) || (isSameScreen && focused !== document.body)) return;
    (main?.querySelector("h1") ?? main)?.focus({ preventScroll: true });
  }, [pathname, language, key]);
}
