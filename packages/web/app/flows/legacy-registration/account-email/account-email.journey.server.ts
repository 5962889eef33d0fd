import { questionAction } from "../flow/question-page.server.ts";
import { addressLoader, answerAddress } from "../new-email/new-email.journey.server.ts";

/** Confirms the e-mail on file, or asks for one where there is none. */
export const loader = addressLoader("ASKEMAIL");
export const action = questionAction("ASKEMAIL", answerAddress);
