import type { WayOut } from "@vestibule/catalogue/roadblock.table.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Icon, type IconName } from "../design/icon.tsx";
import { ChatLink } from "../frame/chat-link.tsx";
import type { FrameData } from "../frame/frame-data.server.ts";
import { useHoursInWords } from "../frame/opening.ts";
import { telephoneAddress, useTelephoneText } from "../frame/telephone.tsx";
import { freshLinkPath } from "../visit/link-path.table.ts";
import { useSay } from "../visit/texts.tsx";
import type { PortalWay } from "./way-out.rule.ts";

const icons: Record<WayOut, IconName> = {
  telephone: "telephone",
  chat: "chat",
  login: "person",
  forgot: "key",
  registration: "again",
  verifyOptions: "back",
  newLink: "envelope",
  marketing: "globe",
  retry: "again",
  back: "back",
};

interface WayOutRowProps {
  way: WayOut;
  help: FrameData["help"] | undefined;
  webview: boolean;
}

/** One way to go on, as a row that can be pressed anywhere. */
export function WayOutRow({ way, help, webview }: WayOutRowProps) {
  if (way === "telephone") return help === undefined ? null : <TelephoneRow help={help} />;
  if (way === "chat") return help?.chatUrl === undefined || webview ? null : <ChatRow url={help.chatUrl} />;
  return <PortalRow way={way} />;
}

function TelephoneRow({ help }: { help: FrameData["help"] }) {
  const number = useTelephoneText(help.telephone);
  const hours = useHoursInWords(help.hours);
  return (
    <li>
      <a className="way" href={telephoneAddress(help.telephone)}>
        <Face way="telephone" title={<TelephoneTitle number={number} />}>
          {hours === undefined ? null : (
            <>
              <span className="open-state" data-open={hours.isOpen}>
                {hours.now}
              </span>
              {hours.today === undefined ? null : <span className="help-today">{hours.today}</span>}
            </>
          )}
        </Face>
      </a>
    </li>
  );
}

/** The sentence may wrap, the number may not. */
function TelephoneTitle({ number }: { number: string }) {
  const [before, after] = useSay()("roadblock:way.telephone", { number: "\n" }).split("\n");
  return (
    <>
      {before}
      <span className="figures unbroken">{number}</span>
      {after}
    </>
  );
}

function ChatRow({ url }: { url: string }) {
  const say = useSay();
  return (
    <li>
      <ChatLink className="way" to={url}>
        <Face way="chat" title={say("roadblock:way.chat")}>
          <span className="open-state" data-open="true">
            {say("roadblock:way.chat.open")}
          </span>
        </Face>
      </ChatLink>
    </li>
  );
}

function PortalRow({ way }: { way: PortalWay }) {
  const say = useSay();
  return (
    <li>
      <Form method="post" action={way === "newLink" ? freshLinkPath : "/roadblock/leave"}>
        <input type="hidden" name="way" value={way} />
        <button className="way" type="submit">
          <Face way={way} title={say(`roadblock:way.${way}`)} />
        </button>
      </Form>
    </li>
  );
}

function Face({ way, title, children }: { way: WayOut; title: ReactNode; children?: ReactNode }) {
  return (
    <>
      <Icon name={icons[way]} />
      <span className="way-text">
        <span className="way-title">{title}</span>
        {children ? <span className="way-note">{children}</span> : null}
      </span>
      <Icon name="arrow" />
    </>
  );
}
