import { Link } from "react-router";
import { Notice } from "../../design/notice.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { SpelledEnding } from "../../frame/spelled-ending.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/policies.route";
import { accountPagePath } from "./account-path.table.ts";
import { HouseholdNotice } from "./household.screen.tsx";

/** Lists the policies. Shows a telephone number if the policy directory does not answer. */
export function PoliciesScreen({ policies, flash, hasHouseholdRequest }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const parts = { number: <CustomerTelephone /> };
  return (
    <>
      <PageOpening title={t("account:policies.title")}>
        {policies?.length ? t("account:policies.lead") : null}
      </PageOpening>
      {flash === undefined ? null : (
        <Notice tone={flash === "added" ? "success" : "caution"} takesFocus>
          {t(`account:policies.${flash}`)}
        </Notice>
      )}
      {hasHouseholdRequest ? <HouseholdNotice /> : null}
      {policies === undefined ? (
        <Notice tone="calm" title={t("account:policies.unavailable.title")}>
          <p>
            <RichText text="account:policies.unavailable" parts={parts} />
          </p>
        </Notice>
      ) : policies.length === 0 ? (
        <p>
          <RichText text="account:policies.none" parts={parts} />
        </p>
      ) : (
        <>
          <ul className="tiles">
            {policies.map(({ line, year, maskedPolicyNumber, province, role }) => (
              <li className="policy" key={`${line} ${maskedPolicyNumber} ${role} ${year}`}>
                <h2 className="tile-title">
                  {t(`account:policies.line.${line}`)} <span className="figures">{year}</span>
                </h2>
                <p className="tile-note">
                  <SpelledEnding text="account:policies.ending" ending={maskedPolicyNumber.slice(-2)} />
                </p>
                <p className="tile-note">
                  {t("account:policies.part", {
                    province: t(`common:province.${province}`),
                    role: t(`account:policies.role.${role}`),
                  })}
                </p>
              </li>
            ))}
          </ul>
          <p className="quiet">
            <RichText text="account:policies.change" parts={parts} />
          </p>
        </>
      )}
      {policies === undefined ? null : (
        <p>
          <Link to={accountPagePath("add-policy")}>{t("account:policies.add")}</Link>
        </p>
      )}
    </>
  );
}
