import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router";
import { useTranslate } from "../visit/texts.tsx";
import { ChatBubble } from "./chat-link.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Footer } from "./footer.tsx";
import type { FrameData } from "./frame-data.server.ts";
import { Header } from "./header.tsx";
import { HelpPanel } from "./help-panel.tsx";
import { Band, Panel } from "./panel.tsx";

/** What a screen may tell the frame, by its route's `handle`. */
export interface ScreenHandle {
  /** The screen is itself about help, as each is that has a code: no "Need help?" under it, no promotion beside it. */
  isHelp?: boolean;
  /** The screen is one that a link leads to, or the driving programme: the header says so while either is in play. */
  isOfLink?: boolean;
  /** The screen has the brand's band across its top where there is no room for the panel. */
  hasBand?: boolean;
}

/**
 * Around every screen: a narrow room for the one thing that is asked, and the brand's drawing beside it. A
 * screen whose loader answers `isCompact` has its tools alone.
 */
export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
  const t = useTranslate();
  const screen = useMatches().at(-1);
  const { isHelp, isOfLink, hasBand }: ScreenHandle = (screen?.handle as ScreenHandle | undefined) ?? {};
  const { screenCode, isCompact = false } = (screen?.loaderData ?? {}) as { screenCode?: string; isCompact?: boolean };
  const tellsHelp = isHelp || screenCode !== undefined;
  useFocusOnNewScreen(data.language);
  return (
    <div className="frame" data-webview={data.webview} data-compact={isCompact || undefined}>
      <a className="skip" href="#main">
        {t("frame:skip")}
      </a>
      <div className="room">
        <div>
          <Header data={data} isOfLink={isOfLink} isCompact={isCompact} />
          {hasBand && data.brand.hasBand && !data.webview ? <Band brandId={data.brand.id} /> : null}
        </div>
        <main className="main" id="main" tabIndex={-1}>
          <div className="column">
            <ConnectionNotice />
            {children}
            {tellsHelp ? null : <HelpPanel help={data.help} webview={data.webview} />}
            {tellsHelp || data.webview || data.help.chat.url === undefined ? null : (
              <ChatBubble to={data.help.chat.url} />
            )}
          </div>
        </main>
        {isCompact ? null : <Footer data={data} screenCode={screenCode} />}
      </div>
      {data.webview || isCompact ? null : <Panel brand={data.brand} withPromo={!tellsHelp} />}
    </div>
  );
}

/**
 * A new screen without a new document, or the same in another language: who reads by ear is brought to its title, unless
 * the screen has more to say.
 */
function useFocusOnNewScreen(language: string): void {
  const { pathname } = useLocation();
  const before = useRef({ pathname, language });
  useEffect(() => {
    const isSameScreen = before.current.pathname === pathname;
    if (isSameScreen && before.current.language === language) return;
    before.current = { pathname, language };
    const main = document.getElementById("main");
    const focused = document.activeElement;
    // The list of provinces keeps who chose in it; the button of a language goes with its language.
    if (main?.contains(focused) || (isSameScreen && focused !== document.body)) return;
    (main?.querySelector("h1") ?? main)?.focus({ preventScroll: true });
  }, [pathname, language]);
}
