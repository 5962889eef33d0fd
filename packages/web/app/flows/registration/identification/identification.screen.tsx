import type { ScreenProps } from "../flow/flow-info.ts";
import { useFocusOnNewQuestion } from "../parts/registration-page.tsx";
import { type DriverData, DriverScreen } from "./driver.screen.tsx";
import { type EmailData, EmailScreen } from "./email.screen.tsx";
import { type PolicyData, PolicyScreen } from "./policy.screen.tsx";
import { type ProfilesData, ProfilesScreen } from "./profiles.screen.tsx";

export type IdentificationData =
  | ({ kind: "email" } & EmailData)
  | ({ kind: "policy" } & PolicyData)
  | ({ kind: "profiles" } & ProfilesData)
  | ({ kind: "driver" } & DriverData);

/** Four pages of the flow share one URL; each of them is a screen of its own. */
export function IdentificationScreen({ data, refusal }: ScreenProps<IdentificationData>) {
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
