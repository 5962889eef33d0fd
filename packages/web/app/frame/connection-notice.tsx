import { useEffect } from "react";
import { useLocation } from "react-router";
import { Notice } from "../design/notice.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { publishConnection, recordLeaving, recordShownPage, useConnection } from "./connection.ts";

/**
 * Notice of a lost connection above every screen. While the browser is offline it also blocks submits and link clicks.
 */
export function ConnectionNotice() {
  const t = useTranslate();
  const { kind, times } = useConnection();
  const { pathname, search } = useLocation();
  useEffect(() => {
    recordShownPage(`${pathname}${search}`);
    preloadPostTargets();
  }, [pathname, search]);
  useEffect(() => {
    const blockWhileOffline = (event: Event) => {
      if (navigator.onLine !== false || !leavesPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      publishConnection("offline");
    };
    // Capture phase: runs before React Router handles the event.
    for (const type of ["submit", "click"]) window.addEventListener(type, blockWhileOffline, true);
    window.addEventListener("beforeunload", recordLeaving);
    // Opening a `details` element shows its forms. The event does not bubble, so it is captured.
    window.addEventListener("toggle", preloadPostTargets, true);
    return () => {
      for (const type of ["submit", "click"]) window.removeEventListener(type, blockWhileOffline, true);
      window.removeEventListener("beforeunload", recordLeaving);
      window.removeEventListener("toggle", preloadPostTargets, true);
    };
  }, []);
  useEffect(() => {
    const comeBack = () => publishConnection("back");
    if (kind === "offline") window.addEventListener("online", comeBack);
    return () => window.removeEventListener("online", comeBack);
  }, [kind]);
  if (kind === "good") return null;
  return (
    <Notice
      key={times}
      tone={kind === "back" ? "success" : "caution"}
      title={t(`frame:connection.${kind}.title`)}
      takesFocus
    >
      {t(`frame:connection.${kind}`)}
    </Notice>
  );
}

/** Whether the event submits a form or follows a link in this window. */
function leavesPage({ type, target }: Event): boolean {
  if (type === "submit") return true;
  const link = target instanceof Element ? target.closest("a") : null;
  return link !== null && /^(https?:)?\//.test(link.getAttribute("href") ?? "") && link.target === "";
}

declare global {
  interface Window {
    __reactRouterManifest?: {
      routes: Readonly<Record<string, { id: string; path?: string; module: string; hasDefaultExport: boolean }>>;
    };
    __reactRouterRouteModules: Record<string, object>;
  }
}

/**
 * Preloads the pages that the visible forms post to. Without the module of a page, React Router reloads the document,
 * which fails if the connection was lost before.
 */
function preloadPostTargets(): void {
  const visible = Array.from(document.forms).filter((form) => form.closest("details:not([open])") === null);
  const wanted = new Set(visible.map((form) => form.getAttribute("action")?.slice(1)));
  // If a preload fails, posting the form loads the module again.
  for (const { path, module, hasDefaultExport } of Object.values(window.__reactRouterManifest?.routes ?? {}))
    if (path && hasDefaultExport && wanted.has(path)) import(/* @vite-ignore */ module).catch(() => {});
}
