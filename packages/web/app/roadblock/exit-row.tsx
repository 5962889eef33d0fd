import type { Exit, TelephoneLine } from "@vestibule/catalogue/roadblock.table.ts";
import { telephoneLink } from "@vestibule/wording/format.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../design/icon.tsx";
import { Line } from "../design/screen-reader-text.tsx";
import { PostForm } from "../form/post-form.tsx";
import type { ChatFacts } from "../frame/chat.server.ts";
import { ChatLink } from "../frame/chat-link.tsx";
import type { FormattedHours } from "../frame/format-hours.server.ts";
import { ReferenceDigits, ReferenceOnDemand, type ReferenceOnDemandProps } from "../frame/reference-on-demand.tsx";
import { OpenState, TelephoneNotes, useTelephoneText } from "../frame/telephone.tsx";
import { useTranslate } from "../i18n/translate.tsx";
import { leavePath, letterRequestPath, reissueLinkPath } from "./action-path.table.ts";
import type { PortalExit } from "./exit.rule.ts";

/** Icons of ways out; the account uses none of them for anything else. */
export const exitIcons: Record<Exit, IconName> = {
  telephone: "telephone",
  customerLine: "telephone",
  chat: "chat",
  login: "enter",
  forgot: "password",
  registration: "again",
  findEmail: "envelope",
  changeRole: "person",
  newLink: "envelope",
  newCode: "envelope",
  newLetter: "envelope",
  marketing: "globe",
  home: "home",
  retry: "again",
  back: "back",
};

/** Contact channels of a roadblock. */
interface ContactFacts {
  line: TelephoneLine;
  telephone: string;
  callMinutes?: number | undefined;
  /** The customer line, if it differs from `telephone`. */
  customerLine?: { telephone: string; callMinutes?: number | undefined } | undefined;
  hours: FormattedHours | undefined;
  chat: ChatFacts;
  webview: boolean | undefined;
  /**
   * Nine digits by which an agent finds the browser session; absent if none could be created, or none was requested
   * yet.
   */
  reference?: string | undefined;
  /** Set on a page that creates a reference only on demand. */
  onDemand?: ReferenceOnDemandProps;
}

/** One exit as a row, clickable anywhere. */
export function ExitRow({ exit, isLead, facts }: { exit: Exit; isLead: boolean; facts: ContactFacts }) {
  const leadClass = isLead ? " tile-lead" : "";
  if (exit === "telephone") return <TelephoneRow {...facts} leadClass={leadClass} />;
  if (exit === "customerLine") return <CustomerLineRow {...facts} leadClass={leadClass} />;
  if (exit === "chat") return facts.webview ? null : <ChatRow {...facts.chat} leadClass={leadClass} />;
  return <PortalRow exit={exit} leadClass={leadClass} />;
}

/** `leadClass`: class of the exit that is highlighted, or empty. */
interface Lead {
  leadClass: "" | " tile-lead";
}

/** The number to call, followed by the reference number to read out. Below the customer line, its hours are the same. */
function TelephoneRow(facts: ContactFacts & Lead) {
  const { line, telephone, callMinutes, customerLine, hours, reference, onDemand, leadClass } = facts;
  const t = useTranslate();
  const sameHours = [
    hours === undefined ? "" : t("roadblock:exit.telephone.sameHours"),
    callMinutes === undefined ? "" : t("frame:help.callMinutes", { count: callMinutes }),
  ]
    .filter(Boolean)
    .join(" ");
  const key = line === "technical" ? "roadblock:exit.telephone.technical" : "roadblock:exit.telephone";
  const title = <TelephoneTitle words={key} telephone={telephone} />;
  return (
    <li className="tile-with-reference">
      <a className={`tile tile-call${leadClass}`} href={telephoneLink(telephone)}>
        <ExitContent
          exit="telephone"
          title={title}
          note={
            customerLine === undefined ? <TelephoneNotes hours={hours} callMinutes={callMinutes} isShort /> : sameHours
          }
        />
      </a>
      {onDemand === undefined ? <Reference reference={reference} /> : <OnDemand {...onDemand} />}
    </li>
  );
}

function CustomerLineRow({ customerLine, hours, leadClass }: ContactFacts & Lead) {
  if (customerLine === undefined) return null;
  const { telephone, callMinutes } = customerLine;
  return (
    <li>
      <a className={`tile tile-call${leadClass}`} href={telephoneLink(telephone)}>
        <ExitContent
          exit="customerLine"
          title={<TelephoneTitle words="roadblock:exit.customerLine" telephone={telephone} />}
          note={<TelephoneNotes hours={hours} callMinutes={callMinutes} isShort />}
        />
      </a>
    </li>
  );
}

/** The reference number; without one, a text that an agent can help without it. */
function Reference({ reference }: Pick<ContactFacts, "reference">) {
  const t = useTranslate();
  if (reference === undefined) return <p className="tile-reference small">{t("frame:help.noReference")}</p>;
  return (
    <p className="tile-reference">
      <span className="quiet small">{t("roadblock:reference")} </span>
      <ReferenceDigits reference={reference} className="reference figures" />
    </p>
  );
}

function OnDemand(props: ReferenceOnDemandProps) {
  return (
    <div className="tile-reference">
      <ReferenceOnDemand {...props} />
    </div>
  );
}

/** A sentence with a number, which may wrap anywhere but inside the number. */
function TelephoneTitle({ words, telephone }: { words: TextKey; telephone: string }) {
  const [before, after] = useTranslate()(words, { number: "\n" }).split("\n");
  const number = useTelephoneText(telephone);
  return (
    <>
      {before}
      <span className="figures unbroken">{number}</span>
      {after}
    </>
  );
}

/** A closed chat shows its opening time instead of a link. */
function ChatRow({ url, hours, leadClass }: ChatFacts & Lead) {
  const t = useTranslate();
  if (hours === undefined) return null;
  if (url === undefined)
    return (
      <li className="tile tile-later">
        <Icon name="chat" />
        <span className="tile-text">{hours}</span>
      </li>
    );
  return (
    <li>
      <ChatLink className={`tile${leadClass}`} to={url}>
        <ExitContent
          exit="chat"
          title={<Line words={t("roadblock:exit.chat")} />}
          note={
            <OpenState isOpen={true}>
              <Line words={hours} />
            </OpenState>
          }
        />
      </ChatLink>
    </li>
  );
}

const formPaths: Partial<Record<Exit, string>> = { newLink: reissueLinkPath, newLetter: letterRequestPath };

function PortalRow({ exit, leadClass }: { exit: PortalExit } & Lead) {
  const t = useTranslate();
  return (
    <li>
      <PostForm action={formPaths[exit] ?? leavePath}>
        <input type="hidden" name="exit" value={exit} />
        <button className={`tile${leadClass}`} type="submit">
          <ExitContent exit={exit} title={t(`roadblock:exit.${exit}`)} />
        </button>
      </PostForm>
    </li>
  );
}

function ExitContent({ exit, title, note }: { exit: Exit; title: ReactNode; note?: ReactNode }) {
  return (
    <>
      <Icon name={exitIcons[exit]} />
      <span className="tile-text">
        <span className="tile-title">{title}</span>
        {note === undefined ? null : <span className="tile-note">{note}</span>}
      </span>
      {exitIcons[exit] === "telephone" ? null : <Icon name="arrow" />}
    </>
  );
}
