import type { ReactNode } from "react";
import { PageIntro } from "../design/text.tsx";
import { PageTitle } from "../i18n/page-title.tsx";

interface PageOpeningProps {
  title: string;
  isRefused?: boolean;
  /** Introduces the page. */
  children?: ReactNode;
}

/** Title and introduction of a page. The title is also the document's. */
export function PageOpening({ title, isRefused = false, children }: PageOpeningProps) {
  return (
    <>
      <PageTitle isRefused={isRefused}>{title}</PageTitle>
      <PageIntro title={title}>{children}</PageIntro>
    </>
  );
}
