import { profileIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { atOnce, refuseFields } from "../transition.rule.ts";
import { startVerification } from "./start-verification.ts";

/** Chooses one of the offered profiles; the others stay for going back. */
export const chooseProfile: CallHandler = async (context) => {
  const { deps, session, request } = context;
  const body = readBody(profileIdentifyBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const { profiles } = session.state;
  const choice = profiles?.find((profile) => profile.id === body.value.profileId);
  const person = choice && (await deps.directory.findById(choice.rowId));
  if (person === undefined) return atOnce(refuseFields({ profileId: body.value.profileId ? "format" : "required" }));
  return (transaction) => startVerification(context, transaction, { person, by: session.page, keep: { profiles } });
};
