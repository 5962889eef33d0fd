import { useSay } from "../visit/texts.tsx";

/** Of the words: a title that takes the focus is said with them, for they stand above it. */
export const stageWordsId = "stage";

/** Where a person stands in a journey of few steps: in words, and as a thin line. */
export function StageLine({
  step,
  of,
  label,
  written = "words",
}: {
  step: number;
  of: number;
  label: string;
  /** How the eye reads it; the ear hears words. */
  written?: "words" | "fraction";
}) {
  const say = useSay();
  const words = say("common:stage", { step, of });
  return (
    <div className="stage">
      <p className="stage-words figures" id={stageWordsId}>
        {written === "words" ? (
          `${words} `
        ) : (
          <>
            <span aria-hidden="true">
              {step}/{of}
            </span>
            <span className="visually-hidden">{words}</span>{" "}
          </>
        )}
        <strong>{label}</strong>
      </p>
      <div className="stage-line" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => index + 1).map((stage) => (
          <span key={stage} data-done={stage <= step} />
        ))}
      </div>
    </div>
  );
}
