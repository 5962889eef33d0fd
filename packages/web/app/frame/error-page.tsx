import type { Language } from "@vestibule/catalogue/province.table.ts";
import { type BilingualPage, callUs, errorPage } from "@vestibule/wording/error-page.ts";
import { telephoneLink } from "@vestibule/wording/format.ts";
import type { FrameData } from "./frame-data.server.ts";
import { Wordmark } from "./wordmark.tsx";

interface ErrorPageProps {
  /** Data of the frame; absent when its loader failed too. */
  frame: Pick<FrameData, "brand" | "help" | "language"> | undefined;
  page?: BilingualPage;
}

/** Error page in both languages, the current one first. It needs no loader data. */
export function ErrorPage({ frame, page = errorPage }: ErrorPageProps) {
  const first: Language = frame?.language ?? "fr";
  const inOrder: readonly Language[] = first === "fr" ? ["fr", "en"] : ["en", "fr"];
  const telephone = frame?.help.telephone;
  return (
    <div className="fault">
      <title>{page.title}</title>
      {frame === undefined ? null : (
        <div role="img" aria-label={frame.brand.name}>
          <Wordmark drawing={frame.brand.wordmark} />
        </div>
      )}
      <main>
        {inOrder.map((language, index) => (
          <section key={language} lang={`${language}-CA`}>
            {/* Only one h1 per page. */}
            {index === 0 ? (
              <h1 className="title">{page[language].heading}</h1>
            ) : (
              <h2 className="heading">{page[language].heading}</h2>
            )}
            <p>{page[language].text}</p>
            <a className={index === 0 ? "button" : "button button-quiet"} href="/">
              {page.home?.[language]}
            </a>
            {telephone === undefined ? null : (
              <p>
                <a href={telephoneLink(telephone)}>{callUs(telephone, language)}</a>
              </p>
            )}
          </section>
        ))}
      </main>
    </div>
  );
}
