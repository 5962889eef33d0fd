import { type AgentLink, agentLinks, liftableLimitIds } from "@vestibule/catalogue/support.table.ts";
import { checkReference, normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import type { AccountReply } from "@vestibule/contract/v1/account-call.client.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../form/form-answer.ts";
import type { FormValues } from "../../form/form-values.ts";
import { notFound, nothingPosted } from "../../roadblock/not-found.server.ts";
import { textsFor } from "../../visit/page-texts.server.ts";
import { sessionLimit } from "../../visit/time-limit.server.ts";
import { type AgentMemory, type AgentRefusal, type PortalVisit, visitContext } from "../../visit/visit.ts";
import { admitAgent, agentStanding, supportDesk } from "./agent-session.server.ts";
import type { AgentPage } from "./agent-view.ts";
import { caseView } from "./case-view.server.ts";

const path = "/agent";

export async function loader({ url, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext);
  const standing = agentStanding(visit);
  if (standing.kind === "closed") return notFound(visit);
  const texts = textsFor(visit, ["agent"]);
  const page: AgentPage =
    standing.kind === "stranger"
      ? { kind: "signIn", notice: standing.hasEnded ? "ended" : undefined }
      : await agentPage(visit, standing, url.searchParams.get("reference") ?? undefined);
  return data({ page, texts }, { status: statusOf(page) });
}

function statusOf(page: AgentPage): number {
  if (page.kind !== "find" || page.notice === undefined) return 200;
  return { misread: 400, unknown: 404, elsewhere: 404, away: 503 }[page.notice];
}

async function agentPage(
  visit: PortalVisit,
  standing: Extract<ReturnType<typeof agentStanding>, { kind: "agent" }>,
  typed: string | undefined,
): Promise<AgentPage> {
  const { id: agent, until, endsAt } = standing.memory;
  const limit = sessionLimit(visit, { idle: new Date(until), latest: new Date(endsAt) });
  if (typed === undefined || typed.trim() === "") return { kind: "find", agent, limit };
  if (!checkReference(typed)) return { kind: "find", agent, limit, typed: typed.slice(0, 20), notice: "misread" };
  const { client, by } = supportDesk(visit, standing);
  const reply = await client.look(by, normaliseReference(typed));
  if (reply.kind === "ok")
    return { kind: "case", agent, limit, said: takeSaid(standing.memory), told: caseView(visit, reply.data) };
  const isUnknown = reply.kind === "error" && reply.status === 404;
  const there = isUnknown ? brandBehind(reply.error.fields) : undefined;
  if (there !== undefined) return { kind: "find", agent, limit, typed, notice: "elsewhere", there };
  return { kind: "find", agent, limit, typed, notice: isUnknown ? "unknown" : "away" };
}

/** Each brand's page asks for its own references; of another one's it says where to go. */
function brandBehind({ name, portal }: Record<string, string> = {}): { brand: string; address?: string } | undefined {
  if (name === undefined) return undefined;
  return { brand: name, ...(portal && { address: `${portal}${path}` }) };
}

function takeSaid(memory: AgentMemory): AgentMemory["said"] {
  const { said } = memory;
  delete memory.said;
  return said;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = context.get(visitContext);
  const values = await readForm(request);
  const standing = agentStanding(visit);
  if (standing.kind === "closed") return nothingPosted();
  if (values.act === "signIn") return signIn(visit, values);
  if (standing.kind === "stranger") return redirect(path, 303);
  if (values.act === "signOut") {
    delete visit.session.agent;
    return redirect(path, 303);
  }
  const reference = normaliseReference(values.reference ?? "").slice(0, 20);
  const back = `${path}?${new URLSearchParams({ reference })}`;
  if (checkReference(reference)) {
    const said = await act(supportDesk(visit, standing), reference, values);
    if (said !== undefined) standing.memory.said = said;
  }
  return redirect(back, 303);
}

function signIn(visit: PortalVisit, values: FormValues) {
  const id = values.agentId ?? "";
  if (admitAgent(visit, { id, secret: values.loginPassword ?? "" })) return redirect(path, 303);
  return data({ refused: { id: id.slice(0, 40) } }, { status: 400 });
}

/** Does what a button asked for. Undefined: it only looked for a reference. */
async function act(
  { client, by }: ReturnType<typeof supportDesk>,
  code: string,
  values: FormValues,
): Promise<AgentMemory["said"]> {
  const limit = liftableLimitIds.find((id) => id === values.limit);
  const link = agentLinks.find((id) => id === values.link);
  if (values.act === "lift" && limit !== undefined) return ended("lift", await client.lift(by, code, limit));
  if (values.act === "unlock") return ended("unlock", await client.unlock(by, code));
  if (values.act === "link" && link !== undefined)
    return ended("link", await client.link(by, code, order(link, values)));
  return undefined;
}

function order(action: AgentLink, { email = "" }: FormValues) {
  return { action, ...(email !== "" && { email }) };
}

function ended(
  what: "lift" | "unlock" | "link",
  reply: AccountReply<{ done: boolean }>,
): NonNullable<AgentMemory["said"]> {
  if (reply.kind === "ok") return { kind: "done", what: reply.data.done ? what : "nothing" };
  const key = reply.kind === "error" ? reply.error.fields?.email : undefined;
  const why: Record<string, AgentRefusal> = { format: "email", alreadyExists: "taken", required: "missing" };
  return { kind: "refused", why: why[key ?? ""] ?? "other" };
}
