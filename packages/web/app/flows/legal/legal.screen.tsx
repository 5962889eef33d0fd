import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { BackToLogin } from "../../design/text.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTelephoneText } from "../../frame/telephone.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { useHasText, useTranslate } from "../../i18n/translate.tsx";
import { requestContextKey } from "../../request/request-context.ts";
import { notFound } from "../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../roadblock/roadblock-page.tsx";
import type { Route } from "./+types/legal.screen";

const documents = ["privacy", "terms", "security", "accessibility"] as const;

export function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { brand, language, province } = requestContext;
  const reviewed = new Date(`${brand.accessibility.reviewed}T12:00:00Z`);
  const document = documents.find((one) => one === params.document);
  if (document === undefined) return notFound(requestContext);
  return {
    document,
    facts: {
      brandName: brand.name[language],
      atBrand: brand.forms[language].at,
      telephone: customerTelephone(brand, province),
      version: brand.termsVersion,
      accessibilityEmail: brand.accessibility.email,
      reviewed: formatDay(reviewed, { timeZone: "UTC", language }),
    },
    texts: textsFor(requestContext, ["legal"]),
  };
}

/** A legal document: numbered sections, each with its own fragment id. */
export default function Legal({ loaderData }: Route.ComponentProps) {
  return "exits" in loaderData ? <RoadblockPage facts={loaderData} /> : <Document {...loaderData} />;
}

type DocumentFacts = Extract<Route.ComponentProps["loaderData"], { document: unknown }>;

function Document({ document, facts: plain }: DocumentFacts) {
  const facts = { ...plain, telephone: useTelephoneText(plain.telephone) };
  const t = useTranslate();
  const has = useHasText();
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1).filter((n) =>
    has(`legal:${document}.${n}.heading`),
  );
  const part = (name: string) => t(`legal:${document}.${name}` as TextKey, facts);
  return (
    <article className="stack stack-wide legal">
      <PageOpening title={part("title")}>{part("lead")}</PageOpening>
      <nav className="contents stack stack-close" aria-label={t("legal:contents")}>
        <h2 className="quiet small">{t("legal:contents")}</h2>
        <ol>
          {numbers.map((n) => (
            <li key={n}>
              <a href={`#section-${n}`}>{part(`${n}.heading`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      {numbers.map((n) => (
        <section className="stack stack-tight" key={n} id={`section-${n}`}>
          <h2 className="heading">{part(`${n}.heading`)}</h2>
          {part(`${n}.text`)
            .split("\n\n")
            .map((paragraph) => (
              <p className="prose" key={paragraph}>
                {paragraph}
              </p>
            ))}
        </section>
      ))}
      <p className="quiet small figures">
        {t(document === "accessibility" ? "legal:reviewed" : "legal:version", facts)}
      </p>
      <BackToLogin />
    </article>
  );
}
