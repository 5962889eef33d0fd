import type { TextKey } from "@vestibule/wording/tables.ts";
import { Fragment, type ReactNode } from "react";
import { useTranslate } from "./translate.tsx";

const mark = "\u0000";

/** A text with React elements for its placeholders: a bold e-mail, a link, a telephone number. */
export function RichText({ text, parts }: { text: TextKey; parts: Readonly<Record<string, ReactNode>> }) {
  const t = useTranslate();
  const marked = Object.fromEntries(Object.keys(parts).map((name) => [name, `${mark}${name}${mark}`]));
  const pieces = t(text, marked).split(mark);
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their order
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
