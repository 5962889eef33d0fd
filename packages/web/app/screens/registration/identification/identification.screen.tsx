import { useEffect, useRef } from "react";
import type { OnJourney } from "../flow/journey-facts.ts";
import type { RegistrationRefusal } from "../flow/refusal.ts";
import { type DriverData, DriverScreen } from "./driver.screen.tsx";
import { type EmailData, EmailScreen } from "./email.screen.tsx";
import { type PolicyData, PolicyScreen } from "./policy.screen.tsx";
import { type ProfilesData, ProfilesScreen } from "./profiles.screen.tsx";

export type IdentificationData =
  | ({ kind: "email" } & EmailData)
  | ({ kind: "policy" } & PolicyData)
  | ({ kind: "profiles" } & ProfilesData)
  | ({ kind: "driver" } & DriverData);

/** Four pages of the flow share one address: each is a screen of its own, begun afresh. */
export function IdentificationScreen(props: {
  data: OnJourney<IdentificationData>;
  refusal?: RegistrationRefusal | undefined;
}) {
  const { data, refusal } = props;
  useFocusOnNewQuestion(data.kind);
  switch (data.kind) {
    case "email":
      return <EmailScreen data={data} refusal={refusal} />;
    case "policy":
      return <PolicyScreen data={data} refusal={refusal} />;
    case "profiles":
      return <ProfilesScreen data={data} refusal={refusal} />;
    case "driver":
      return <DriverScreen data={data} refusal={refusal} />;
  }
}

/** The address stays while the question changes: who reads by ear is brought to the new title. */
function useFocusOnNewQuestion(kind: string): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [kind]);
}
