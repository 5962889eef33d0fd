import { questionAction } from "../flow/question-page.server.ts";
import { addressLoader, answerAddress } from "../new-email/new-email.journey.server.ts";

/** The address on file is confirmed, or one given where there is none. */
export const loader = addressLoader("ASKEMAIL");
export const action = questionAction("ASKEMAIL", answerAddress);
