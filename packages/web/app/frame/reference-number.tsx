import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { oneByOne } from "@vestibule/wording/one-by-one.ts";
import { Spoken } from "../design/spoken.tsx";
import { useSay } from "../visit/texts.tsx";

/** The nine digits to read to an agent; where none could be made, that the agent helps without it. */
export function ReferenceNumber({ reference }: { reference: string | undefined }) {
  const say = useSay();
  if (reference === undefined) return <p className="small">{say("frame:help.noReference")}</p>;
  return (
    <p>
      <span className="quiet small">{say("frame:help.yourReference")} </span>
      <ReferenceDigits reference={reference} className="reference figures" />
    </p>
  );
}

/** In threes for the eye, one by one for the ear: never "four hundred eighty-two". */
export function ReferenceDigits({ reference, className }: { reference: string; className?: string }) {
  const inThrees = formatReference(reference);
  return <Spoken seen={inThrees} heard={oneByOne(inThrees)} className={className} />;
}
