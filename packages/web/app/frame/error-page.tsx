import { errorPage } from "@vestibule/wording/error-page.ts";

/** Needs nothing but itself: no brand, no texts, no data. */
export function ErrorPage() {
  return (
    <main className="fault">
      <title>{errorPage.title}</title>
      {errorPage.languages.map(({ language, heading, text, home }) => (
        <section key={language} lang={`${language}-CA`}>
          <h1>{heading}</h1>
          <p>{text}</p>
          <a href="/">{home}</a>
        </section>
      ))}
    </main>
  );
}
