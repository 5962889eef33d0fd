import type { TextKey } from "@vestibule/wording/tables.ts";
import { useTranslate } from "../../../i18n/translate.tsx";
import type { BrandChange } from "./brand-changes.rule.ts";
import { contentOf } from "./change-content.rule.ts";

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

function ChangedText({ tag: Tag, text, label }: { tag: "del" | "ins"; text: string | undefined; label: string }) {
  if (text === undefined) return null;
  return (
    <p>
      <span className="small quiet">{label}</span> <Tag>{text}</Tag>
    </p>
  );
}
