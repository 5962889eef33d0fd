import { Icon, type IconName } from "../../../design/icon.tsx";
import { useTranslate } from "../../../i18n/translate.tsx";

/** Check mark in the brand's colours. Decorative, because the title beside it says the same. */
export function ArrivalDrawing() {
  return (
    <svg className="arrival" viewBox="0 0 124 96" aria-hidden="true" focusable="false">
      <circle className="arrival-halo" cx="46" cy="50" r="46" />
      <circle className="arrival-disc" cx="46" cy="50" r="31" />
      <path className="arrival-tick" d="m32 51 10 10 19-21" pathLength="1" />
      <circle className="arrival-shape-3" cx="103" cy="25" r="8" />
      <circle className="arrival-shape-2" cx="86" cy="7" r="4.5" />
      <circle className="arrival-shape-1" cx="114" cy="52" r="3.5" />
    </svg>
  );
}

/** Next steps. Only a new account (`isNew`) receives a welcome message and has a new password. */
export function NextSteps({ isNew }: { isNew: boolean }) {
  const t = useTranslate();
  return (
    <section className="next-steps" aria-label={t("registration:confirmation.next.title")}>
      <h2 className="heading">{t("registration:confirmation.next.title")}</h2>
      <ul>
        {isNew ? <NextStep icon="envelope" words={t("registration:confirmation.next.mail")} /> : null}
        <NextStep
          icon="key"
          words={t(isNew ? "registration:confirmation.next.newPassword" : "registration:confirmation.next.password")}
        />
      </ul>
    </section>
  );
}

function NextStep({ icon, words }: { icon: IconName; words: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{words}</span>
    </li>
  );
}
