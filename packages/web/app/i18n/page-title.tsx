import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from "react";
import { useActionData, useRouteLoaderData } from "react-router";
import { useTranslate } from "./translate.tsx";

interface ErrorFlag {
  /** Undefined until a form was validated in the browser; until then the action's result decides. */
  raised: boolean | undefined;
  raise: (form: string, raised: boolean | undefined) => void;
}

const ErrorFlagContext = createContext<ErrorFlag>({ raised: undefined, raise: () => {} });

export function ErrorFlagProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<Record<string, boolean | undefined>>({});
  const raise = useCallback<ErrorFlag["raise"]>((form, raised) => setForms((all) => ({ ...all, [form]: raised })), []);
  const known = Object.values(forms).filter((raised) => raised !== undefined);
  return (
    <ErrorFlagContext value={{ raised: known.length === 0 ? undefined : known.includes(true), raise }}>
      {children}
    </ErrorFlagContext>
  );
}

/** Marks the page title while one of its forms has errors. */
export function useErrorFlag(raised: boolean): void {
  const { raise } = useContext(ErrorFlagContext);
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
  const { raised } = useContext(ErrorFlagContext);
  const formError = useActionData<{ errors?: object; alert?: string }>();
  const brand = useRouteLoaderData<{ brand: { name: string } }>("root")?.brand.name ?? "";
  const refused =
    isRefused || formError?.alert !== undefined || (raised ?? Object.keys(formError?.errors ?? {}).length > 0);
  const words = stage === undefined ? children : t("common:pageTitle.stage", { title: children, ...stage });
  const title = t("common:pageTitle", { title: words, brand });
  return <title>{refused ? t("common:pageTitle.refused", { title }) : title}</title>;
}
