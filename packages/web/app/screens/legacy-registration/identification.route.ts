import { type LoaderFunctionArgs, redirect } from "react-router";
import { harmlessQuery } from "../../visit/arrival-query.rule.ts";
import { visitContext } from "../../visit/visit.ts";

/** Where registration begins, by its older address. */
export function loader({ url, context }: LoaderFunctionArgs): Response {
  const { features } = context.get(visitContext).brand;
  return redirect(`${features.registration ? "/create-an-account/identification" : "/"}${harmlessQuery(url)}`, 303);
}
