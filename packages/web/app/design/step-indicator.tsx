import { useTranslate } from "../i18n/translate.tsx";

/** Id of the step text. The title refers to it by `aria-describedby`, because the focus skips the text before it. */
export const stepIndicatorId = "stage";

/** Position in a flow, as text and as a progress bar. */
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
