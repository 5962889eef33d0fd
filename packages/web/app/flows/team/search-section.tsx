import type { ReactNode } from "react";

/** A search with its title; several are next to each other in `.team-searches`. */
export function SearchSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack stack-tight" aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
