import { useTranslate } from "../visit/texts.tsx";

/** Of the words: a title that takes the focus is said with them, for they stand above it. */
export const stepIndicatorId = "stage";

/** The step of a flow, in words and as a thin line. */
export function StepIndicator({ step, of, label }: { step: number; of: number; label: string }) {
  const t = useTranslate();
  return (
    <div className="stage">
      <p className="stage-words figures" id={stepIndicatorId}>
        {t("common:stage", { step, of })} <strong>{label}</strong>
      </p>
      <div className="stage-line" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => index + 1).map((stage) => (
          <span key={stage} data-done={stage <= step} />
        ))}
      </div>
    </div>
  );
}
