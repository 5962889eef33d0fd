import { useTranslate } from "../../../i18n/translate.tsx";
import { type BrandChange, contentOf } from "./brand-changes.rule.ts";

/** What differs between two versions, before and after. */
export function Changes({ changes, title }: { changes: readonly BrandChange[]; title?: string }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{title ?? t("team:changes.title")}</h2>
      <ul className="stack">
        {changes.map(({ place, before, after }) => (
          <li key={place} className="stack stack-tight">
            <ChangedPlace place={place} />
            <ChangedText tag="del" text={before} label={t("team:changes.before")} />
            <ChangedText tag="ins" text={after} label={t("team:changes.after")} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A place without its own name is shown as the file has it. */
function ChangedPlace({ place }: { place: string }) {
  const t = useTranslate();
  const content = contentOf(place);
  return (
    <p>
      {content === undefined ? null : `${t(content)} `}
      <span className="small quiet" lang="en">
        {place}
      </span>
    </p>
  );
}

function ChangedText({ tag: Tag, text, label }: { tag: "del" | "ins"; text: string | undefined; label: string }) {
  if (text === undefined) return null;
  return (
    <p>
      <span className="small quiet">{label}</span> <Tag>{text}</Tag>
    </p>
  );
}
