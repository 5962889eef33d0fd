import { useRouteLoaderData } from "react-router";
import type { frameData } from "./frame-data.server.ts";
import { Telephone } from "./telephone.tsx";

/** The brand's customer line in a sentence, as a `tel:` link. Not beside `Telephone`, which the login page loads. */
export function CustomerTelephone() {
  return <Telephone number={useRouteLoaderData<typeof frameData>("root")?.help.telephone ?? ""} />;
}
