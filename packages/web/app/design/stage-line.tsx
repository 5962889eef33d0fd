import { useSay } from "../visit/texts.tsx";

/** Of the words: a title that takes the focus is said with them, for they stand above it. */
export const stageWordsId = "stage";

/** The step of a flow, in words and as a thin line. */
export function StageLine({ step, of, label }: { step: number; of: number; label: string }) {
  const say = useSay();
  return (
    <div className="stage">
      <p className="stage-words figures" id={stageWordsId}>
        {say("common:stage", { step, of })} <strong>{label}</strong>
      </p>
      <div className="stage-line" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => index + 1).map((stage) => (
          <span key={stage} data-done={stage <= step} />
        ))}
      </div>
    </div>
  );
}
