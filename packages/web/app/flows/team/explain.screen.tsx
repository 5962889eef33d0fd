import { roles } from "@vestibule/catalogue/account.table.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { imaginedFacts } from "@vestibule/catalogue/team.table.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { Checkbox } from "../../form/checkbox.tsx";
import type { FormValues } from "../../form/form-values.ts";
import { ScreenForm } from "../../form/screen-form.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { ExplainPage, ExplainResult } from "./explain-view.ts";
import { NumbersTable } from "./numbers-table.tsx";
import { SearchSection } from "./search-section.tsx";
import { TeamFrame } from "./team-frame.tsx";

/** What people of the book meet when they register: of a row, of a person to imagine, of the whole book. */
export function ExplainScreen({ page, result }: { page: ExplainPage; result: ExplainResult | undefined }) {
  const t = useTranslate();
  const changeCount = useChangeCount(result);
  const { brands, province } = page;
  const refused = result?.kind === "refused" ? result : undefined;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:explain.title")}
      lead={t("teamDesk:explain.lead")}
      isRefused={refused !== undefined || brands === undefined}
    >
      {refused === undefined ? null : (
        <Notice
          key={changeCount}
          tone="error"
          title={t(`teamDesk:explain.${refused.why}`, { time: refused.time ?? "" })}
          takesFocus
        />
      )}
      {brands === undefined ? <Notice tone="error" title={t("teamDesk:people.unavailable")} takesFocus /> : null}
      {result?.kind === "explained" ? <Cases key={changeCount} cases={result.cases} /> : null}
      {result?.kind === "counted" ? <Counts key={changeCount} counted={result} /> : null}
      {brands === undefined ? null : <Forms brands={brands} province={province} values={result?.values ?? {}} />}
    </TeamFrame>
  );
}

function Forms({
  brands,
  province,
  values,
}: {
  brands: NonNullable<ExplainPage["brands"]>;
  province: ProvinceId;
  values: FormValues;
}) {
  const t = useTranslate();
  const brand = (id: string) => (
    <SelectField
      name="brand"
      id={id}
      label={t("teamDesk:people.brand")}
      options={brands}
      defaultValue={brands[0]?.value ?? ""}
    />
  );
  return (
    <div className="team-searches">
      <SearchSection id="by-row" title={t("teamDesk:explain.byRow")}>
        <ScreenForm rules={{}} values={values}>
          <input type="hidden" name="act" value="row" />
          {brand("row-brand")}
          <TextField
            name="row"
            autoCapitalize="none"
            label={t("teamDesk:explain.rowLabel")}
            help={t("teamDesk:explain.rowHelp")}
          />
          <Button kind="quiet">{t("teamDesk:explain.explainRow")}</Button>
        </ScreenForm>
      </SearchSection>
      <SearchSection id="by-imagined" title={t("teamDesk:explain.imagine")}>
        <ScreenForm rules={{}} values={values}>
          <input type="hidden" name="act" value="imagined" />
          {brand("imagined-brand")}
          <SelectField
            name="province"
            label={t("teamDesk:explain.province")}
            options={provinceIds.map((id) => ({ value: id, label: t(`common:province.${id}`) }))}
            defaultValue={province}
          />
          <SelectField
            name="role"
            label={t("teamDesk:explain.role")}
            options={Object.values(roles).map((role) => ({
              value: `${role}`,
              label: t(`teamDesk:explain.role.${role}`),
            }))}
            defaultValue={`${roles.policyHolder}`}
          />
          <fieldset className="stack stack-tight">
            <legend className="field-label">{t("teamDesk:explain.onFile")}</legend>
            {imaginedFacts.map((fact) => (
              <Checkbox key={fact} name={`has-${fact}`}>
                {t(`teamDesk:explain.has.${fact}`)}
              </Checkbox>
            ))}
          </fieldset>
          <Button kind="quiet">{t("teamDesk:explain.explainImagined")}</Button>
        </ScreenForm>
      </SearchSection>
      <SearchSection id="by-book" title={t("teamDesk:explain.wholeBook")}>
        <ScreenForm rules={{}} values={values}>
          <input type="hidden" name="act" value="book" />
          {brand("book-brand")}
          <Button kind="quiet">{t("teamDesk:explain.countBook")}</Button>
        </ScreenForm>
      </SearchSection>
    </div>
  );
}

function Cases({ cases }: Pick<Extract<ExplainResult, { kind: "explained" }>, "cases">) {
  return cases.map(({ id, title, lines }) => (
    <section key={id} className="stack stack-tight" aria-labelledby={`case-${id}`}>
      <h2 className="heading" id={`case-${id}`} tabIndex={-1}>
        {title}
      </h2>
      <ol className="team-events">
        {lines.map(({ text, screen }) => (
          <li key={text} className="team-row">
            <span>{text}</span>
            {screen === undefined ? null : <Link to={screen.to}>{screen.title}</Link>}
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Counts({ counted: { title, rows } }: { counted: Extract<ExplainResult, { kind: "counted" }> }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id="counts">
        {title}
      </h2>
      <NumbersTable labelledBy="counts">
        <thead>
          <tr>
            <th scope="col">{t("teamDesk:explain.ending")}</th>
            <th scope="col">{t("teamDesk:explain.count")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </NumbersTable>
    </section>
  );
}
