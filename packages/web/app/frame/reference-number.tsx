import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { oneByOne } from "@vestibule/wording/one-by-one.ts";
import { useSay } from "../visit/texts.tsx";

/** The nine digits to read to an agent; where none could be made, that the agent helps without it. */
export function ReferenceNumber({ reference }: { reference: string | undefined }) {
  const say = useSay();
  if (reference === undefined) return <p className="small">{say("frame:help.noReference")}</p>;
  const inThrees = formatReference(reference);
  return (
    <p>
      <span className="quiet small">{say("frame:help.yourReference")}</span>
      <span className="reference figures" aria-hidden="true">
        {inThrees}
      </span>
      <span className="visually-hidden"> {oneByOne(inThrees)}</span>
    </p>
  );
}
