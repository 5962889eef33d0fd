import { useEffect } from "react";
import { useLocation } from "react-router";
import { Notice } from "../design/notice.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { publishConnection, recordLeaving, recordShownPage, useConnection } from "./connection.ts";

/** Offline notice above every screen; while offline it also stops submits and link clicks. */
export function ConnectionNotice() {
  const t = useTranslate();
  const { kind, times } = useConnection();
  const { pathname, search } = useLocation();
  useEffect(() => {
    recordShownPage(`${pathname}${search}`);
    preloadPostTargets();
  }, [pathname, search]);
  useEffect(() => {
    const hold = (event: Event) => {
      if (navigator.onLine !== false || !leavesPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      publishConnection("away");
    };
    // Capture phase: runs before React Router handles the event.
    for (const type of ["submit", "click"]) window.addEventListener(type, hold, true);
    window.addEventListener("beforeunload", recordLeaving);
    // An opened `details` shows its forms; the event does not bubble.
    window.addEventListener("toggle", preloadPostTargets, true);
    return () => {
      for (const type of ["submit", "click"]) window.removeEventListener(type, hold, true);
      window.removeEventListener("beforeunload", recordLeaving);
      window.removeEventListener("toggle", preloadPostTargets, true);
    };
  }, []);
  useEffect(() => {
    const comeBack = () => publishConnection("back");
    if (kind === "away") window.addEventListener("online", comeBack);
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
 * Preloads the pages that the visible forms post to. A missing module makes React Router reload the document, which
 * fails when the connection is lost by then.
 */
function preloadPostTargets(): void {
  const visible = Array.from(document.forms).filter((form) => form.closest("details:not([open])") === null);
  const wanted = new Set(visible.map((form) => form.getAttribute("action")?.slice(1)));
  // A failed preload is retried when the form is posted.
  for (const { path, module, hasDefaultExport } of Object.values(window.__reactRouterManifest?.routes ?? {}))
    if (path && hasDefaultExport && wanted.has(path)) import(/* @vite-ignore */ module).catch(() => {});
}
