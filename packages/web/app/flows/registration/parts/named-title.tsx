import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import type { ReactNode } from "react";
import { RichText, useTranslate } from "../../../i18n/translate.tsx";

export interface NameLength {
  wide: number;
  narrow: number;
}

/** A title with a first name. A long name is shortened, more on a narrow screen; `length` is in characters. */
export function useNamedTitle(text: TextKey, { name, length }: { name: string; length: NameLength }) {
  const t = useTranslate();
  const wide = shortenName(name, length.wide);
  const narrow = shortenName(name, length.narrow);
  const nameContent: ReactNode =
    wide === narrow ? (
      wide
    ) : (
      <>
        <span className="only-wide">{wide}</span>
        <span className="only-narrow">{narrow}</span>
      </>
    );
  return { title: <RichText text={text} parts={{ name: nameContent }} />, documentTitle: t(text, { name: narrow }) };
}
