import { Link } from "react-router";
import { EmailLine } from "../../design/email-line.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { ReferenceDigits } from "../../frame/reference-on-demand.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { caseActionPath, casePath } from "./agent-parts.tsx";
import type { RequestView } from "./case-view.server.ts";

/** Requests that need a second agent; on a case page with the buttons of a second agent. */
export function LinkRequests({
  requests,
  where,
}: {
  requests: readonly RequestView[] | undefined;
  where: "case" | "list";
}) {
  const t = useTranslate();
  if (requests === undefined || requests.length === 0) return null;
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("agent:requests.title")}</h2>
      {requests.some(({ canApprove }) => canApprove) && where === "case" ? null : (
        <p className="quiet">{t("agent:requests.lead")}</p>
      )}
      <div className="agent-requests">
        {requests.map((request) => (
          <div className="agent-request" key={request.id} data-tone={request.tone}>
            <h3 className="agent-limit-name">{request.title}</h3>
            <p>{request.state}</p>
            {request.emailToCheck === undefined ? null : (
              <EmailLine label={t("agent:request.newEmail")} email={request.emailToCheck} />
            )}
            {where === "case" ? <RequestActs request={request} /> : null}
            {request.facts.map((fact) => (
              <p className="small quiet" key={fact}>
                {fact}
              </p>
            ))}
            {where === "case" ? (
              request.say.map((words) => <p key={words}>{words}</p>)
            ) : (
              <Link to={casePath(request.code)}>
                <RichText
                  text="agent:requests.open"
                  parts={{ code: <ReferenceDigits reference={request.writtenCode} /> }}
                />
              </Link>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** What to check, and the decision: before the facts, so that both are in view. */
function RequestActs({ request }: { request: RequestView }) {
  const t = useTranslate();
  const sends = { reference: request.code, request: request.id };
  return (
    <>
      {request.canApprove ? (
        <>
          <h4 className="small">{t("agent:request.check.title")}</h4>
          <ul className="agent-check">
            {request.check.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      ) : null}
      {request.isOwn && request.canRefuse ? <p className="small quiet">{t("agent:request.own")}</p> : null}
      <div className="cluster">
        {request.canApprove ? (
          <PostButton action={caseActionPath} kind="quiet" sends={{ act: "approve", ...sends }}>
            {t(request.isWaiver ? "agent:act.approve.waiver" : "agent:act.approve")}
          </PostButton>
        ) : null}
        {request.canRefuse ? (
          <PostButton action={caseActionPath} kind="link" sends={{ act: "refuse", ...sends }}>
            {t(refusalOf(request))}
          </PostButton>
        ) : null}
      </div>
    </>
  );
}

function refusalOf({ isOwn, isWaiver }: RequestView) {
  if (isOwn) return "agent:act.withdraw";
  return isWaiver ? "agent:act.refuse.waiver" : "agent:act.refuse";
}
