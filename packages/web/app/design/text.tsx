import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslate } from "../i18n/translate.tsx";

/** The page's only h1; receives the focus after client-side navigation. */
export function Heading({ describedBy, children }: { describedBy?: string | undefined; children: ReactNode }) {
  return (
    <h1 className="title" tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  );
}

interface PageIntroProps {
  title: ReactNode;
  /** Id of the text announced after the title when it receives the focus. */
  describedBy?: string | undefined;
  children?: ReactNode;
}

export function PageIntro({ title, describedBy, children }: PageIntroProps) {
  return (
    <div className="opening">
      <Heading describedBy={describedBy}>{title}</Heading>
      {children === undefined || children === null ? null : <p className="lead">{children}</p>}
    </div>
  );
}

/** Link to the login page, at the end of a page. */
export function BackToLogin() {
  return (
    <p>
      <Link to="/">{useTranslate()("common:backToLogin")}</Link>
    </p>
  );
}
