import { Link, useActionData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Checkbox } from "../../form/checkbox.tsx";
import type { FormError } from "../../form/form-error.ts";
import type { FieldRules } from "../../form/form-values.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { accountPath } from "./account-path.table.ts";

export const closingRules: FieldRules = {
  closing: (value) => (value === "yes" ? undefined : { key: "required" }),
};

/** Sections of data that are kept, each with the reason. */
export const keptSections = ["insurerBook", "events"] as const;

interface CloseScreenProps {
  /** Names of the sections of data that are deleted. */
  deletes: readonly string[];
  keeps: readonly (typeof keptSections)[number][];
}

/** Explains which data closing the account deletes and keeps, and asks for a confirmation. */
export function CloseScreen({ deletes, keeps }: CloseScreenProps) {
  const t = useTranslate();
  const refusal = useActionData<FormError>();
  return (
    <>
      <PageOpening title={t("ownData:closing.title")} isRefused={refusal !== undefined}>
        {t("ownData:closing.lead")}
      </PageOpening>
      <section className="stack stack-tight">
        <h2 className="heading">{t("ownData:closing.deletes")}</h2>
        <ul className="account-points">
          {deletes.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </section>
      <section className="stack stack-tight">
        <h2 className="heading">{t("ownData:closing.keeps")}</h2>
        <ul className="account-points">
          {keeps.map((section) => (
            <li key={section}>{t(`ownData:closing.keeps.${section}`)}</li>
          ))}
        </ul>
      </section>
      <p>{t("ownData:closing.message")}</p>
      <p>{t("ownData:closing.later")}</p>
      <ScreenForm rules={closingRules} formError={refusal}>
        <Checkbox name="closing" />
        <Button kind="danger" busyText={t("common:sending")}>
          {t("ownData:closing.do")}
        </Button>
      </ScreenForm>
      <p>
        <Link to={accountPath}>{t("ownData:closing.cancel")}</Link>
      </p>
    </>
  );
}
