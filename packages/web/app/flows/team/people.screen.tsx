import { personActions } from "@vestibule/catalogue/team.table.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import type { FormValues } from "../../form/form-values.ts";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { PeoplePage, PeopleResult, PeopleView, PersonRequestView } from "./people-view.ts";
import { SearchSection } from "./search-section.tsx";
import { TeamFrame } from "./team-frame.tsx";

/** Finds a person, and asks another member to export or erase what is kept of them. */
export function PeopleScreen({ page, result }: { page: PeoplePage; result: PeopleResult | undefined }) {
  const t = useTranslate();
  const changeCount = useChangeCount(result);
  const refused = result?.kind === "refused" ? result : undefined;
  const { people } = page;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:people.title")}
      lead={t("teamDesk:people.lead")}
      isRefused={refused !== undefined || people === undefined}
    >
      {refused === undefined ? null : (
        <Notice
          key={changeCount}
          tone="error"
          title={t(`teamDesk:people.${refused.why}`, { time: refused.time ?? "" })}
          takesFocus
        />
      )}
      {result?.kind === "erased" ? (
        <Notice
          key={changeCount}
          tone="success"
          title={t("teamDesk:people.erased", { count: result.rows })}
          takesFocus
        />
      ) : null}
      {result?.kind === "found" ? <Found found={result} /> : null}
      {people === undefined ? (
        <Notice tone="error" title={t("teamDesk:people.unavailable")} takesFocus />
      ) : (
        <>
          <Searches brands={people.brands} values={refused?.values ?? {}} />
          <Requests requests={people.requests} />
        </>
      )}
    </TeamFrame>
  );
}

function Searches({ brands, values }: { brands: PeopleView["brands"]; values: FormValues }) {
  const t = useTranslate();
  return (
    <div className="team-searches">
      <SearchSection id="by-reference" title={t("teamDesk:people.byReference")}>
        <ScreenForm rules={{}} values={values}>
          <input type="hidden" name="act" value="find" />
          <TextField
            name="reference"
            inputMode="numeric"
            width="medium"
            label={t("teamDesk:audit.reference")}
            help={t("teamDesk:audit.referenceHelp")}
          />
          <Button kind="quiet">{t("teamDesk:people.findByReference")}</Button>
        </ScreenForm>
      </SearchSection>
      <SearchSection id="by-policy" title={t("teamDesk:people.byPolicy")}>
        <ScreenForm rules={{}} values={values}>
          <input type="hidden" name="act" value="find" />
          <SelectField
            name="brand"
            label={t("teamDesk:people.brand")}
            options={brands}
            defaultValue={brands[0]?.value ?? ""}
          />
          <TextField
            name="policyNumber"
            autoCapitalize="characters"
            width="medium"
            label={t("teamDesk:people.policyNumber")}
            help={null}
          />
          <Button kind="quiet">{t("teamDesk:people.findByPolicy")}</Button>
        </ScreenForm>
      </SearchSection>
    </div>
  );
}

function Found({ found: { brand, people } }: { found: Extract<PeopleResult, { kind: "found" }> }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight" aria-labelledby="found">
      <h2 className="heading" id="found">
        {t("teamDesk:people.found", { count: people.length })}
      </h2>
      <ul className="team-events">
        {people.map(({ row, name, facts }) => (
          <li key={row} className="team-row">
            <div>
              <p>{name}</p>
              <p className="small quiet">{facts.join(" · ")}</p>
            </div>
            <div className="cluster">
              {personActions.map((action) => (
                <PostButton key={action} kind="quiet" sends={{ act: action, brand, row }}>
                  <ScreenReaderText
                    visible={t(`teamDesk:people.ask.${action}`)}
                    spoken={`${t(`teamDesk:people.ask.${action}`)}, ${name}`}
                  />
                </PostButton>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p className="small quiet">{t("teamDesk:people.askHelp")}</p>
    </section>
  );
}

function Requests({ requests }: { requests: readonly PersonRequestView[] }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight" aria-labelledby="waiting">
      <h2 className="heading" id="waiting">
        {t("teamDesk:people.requests")}
      </h2>
      {requests.length === 0 ? <p>{t("teamDesk:people.noRequests")}</p> : null}
      <ul className="team-events">
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Request({ request: { id, action, name, facts, isOwn, isApproved } }: { request: PersonRequestView }) {
  const t = useTranslate();
  const button = (act: "approve" | "refuse", words: string) => (
    <PostButton kind={act === "approve" && action === "erase" ? "danger" : "quiet"} sends={{ act, id }}>
      <ScreenReaderText visible={words} spoken={`${words}, ${name}`} />
    </PostButton>
  );
  return (
    <li className="team-row">
      <div>
        <p>
          <strong>{t(`teamDesk:people.action.${action}`)}</strong> {name}
        </p>
        <p className="small quiet">{facts.join(" · ")}</p>
        {isOwn && !isApproved ? <p className="small">{t("teamDesk:people.own")}</p> : null}
      </div>
      <div className="cluster">
        {isApproved ? (
          <form method="post" action="/team/people/export">
            <input type="hidden" name="id" value={id} />
            <Button kind="quiet">
              <ScreenReaderText
                visible={t("teamDesk:people.download")}
                spoken={`${t("teamDesk:people.download")}, ${name}`}
              />
            </Button>
          </form>
        ) : (
          <>
            {isOwn ? null : button("approve", t(`teamDesk:people.approve.${action}`))}
            {button("refuse", t(`teamDesk:people.${isOwn ? "withdraw" : "refuse"}`))}
          </>
        )}
      </div>
    </li>
  );
}
