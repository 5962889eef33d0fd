import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from "react";
import { useActionData, useRouteLoaderData } from "react-router";
import { useTranslate } from "./translate.tsx";

interface FaultFlag {
  /** Undefined until a form was validated in the browser; until then the action's result decides. */
  raised: boolean | undefined;
  raise: (form: string, raised: boolean | undefined) => void;
}

const FaultFlagContext = createContext<FaultFlag>({ raised: undefined, raise: () => {} });

export function FaultFlagProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<Record<string, boolean | undefined>>({});
  const raise = useCallback<FaultFlag["raise"]>((form, raised) => setForms((all) => ({ ...all, [form]: raised })), []);
  const known = Object.values(forms).filter((raised) => raised !== undefined);
  return (
    <FaultFlagContext value={{ raised: known.length === 0 ? undefined : known.includes(true), raise }}>
      {children}
    </FaultFlagContext>
  );
}

/** Marks the page title while one of its forms has errors. */
export function useFaultFlag(raised: boolean): void {
  const { raise } = useContext(FaultFlagContext);
  const form = useId();
  useEffect(() => {
    raise(form, raised);
    return () => raise(form, undefined);
  }, [raise, form, raised]);
}

export interface PageTitleProps {
  children: string;
  isRefused?: boolean;
  /** Position in a short flow; part of the title, which screen readers announce first. */
  stage?: { step: number; of: number } | undefined;
}

/** Title of the document, prefixed with "Error:" while there are errors. */
export function PageTitle({ children, isRefused = false, stage }: PageTitleProps) {
  const t = useTranslate();
  const { raised } = useContext(FaultFlagContext);
  const answer = useActionData() as { faults?: object; alert?: string } | undefined;
  const brand = (useRouteLoaderData("root") as { brand: { name: string } } | undefined)?.brand.name ?? "";
  const refused = isRefused || answer?.alert !== undefined || (raised ?? Object.keys(answer?.faults ?? {}).length > 0);
  const words = stage === undefined ? children : t("common:pageTitle.stage", { title: children, ...stage });
  const title = t("common:pageTitle", { title: words, brand });
  return <title>{refused ? t("common:pageTitle.refused", { title }) : title}</title>;
}
