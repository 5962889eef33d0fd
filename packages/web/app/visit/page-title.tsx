import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useActionData, useRouteLoaderData } from "react-router";
import { useSay } from "./texts.tsx";

interface FaultFlag {
  /** Undefined until a form has spoken: before that the server's answer decides. */
  raised: boolean | undefined;
  raise: (raised: boolean | undefined) => void;
}

const FaultFlagContext = createContext<FaultFlag>({ raised: undefined, raise: () => {} });

export function FaultFlagProvider({ children }: { children: ReactNode }) {
  const [raised, raise] = useState<boolean>();
  return <FaultFlagContext value={{ raised, raise }}>{children}</FaultFlagContext>;
}

/** Lets a form tell the title that something must be put right. */
export function useFaultFlag(raised: boolean): void {
  const { raise } = useContext(FaultFlagContext);
  useEffect(() => {
    raise(raised);
    return () => raise(undefined);
  }, [raise, raised]);
}

/** The page's title in the browser: "Error: …" first where something must be put right. */
export function PageTitle({ children, isRefused = false }: { children: string; isRefused?: boolean }) {
  const say = useSay();
  const { raised } = useContext(FaultFlagContext);
  const answer = useActionData() as { faults?: object; alert?: string } | undefined;
  const brand = (useRouteLoaderData("root") as { brand: { name: string } } | undefined)?.brand.name ?? "";
  const refused = isRefused || answer?.alert !== undefined || (raised ?? Object.keys(answer?.faults ?? {}).length > 0);
  const title = say("common:pageTitle", { title: children, brand });
  return <title>{refused ? say("common:pageTitle.refused", { title }) : title}</title>;
}
