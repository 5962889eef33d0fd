import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import { chooseWay } from "./choose-way.journey.ts";
import { giveAddress, mailAgain } from "./give-address.journey.ts";
import { openRegistration, registrationHandle } from "./hold-registration.journey.ts";
import { judgeCode } from "./judge-code.journey.ts";
import type { LegacyCall, LegacyRefusal, Validated } from "./legacy-call.port.ts";

export interface ValidationCall {
  registrationId: string;
  validationId: string;
  /** Undefined: the way is chosen, or its message asked for again. */
  typed: string | undefined;
}

export type ValidateEnding = (Validated & { id: string }) | LegacyRefusal;

/** Chooses a way to prove who one is, or answers what a registration asked: what the id names decides. */
export async function validate(parts: ProvingParts, visit: Visit, call: ValidationCall): Promise<ValidateEnding> {
  const opened = await openRegistration(parts, visit, call.registrationId);
  if (opened.kind === "gone") return opened;
  const ending = await dispatch(parts, opened, call);
  return ending.kind === "validated" ? { ...ending, id: registrationHandle(parts, opened.session) } : ending;
}

function dispatch(parts: ProvingParts, opened: LegacyCall, { validationId, typed }: ValidationCall) {
  const { options, code, question, answered } = opened.session.state;
  const place = { ...opened, validationId };
  if (question?.id === validationId) {
    if (question.method === "ASKPASSWORD") return { kind: "gone" } as const;
    return typed === undefined ? mailAgain(parts, place) : giveAddress(parts, { ...place, typed });
  }
  const known = [code?.id, answered, ...options.map(({ id }) => id)];
  if (!known.includes(validationId)) return { kind: "gone" } as const;
  return typed === undefined ? chooseWay(parts, place) : judgeCode(parts, { ...place, typed });
}
