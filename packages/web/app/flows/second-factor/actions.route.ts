import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../form/form-error.ts";
import { handlerAt } from "../../request/pathname.rule.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { choicesOf, flashRefusedCode, secondFactorApi } from "./second-factor-call.server.ts";
import { methodPath, stayPath } from "./second-factor-path.table.ts";
import { sendsCodes } from "./two-factor-view.ts";

/** Chooses a method, and sends a code by it; the page shows what happened. */
async function chooseMethod({ request, url, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  // The form that requests another code has no fields; its URL names the method.
  const again = url.searchParams.get("again");
  const id = again ?? (await readForm(request)).method ?? "";
  const choices = choicesOf(requestContext);
  choices.chosen = id;
  if (!sendsCodes(id)) return redirect(secondFactorPath, 303);
  const result = await secondFactorApi(requestContext).send({ id });
  if (result.kind === "ok") {
    if (again !== null) choices.flash = "sentAgain";
    return redirect(secondFactorPath, 303);
  }
  flashRefusedCode(requestContext, result);
  // The page says what else happened to the sign-in.
  return redirect(secondFactorPath, 303);
}

/** Extends the sign-in. With a script the page and its typed values stay; without one it is reloaded. */
async function stay({ request, context }: ActionFunctionArgs): Promise<Response | null> {
  const { stays } = await readForm(request);
  await secondFactorApi(context.get(requestContextKey)).extend();
  return stays === "here" ? null : redirect(secondFactorPath, 303);
}

const actions: Readonly<Record<string, (args: ActionFunctionArgs) => unknown>> = {
  [methodPath]: chooseMethod,
  [stayPath]: stay,
};

export const action = (args: ActionFunctionArgs) => handlerAt(args.url, actions)(args);

/** Redirects a form target that is opened as a page to the page of its form. */
export const loader = (_args: LoaderFunctionArgs): Response => redirect(secondFactorPath, 303);
