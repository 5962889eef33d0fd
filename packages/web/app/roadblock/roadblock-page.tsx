import { useFetcher, useRouteLoaderData } from "react-router";
import { Disclosure } from "../design/disclosure.tsx";
import { Icon } from "../design/icon.tsx";
import { Notice } from "../design/notice.tsx";
import { Heading } from "../design/text.tsx";
import { RetryLaterNotice } from "../form/email-not-received.tsx";
import { addFactsToChatUrl } from "../frame/chat-url.rule.ts";
import type { frameData } from "../frame/frame-data.server.ts";
import type { CreatedReference } from "../frame/reference-on-demand.tsx";
import { RelayServices, WeekHoursTable } from "../frame/week-hours.tsx";
import { PageTitle } from "../i18n/page-title.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { ExitRow } from "./exit-row.tsx";
import type { RoadblockFacts } from "./roadblock-facts.server.ts";
import type { RoadblockWords } from "./roadblock-words.rule.ts";

export function RoadblockPage({ facts }: { facts: RoadblockFacts }) {
  const { words, exits, firstExit, week, telephone, asksReferenceAt: page, retryAt } = facts;
  const t = useTranslate();
  const frame = useRouteLoaderData<typeof frameData>("root");
  const fetcher = useFetcher<CreatedReference>();
  const { url } = facts.chat;
  const hasHours = week.days.length > 0;
  const chat =
    url === undefined
      ? facts.chat
      : { ...facts.chat, url: addFactsToChatUrl(url, { reference: fetcher.data?.reference }) };
  const contact = { ...facts, chat, hours: frame?.help.hours, webview: frame?.webview };
  return (
    <div className="stack stack-wide roadblock">
      <PageTitle>{words.title}</PageTitle>
      <div className="opening">
        <Heading>{words.title}</Heading>
        <RoadblockText {...words} />
      </div>
      {retryAt === undefined ? null : <RetryLaterNotice time={retryAt} />}
      {facts.isLetterAsked ? (
        <Notice tone="success" takesFocus>
          {t("roadblock:letter.asked")}
        </Notice>
      ) : null}
      <ul className="tiles">
        {exits.map((exit) => (
          <ExitRow
            key={exit}
            exit={exit}
            isLead={exit === firstExit}
            facts={{ ...contact, ...(page !== undefined && { onDemand: { fetcher, page } }) }}
          />
        ))}
      </ul>
      <Disclosure question={t(hasHours ? "help:more.hours" : "help:more.relay")}>
        <WeekHoursTable {...week} />
        <RelayServices telephone={telephone} isTitled={hasHours} />
      </Disclosure>
    </div>
  );
}

/** The sentences of a roadblock. If one of them contains the end of a lockout, it comes first and is emphasised. */
function RoadblockText({ what, affected, next, lockoutEndText }: RoadblockWords) {
  if (lockoutEndText === undefined)
    return (
      <>
        <p className="prose">{[what, affected].filter(Boolean).join(" ")}</p>
        <p className="prose">{next}</p>
      </>
    );
  const [sentence = "", rest] = lockoutEndText.part === "what" ? [what, [affected, next]] : [next, [what, affected]];
  const [before, after] = sentence.split(lockoutEndText.time);
  return (
    <>
      <p className="pause-end">
        <Icon name="clock" />
        <span>
          {before}
          <strong>{lockoutEndText.time}</strong>
          {after}
        </span>
      </p>
      <p className="prose">{rest.filter(Boolean).join(" ")}</p>
    </>
  );
}
