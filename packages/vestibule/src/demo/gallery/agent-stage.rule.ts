import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { AgentState } from "@vestibule/catalogue/ordinary-screen.table.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";
import { supportCase } from "./support-case.rule.ts";

type Agent = NonNullable<Stage["visit"]["session"]["agent"]>;

/** A desk that knows one badge and lets nobody in. */
const desk: NonNullable<Stage["visit"]["agentDesk"]> = {
  serviceCredential: "staged",
  admits: () => false,
  badgeOf: () => "staged",
};

/** The agents' page before an agent of nobody's, and what the API tells them behind a reference. */
export function agentStage(state: AgentState, place: StagePlace): Stage {
  const agent = agentIn(state, place);
  return {
    path: "/agent",
    visit: { session: agent === undefined ? {} : { agent }, agentDesk: desk },
    ...(state === "refused" && { form: { act: "signIn", agentId: "amelie", loginPassword: nobody.password } }),
    ...asked(state, place),
  };
}

function agentIn(state: AgentState, { now }: StagePlace): Agent | undefined {
  if (state === "stranger" || state === "refused") return undefined;
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  const until = inMinutes(state === "ended" ? -1 : lifetimes.agentIdleMinutes);
  const endsAt = inMinutes(state === "endsSoon" ? 1 : lifetimes.agentAbsoluteHours * 60);
  const said = endings[state];
  return { id: "amelie", badge: "staged", until, endsAt, ...(said !== undefined && { said }) };
}

const endings: Partial<Record<AgentState, NonNullable<Agent["said"]>>> = {
  lifted: { kind: "done", what: "lift" },
  unlocked: { kind: "done", what: "unlock" },
  linkSent: { kind: "done", what: "link" },
  nothingLeft: { kind: "done", what: "nothing" },
  notAnAddress: { kind: "refused", why: "email" },
  taken: { kind: "refused", why: "taken" },
  missing: { kind: "refused", why: "missing" },
  unfit: { kind: "refused", why: "other" },
};

function asked(state: AgentState, place: StagePlace): Pick<Stage, "query" | "answer"> {
  const query = { reference: nobody.reference };
  switch (state) {
    case "stranger":
    case "refused":
    case "ended":
    case "find":
    case "endsSoon":
      return {};
    case "misread":
      return { query: { reference: nobody.misread } };
    case "unknown":
      return { query, answer: refusedAnswer("notFound") };
    case "elsewhere": {
      const fields = {
        brand: place.brand.id,
        name: place.brand.name[place.language],
        portal: "https://portal.example",
      };
      return { query, answer: refusedAnswer("notFound", { fields }) };
    }
    case "away":
      return { query, answer: refusedAnswer("unavailable") };
    default:
      return { query, answer: { status: 200, body: supportCase(state, place) } };
  }
}
