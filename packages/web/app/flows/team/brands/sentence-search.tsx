import { Form, Link } from "react-router";
import { Button } from "../../../design/button.tsx";
import { controlStates, Field } from "../../../form/field.tsx";
import { useFieldTexts } from "../../../form/form-context.ts";
import { TextField } from "../../../form/text-field.tsx";
import { useLanguage, useTranslate } from "../../../i18n/translate.tsx";
import type { SentenceSearch } from "./brands-view.ts";

/** Finds the sentence to change by words of it, or by the screen that shows it. */
export function SentenceSearchSection({ path, search }: { path: string; search: SentenceSearch }) {
  const t = useTranslate();
  const isFrench = useLanguage() === "fr";
  const { words, screen, found, count, matching, titles } = search;
  const shown = (matching ?? found).length;
  const first = shown < count ? ` ${t("team:search.first", { shown })}` : "";
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("team:search.title")}</h2>
      <Form key={`${words} ${screen}`} className="form" method="get" role="search">
        <TextField name="words" label={t("team:search.words")} help={t("team:search.help")} defaultValue={words} />
        <ScreenField title={screen} titles={titles} />
        <Button kind="quiet">{t("team:search.submit")}</Button>
      </Form>
      {matching === undefined ? null : (
        <>
          <p role="status">
            {count === 0 ? t("team:search.noScreen") : t("team:search.screens", { count })}
            {first}
          </p>
          <ul>
            {matching.map((title) => (
              <li key={title}>
                <Link to={`${path}?${new URLSearchParams({ words, screen: title })}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {matching !== undefined || (words === "" && screen === "") ? null : (
        <p role="status">
          {count === 0 ? t("team:search.none") : t("team:search.found", { count })}
          {first}
        </p>
      )}
      <ul className="stack stack-tight">
        {found.map(({ key, en, fr }) => (
          <li key={key}>
            <Link to={`${path}/sentence?key=${encodeURIComponent(key)}`}>
              <span lang={isFrench ? "fr" : "en"}>{isFrench ? fr : en}</span> –{" "}
              <span lang={isFrench ? "en" : "fr"}>{isFrench ? en : fr}</span>{" "}
              <span className="small quiet">{key.replace(":", " › ")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A title that is typed, or chosen from those that the browser offers. */
function ScreenField({ title, titles }: { title: string; titles: readonly string[] }) {
  const t = useTranslate();
  const name = "screen";
  const texts = useFieldTexts(name, { label: t("team:search.screen"), help: t("team:search.screen.help") });
  return (
    <Field name={name} texts={texts}>
      <input
        className="control"
        id={name}
        name={name}
        list="screens"
        defaultValue={title}
        autoComplete="off"
        {...controlStates(name, texts)}
      />
      <datalist id="screens">
        {titles.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </Field>
  );
}
