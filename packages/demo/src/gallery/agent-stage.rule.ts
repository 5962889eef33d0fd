import type { AgentState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { policyNumberLength } from "@vestibule/contract/fields/policy-number.rule.ts";
import type { AgentSessionAnswer } from "@vestibule/contract/v1/agent-session.schema.ts";
import type { FoundJourney } from "@vestibule/contract/v1/support-desk.schema.ts";
import { stagedRequests } from "./link-request-stage.rule.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";
import { supportCase } from "./support-case.rule.ts";

type Agent = NonNullable<Stage["visit"]["session"]["agent"]>;

const desk: NonNullable<Stage["visit"]["agentDesk"]> = { serviceCredential: "staged" };

/** Fixture of the agents' page for a fictitious agent, with the API's response to a reference. */
export function agentStage(state: AgentState, place: StagePlace): Stage {
  const agent = agentIn(state, place);
  return {
    path: "/agent",
    visit: { session: { ...(agent && { agent }), ...signInEnd(state) }, agentDesk: desk },
    ...((state === "found" || state === "nothingFound") && { form: { act: "search", subject: policyNumberIn(place) } }),
    ...((state === "refused" || state === "signInLimited") && {
      form: { act: "signIn", agentId: "amelie", loginPassword: nobody.password },
    }),
    agentSession: sessionOf(state, place),
    ...asked(state, place),
  };
}

function policyNumberIn({ brand, province }: StagePlace): string {
  return nobody.policyNumber.slice(0, policyNumberLength(brand, province));
}

function isSignedOut(state: AgentState): boolean {
  return ["stranger", "refused", "signInLimited", "signInAway", ...openIdStates].includes(state);
}

const openIdStates: readonly AgentState[] = ["openId", "openIdDenied", "openIdNoRole", "openIdUnfit", "openIdLimited"];

const signInEnds: Partial<Record<AgentState, NonNullable<Stage["visit"]["session"]["agentSignIn"]>>> = {
  openIdDenied: { kind: "refused", why: "denied" },
  openIdNoRole: { kind: "refused", why: "noRole" },
  openIdUnfit: { kind: "refused", why: "unfitId" },
  openIdLimited: { kind: "limited", retryAfterSeconds: 900 },
};

/** Result of the last sign-in at the OpenID provider. */
function signInEnd(state: AgentState): Pick<Stage["visit"]["session"], "agentSignIn"> {
  const agentSignIn = signInEnds[state];
  return agentSignIn === undefined ? {} : { agentSignIn };
}

function agentIn(state: AgentState, { now }: StagePlace): Agent | undefined {
  if (isSignedOut(state)) return undefined;
  const said = endings[state];
  return { token: "staged", idleEndsAt: now.toISOString(), ...(said !== undefined && { said }) };
}

function sessionOf(state: AgentState, { now }: StagePlace): NonNullable<Stage["agentSession"]> {
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  if (state === "signInAway") return { read: refusedAnswer("unavailable") };
  const answer: AgentSessionAnswer = isSignedOut(state)
    ? { state: "none", signInBy: openIdStates.includes(state) ? "openId" : "secret" }
    : state === "ended"
      ? { state: "ended", signInBy: "secret" }
      : {
          ...{
            state: "open",
            agentId: "amelie",
            role: state === "readOnly" ? "read" : "act",
            idleEndsAt: inMinutes(ttl.agentIdleMinutes),
          },
          endsAt: inMinutes(state === "endsSoon" ? 1 : ttl.agentAbsoluteHours * 60),
        };
  const read = { status: 200, body: answer };
  if (state === "refused") return { signIn: refusedAnswer("wrongSecret"), read };
  return state === "signInLimited" ? { signIn: refusedAnswer("tooManyRequests"), read } : { read };
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
  linkRequested: { kind: "done", what: "request" },
  requestApproved: { kind: "done", what: "approve" },
  requestRefused: { kind: "done", what: "refuse" },
  ownRequest: { kind: "refused", why: "ownRequest" },
  requestEnded: { kind: "refused", why: "notOpen" },
  alreadyRequested: { kind: "refused", why: "alreadyRequested" },
  requestsLimited: { kind: "refused", why: "limited" },
};

/** Result of a search by policy number, with two people on the policy. */
function foundJourneys({ now }: StagePlace): { journeys: FoundJourney[] } {
  const lastAt = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  return {
    journeys: [
      { kind: "register", id: nobody.sessionId, lastAt: lastAt(7), role: "policyHolder", initial: "M" },
      { kind: "recover", id: nobody.otherId, lastAt: lastAt(26 * 60), role: "insuredDriver", initial: "Z" },
    ],
  };
}

function asked(state: AgentState, place: StagePlace): Pick<Stage, "query" | "answer"> {
  const query = { reference: nobody.reference };
  switch (state) {
    case "stranger":
    case "refused":
    case "signInLimited":
    case "signInAway":
    case "ended":
    case "find":
    case "endsSoon":
    case "openId":
    case "openIdDenied":
    case "openIdNoRole":
    case "openIdUnfit":
    case "openIdLimited":
      return { answer: { status: 200, body: { requests: [] } } };
    case "found":
      return { answer: { status: 200, body: foundJourneys(place) } };
    case "nothingFound":
      return { answer: { status: 200, body: { journeys: [] } } };
    case "requestsListed":
      return { answer: { status: 200, body: { requests: stagedRequests(state, place) } } };
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
    case "limited":
      return { query, answer: refusedAnswer("tooManyRequests") };
    case "away":
      return { query, answer: refusedAnswer("unavailable") };
    default:
      return { query, answer: { status: 200, body: supportCase(state, place) } };
  }
}
