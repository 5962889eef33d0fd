import { callUs, errorPage } from "@vestibule/wording/error-page.ts";
import { telephoneAddress } from "./telephone.tsx";

/** Needs nothing but itself: no brand, no texts, no data. The number is there where the frame around it was. */
export function ErrorPage({ telephone }: { telephone: string | undefined }) {
  return (
    <main className="fault">
      <title>{errorPage.title}</title>
      {errorPage.languages.map(({ language, heading, text, home }) => (
        <section key={language} lang={`${language}-CA`}>
          <h1>{heading}</h1>
          <p>{text}</p>
          <p>
            <a href="/">{home}</a>
          </p>
          {telephone === undefined ? null : (
            <p>
              <a href={telephoneAddress(telephone)}>{callUs(telephone, language)}</a>
            </p>
          )}
        </section>
      ))}
    </main>
  );
}
