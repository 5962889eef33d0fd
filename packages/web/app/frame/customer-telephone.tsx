import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import { Telephone } from "./telephone.tsx";

/** The brand's customer line in a sentence, as a `tel:` link. Not beside `Telephone`, which the login page loads. */
export function CustomerTelephone() {
  return <Telephone number={useRouteLoaderData<typeof rootLoader>("root")?.help.telephone ?? ""} />;
}
