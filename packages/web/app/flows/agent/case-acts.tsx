import type { AgentLink, AgentRole } from "@vestibule/catalogue/support.table.ts";
import { Button } from "../../design/button.tsx";
import { Disclosure } from "../../design/disclosure.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { caseActionPath } from "./agent-parts.tsx";
import type { CaseView } from "./case-view.server.ts";

/** Changes to keep or put back, active limits, each with its reset button, then the links that can be sent. */
export function CaseActs({ supportCase, role }: { supportCase: CaseView; role: AgentRole }) {
  const t = useTranslate();
  const {
    changes,
    changesThen,
    settling,
    newMobile,
    limitsNote,
    isShut,
    limits,
    canUnlock,
    canUnfreeze,
    links,
    canWaive,
    code: reference,
  } = supportCase;
  const canAct = canUnlock || canUnfreeze || canWaive || links.length > 0 || limits.some(({ canLift }) => canLift);
  return (
    <>
      {changes.length === 0 ? null : (
        <section className="stack stack-tight">
          <h2 className="heading">{t("agent:changes.title")}</h2>
          {role === "read" ? null : (
            <p className="quiet">
              {t("agent:changes.lead")} {changesThen}
            </p>
          )}
          {changes.map(({ id, name, when, state, isDone, canKeep, canPutBack }) => (
            <div className="agent-limit" key={id} data-done={isDone || undefined}>
              <div>
                <p className="agent-limit-name">{name}</p>
                <p className="small quiet">{when}</p>
                <p className="small quiet">{state}</p>
              </div>
              {canPutBack || canKeep ? (
                <div className="cluster">
                  {canPutBack ? (
                    <PostButton action={caseActionPath} kind="quiet" sends={{ act: "putBack", reference, change: id }}>
                      <ForWhat act={t("agent:act.putBack")} what={`${name}, ${when}`} />
                    </PostButton>
                  ) : null}
                  {canKeep ? (
                    <PostButton action={caseActionPath} kind="quiet" sends={{ act: "keep", reference, change: id }}>
                      <ForWhat act={t("agent:act.keep")} what={`${name}, ${when}`} />
                    </PostButton>
                  ) : null}
                </div>
              ) : null}
            </div>
          ))}
        </section>
      )}
      <section className="stack stack-tight">
        <h2 className="heading">{t("agent:limits.title")}</h2>
        {settling === undefined ? null : <p className="quiet">{settling}</p>}
        {newMobile === undefined ? null : <p className="quiet">{newMobile}</p>}
        {limitsNote === undefined ? null : isShut ? (
          <div className="agent-limit">
            <p className="agent-limit-name">{limitsNote}</p>
          </div>
        ) : (
          <p className="quiet">{limitsNote}</p>
        )}
        {limits.map(({ id, name, end, why, canLift }) => (
          <div className="agent-limit" key={id}>
            <div>
              <p className="agent-limit-name">{name}</p>
              <p className="small quiet">{end}</p>
              {why ? <p className="small quiet">{why}</p> : null}
            </div>
            {canLift ? (
              <PostButton action={caseActionPath} kind="quiet" sends={{ act: "lift", reference, limit: id }}>
                <ForWhat act={t("agent:act.lift")} what={name} />
              </PostButton>
            ) : null}
          </div>
        ))}
      </section>
      <section className="stack stack-tight print-hidden">
        <h2 className="heading">{t("agent:acts.title")}</h2>
        <p className="quiet">
          {t(role === "read" ? "agent:acts.readOnly" : canAct ? "agent:acts.known" : "agent:acts.none")}
        </p>
        {canUnfreeze ? (
          <PostButton action={caseActionPath} kind="quiet" sends={{ act: "unfreeze", reference }}>
            {t("agent:act.unfreeze")}
          </PostButton>
        ) : null}
        {canUnlock ? (
          <PostButton action={caseActionPath} kind="quiet" sends={{ act: "unlock", reference }}>
            {t("agent:act.unlock")}
          </PostButton>
        ) : null}
        {links.map((link) => (
          <LinkAct key={link} link={link} reference={reference} />
        ))}
        {canWaive ? (
          <Disclosure question={t("agent:act.link.WAIVE_SECOND_FACTOR")}>
            <p>{t("agent:act.waive.lead")}</p>
            <PostButton action={caseActionPath} kind="quiet" sends={{ act: "waive", reference }}>
              {t("agent:act.waive.submit")}
            </PostButton>
          </Disclosure>
        ) : null}
      </section>
    </>
  );
}

function LinkAct({ link, reference }: { link: AgentLink; reference: string }) {
  const t = useTranslate();
  return (
    <Disclosure question={t(`agent:act.link.${link}`)}>
      <ScreenForm rules={{}} action={caseActionPath}>
        <input type="hidden" name="act" value="link" />
        <input type="hidden" name="link" value={link} />
        <input type="hidden" name="reference" value={reference} />
        <TextField
          name="email"
          id={`email-${link}`}
          type="email"
          label={t("agent:act.link.email")}
          help={t(link === "RESETPWD_LOGIN" ? "agent:act.link.helpReset" : "agent:act.link.help")}
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="send"
        />
        <Button busyText={t("common:sending")}>
          <ForWhat act={t("agent:act.link.submit")} what={t(`agent:act.link.${link}`)} />
        </Button>
      </ScreenForm>
    </Disclosure>
  );
}

/** Distinguishes buttons of the same name for screen readers. */
function ForWhat({ act, what }: { act: string; what: string }) {
  return <ScreenReaderText visible={act} spoken={`${act}, ${what}`} />;
}
