import type { TextKey } from "@vestibule/wording/tables.ts";
import { Disclosure } from "../../../design/disclosure.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { BrandChange } from "./brand-changes.rule.ts";
import { contentOf } from "./change-content.rule.ts";

/** More characters than any sentence or setting; a drawing is the text of its file. */
const longestShown = 1000;

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
            <ChangedText tag="del" text={before} side="before" />
            <ChangedText tag="ins" text={after} side="after" />
          </li>
        ))}
      </ul>
    </section>
  );
}

const tokenName = (token: string) => `brandField:token.${token}` as TextKey;

/** A place without its own name is shown as the file has it. */
function ChangedPlace({ place }: { place: string }) {
  const t = useTranslate();
  const content = contentOf(place);
  const [, scheme, token] = /^tokens\.css (light|dark) (\S+)$/.exec(place) ?? [];
  return (
    <p>
      {content === undefined ? null : `${t(content)} `}
      {token === undefined
        ? null
        : `${t(`team:look.${scheme === "dark" ? "dark" : "light"}`, { colour: t(tokenName(token)) })} `}
      <span className="small quiet" lang="en">
        {place}
      </span>
    </p>
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
