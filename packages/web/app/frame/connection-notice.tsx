import { useEffect } from "react";
import { useLocation } from "react-router";
import { Notice } from "../design/notice.tsx";
import { useSay } from "../visit/texts.tsx";
import { noteLeaving, noteShownPage, tellConnection, useConnection } from "./connection.ts";
import { readyForms } from "./ready-forms.ts";

/** Above every screen: that the connection is away, and what is so of what was asked. Without it nothing leaves the page. */
export function ConnectionNotice() {
  const say = useSay();
  const { kind, times } = useConnection();
  const { pathname, search } = useLocation();
  useEffect(() => {
    noteShownPage(`${pathname}${search}`);
    readyForms();
  }, [pathname, search]);
  useEffect(() => {
    const hold = (event: Event) => {
      if (navigator.onLine !== false || !leavesPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      tellConnection("away");
    };
    // Before the framework hears of it.
    for (const type of ["submit", "click"]) window.addEventListener(type, hold, true);
    window.addEventListener("beforeunload", noteLeaving);
    return () => {
      for (const type of ["submit", "click"]) window.removeEventListener(type, hold, true);
      window.removeEventListener("beforeunload", noteLeaving);
    };
  }, []);
  useEffect(() => {
    const comeBack = () => tellConnection("back");
    if (kind === "away") window.addEventListener("online", comeBack);
    return () => window.removeEventListener("online", comeBack);
  }, [kind]);
  if (kind === "good") return null;
  return (
    <Notice
      key={times}
      tone={kind === "back" ? "success" : "caution"}
      title={say(`frame:connection.${kind}.title`)}
      takesFocus
    >
      {say(`frame:connection.${kind}`)}
    </Notice>
  );
}

/** A form, or a link to another page in this window. */
function leavesPage({ type, target }: Event): boolean {
  if (type === "submit") return true;
  const link = target instanceof Element ? target.closest("a") : null;
  return link !== null && /^(https?:)?\//.test(link.getAttribute("href") ?? "") && link.target === "";
}
