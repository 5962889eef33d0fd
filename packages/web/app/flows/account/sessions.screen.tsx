import type { ReactNode } from "react";
import { Notice } from "../../design/notice.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { PostButton } from "../../form/post-button.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { Route } from "./+types/sessions.route";

/** Active sessions and known browsers, each with the button that ends or forgets it. */
export function SessionsScreen({ sessions, browsers, zone, done }: Route.ComponentProps["loaderData"]) {
  const t = useTranslate();
  const changeCount = useChangeCount(done);
  return (
    <>
      <PageOpening title={t("security:sessions.title")}>{t("security:sessions.lead")}</PageOpening>
      {done === undefined ? null : (
        <Notice
          key={changeCount}
          tone={done.what === "nothing" ? "calm" : "success"}
          title={t(`security:sessions.done.${done.what}`, { count: done.count })}
          takesFocus
        />
      )}
      <section className="stack stack-tight">
        <h2 className="heading">{t("security:sessions.now")}</h2>
        <ul className="tiles">
          {sessions.map(({ id, device, isCurrent, started, lastUsed }) => (
            <DeviceEntry
              key={id}
              device={device}
              {...(!isCurrent && { button: t("security:sessions.end"), sends: { end: id } })}
            >
              {isCurrent ? <p className="tile-note">{t("security:sessions.current")}</p> : null}
              <p className="tile-note figures">{t("security:sessions.since", started)}</p>
              {isCurrent ? null : <p className="tile-note figures">{t("security:sessions.lastUsed", lastUsed)}</p>}
            </DeviceEntry>
          ))}
        </ul>
        {sessions.length > 1 ? (
          <PostButton kind="quiet">{t("security:sessions.endOthers")}</PostButton>
        ) : (
          <p className="quiet">{t("security:sessions.onlyThis")}</p>
        )}
      </section>
      <section className="stack stack-tight">
        <h2 className="heading">{t("security:browsers.title")}</h2>
        <p className="quiet">{t(browsers.length === 0 ? "security:browsers.none" : "security:browsers.lead")}</p>
        <ul className="tiles">
          {browsers.map(({ id, isCurrent, device, lastUsed }) => (
            <DeviceEntry key={id} device={device} button={t("security:browsers.forget")} sends={{ forget: id }}>
              {isCurrent ? <p className="tile-note">{t("security:browsers.current")}</p> : null}
              <p className="tile-note figures">{t("security:browsers.lastUsed", lastUsed)}</p>
            </DeviceEntry>
          ))}
        </ul>
        {browsers.length > 1 ? (
          <PostButton kind="quiet" sends={{ forgetOthers: "yes" }}>
            {t("security:browsers.forgetOthers")}
          </PostButton>
        ) : null}
        <p className="small quiet">{t("security:zone", { zone })}</p>
      </section>
    </>
  );
}

interface DeviceEntryProps {
  device: string;
  /** Ends the device's access; absent for the current session. */
  button?: string;
  sends?: Record<string, string>;
  children: ReactNode;
}

function DeviceEntry({ device, button, sends, children }: DeviceEntryProps) {
  return (
    <li className="account-entry">
      <div>
        <p className="tile-title">{device}</p>
        {children}
      </div>
      {button === undefined ? null : (
        <PostButton kind="quiet" sends={sends}>
          <ScreenReaderText visible={button} spoken={`${button}, ${device}`} />
        </PostButton>
      )}
    </li>
  );
}
