import { errorPage, longFormPage } from "@vestibule/wording/error-page.ts";
import { useEffect, useRef } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";

/** Needs nothing but itself: no brand, no texts, no data. With a script it takes the page's place, so it takes the focus. */
export function ErrorPage() {
  const error = useRouteError();
  const isLongForm = isRouteErrorResponse(error) && error.status === 413;
  const { title, languages } = isLongForm ? longFormPage : errorPage;
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <main className="fault" ref={page} tabIndex={-1}>
      <title>{title}</title>
      {languages.map(({ language, heading, text, home }) => (
        <section key={language} lang={`${language}-CA`}>
          <h1>{heading}</h1>
          <p>{text}</p>
          <a href="/">{home}</a>
        </section>
      ))}
    </main>
  );
}
