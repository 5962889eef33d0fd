import type { Language } from "@vestibule/catalogue/province.table.ts";
import { callUs, errorPage } from "@vestibule/wording/error-page.ts";
import { telephoneAddress } from "./telephone.tsx";

interface ErrorPageProps {
  telephone: string | undefined;
  /** The visit's language. */
  first: Language | undefined;
}

/** Needs nothing but itself: no brand, no texts, no data. Number and first language are there where the frame around it was. */
export function ErrorPage({ telephone, first = "fr" }: ErrorPageProps) {
  const [one, other] = errorPage.languages;
  const parts = one.language === first ? errorPage.languages : [other, one];
  return (
    <main className="fault">
      <title>{errorPage.title}</title>
      {parts.map(({ language, heading, text, home }, index) => (
        <section key={language} lang={`${language}-CA`}>
          {/* One title: it is the first thing that is heard. */}
          {index === 0 ? <h1>{heading}</h1> : <h2>{heading}</h2>}
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
