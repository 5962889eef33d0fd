import { Link } from "react-router";
import { ButtonLink } from "../../design/button.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/activity.route";
import { accountPagePath } from "./account-path.table.ts";
import type { ShownActivity } from "./activity.server.ts";

const path = accountPagePath("activity");

/** Events of the account, each with a link for a person who did not cause it. */
export function ActivityScreen({ activities, isFirst, next, zone }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  return (
    <>
      <PageOpening title={t("security:activity.title")}>{t("security:activity.lead")}</PageOpening>
      {activities.length === 0 ? <p className="quiet">{t("security:activity.none")}</p> : null}
      <ul className="tiles">
        {activities.map((activity) => {
          const { id, canDeny } = activity;
          const did = t(`security:did.${activity.activity}`);
          const moment = momentText(t, activity);
          return (
            <li className="account-entry" key={id}>
              <ActivityWords {...activity} />
              {canDeny ? (
                <ButtonLink kind="link" to={`${accountPagePath("freeze")}?id=${id}`}>
                  <ScreenReaderText
                    visible={t("security:activity.deny")}
                    spoken={`${t("security:activity.deny")}, ${did}, ${moment}`}
                  />
                </ButtonLink>
              ) : null}
            </li>
          );
        })}
      </ul>
      {activities.length === 0 ? null : <p className="small quiet">{t("security:zone", { zone })}</p>}
      {next === undefined ? null : (
        <ButtonLink kind="quiet" to={`${path}?before=${next}`}>
          {t("security:activity.older")}
        </ButtonLink>
      )}
      {isFirst ? null : (
        <p>
          <Link to={path}>{t("security:activity.newest")}</Link>
        </p>
      )}
    </>
  );
}

/** Description, device and time of an event. */
export function ActivityWords(shown: ShownActivity) {
  const { activity, device, signals } = shown;
  const t = useTranslate();
  return (
    <div>
      <p className="tile-title">{t(`security:did.${activity}`)}</p>
      {signals.map((signal) => (
        <p className="tile-note" key={signal}>
          {t(`security:signal.${signal}`)}
        </p>
      ))}
      {device === undefined ? null : <p className="tile-note">{device}</p>}
      <p className="tile-note figures">{momentText(t, shown)}</p>
    </div>
  );
}

function momentText(t: ReturnType<typeof useTranslate>, { when, tries }: ShownActivity): string {
  if (tries === undefined) return t("security:activity.when", when);
  const { firstDay, firstTime } = tries;
  const facts = { ...when, count: String(tries.count) };
  if (firstDay !== when.day) return t("security:activity.tries", { ...facts, firstDay, firstTime });
  if (firstTime !== when.time) return t("security:activity.tries.sameDay", { ...facts, firstTime });
  return t("security:activity.tries.sameTime", facts);
}
