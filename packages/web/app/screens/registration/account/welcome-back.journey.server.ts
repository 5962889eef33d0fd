import { redirect } from "react-router";
import { endingOf, leaveFor } from "../flow/landing.server.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { WelcomeBackData } from "./welcome-back.screen.tsx";

export const loader = registrationLoader<WelcomeBackData>({
  pages: ["WELCOME_BACK"],
  sections: ["welcomeBack"],
  elsewhere: "/",
  draw: ({ visit, page }) => ({
    firstName: page.firstName ?? "",
    username: page.username ?? "",
    nameLength: visit.brand.nameLength,
  }),
});

/** Leaves for the login page or the reset of a password; the address goes along in the sealed session. */
export const action = registrationAction(async (talk, values) => {
  const reply = await callRegistration(talk, "accountInfo");
  if (reply.kind !== "ok") {
    const ending = endingOf(talk.visit, reply);
    return leaveFor(talk.visit, ending.kind === "stays" ? { kind: "sessionPage" } : ending);
  }
  talk.visit.session.loginEmail = reply.data.username;
  return redirect(values.next === "forgot" ? "/forgot" : "/", 303);
});
