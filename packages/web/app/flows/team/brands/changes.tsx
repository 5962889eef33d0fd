import { Disclosure } from "../../../design/disclosure.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { NamedChange } from "./brand-changes.rule.ts";

/** More characters than any sentence or setting; a drawing is the text of its file. */
const longestShown = 1000;

/** What differs between two versions, before and after. */
export function Changes({ changes, title }: { changes: readonly NamedChange[]; title?: string }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{title ?? t("team:changes.title")}</h2>
      <ul className="stack">
        {changes.map(({ place, name, before, after }) => (
          <li key={place} className="stack stack-tight">
            <p>
              {name === undefined ? null : `${name} `}
              <span className="small quiet" lang="en">
                {place}
              </span>
            </p>
            <ChangedText tag="del" text={before} side="before" />
            <ChangedText tag="ins" text={after} side="after" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChangedText({
  tag: Tag,
  text,
  side,
}: {
  tag: "del" | "ins";
  text: string | undefined;
  side: "before" | "after";
}) {
  const t = useTranslate();
  if (text === undefined) return null;
  if (text.length > longestShown)
    return (
      <Disclosure question={t(`team:changes.file.${side}`)}>
        <Tag className="small">{text}</Tag>
      </Disclosure>
    );
  return (
    <p>
      <span className="small quiet">{t(`team:changes.${side}`)}</span> <Tag>{text}</Tag>
    </p>
  );
}
