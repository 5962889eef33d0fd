import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { marketingUrlOf } from "@vestibule/contract/brand/brand.rule.ts";
import { brandIcon } from "@vestibule/contract/brand/brand-icon.rule.ts";
import { customerTelephone, lineCallMinutes } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { packTexts, todayOf, translate } from "../i18n/localize.server.ts";
import { languagesOf } from "../request/preferences.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { webviewSlice } from "../request/session-slice.server.ts";
import { linkSlice } from "../shared-slices/link-slices.server.ts";
import { policyNumberRegistrationSlice, policyNumberStartSlice } from "../shared-slices/registration-slices.server.ts";
import { chatFacts } from "./chat.server.ts";
import { formatTelephoneHours } from "./format-hours.server.ts";

export type FrameData = Awaited<ReturnType<typeof frameData>>;

/** Loader data of the frame around every screen. */
export async function frameData(requestContext: PortalRequestContext) {
  const { brand, language, province } = requestContext;
  const webview = requestContext.session.get(webviewSlice) === true;
  const apps = webview ? undefined : brand.appDownload;
  return {
    language,
    province,
    provinces: menuOf(requestContext),
    languages: languagesOf(brand, province),
    brand: {
      id: brand.id,
      icon: brandIcon(brand, language),
      name: brand.name[language],
      wordmark: brand.wordmarkSvg,
      hasBand: brand.bandSvg !== undefined,
      marketingUrl: marketingUrlOf(brand, requestContext),
      themeColour: brand.themeColour,
      promo: brand.features.promo && brand.promoSvg !== undefined ? (brand.appDownload ?? null) : null,
    },
    links: {
      privacy: brand.legal.privacy[language],
      terms: brand.legal.terms[language],
      security: brand.legal.security[language],
      accessibility: brand.legal.accessibility[language],
      screenShare: brand.screenShareUrl,
      certificate: brand.securityCertificateUrl,
      apple: apps?.apple,
      android: apps?.android,
    },
    help: {
      telephone: customerTelephone(brand, province),
      callMinutes: lineCallMinutes(brand, { line: "customer", province }),
      hours: await formatTelephoneHours(requestContext),
      chat: await chatFacts(requestContext),
    },
    year: todayOf(requestContext).slice(0, 4),
    webview,
    link: linkTitle(requestContext),
    withoutScripts: requestContext.withoutScripts === true,
    texts: packTexts(requestContext, ["frame", "common:pageTitle"]),
  };
}

/**
 * Which title the header shows: for a flow of the driving programme (UBI), or for one that a link from a message
 * opened.
 */
function linkTitle({ session }: PortalRequestContext): "link" | "ubi" | undefined {
  if (
    !session.has(linkSlice) &&
    (session.get(policyNumberRegistrationSlice)?.ubi || session.get(policyNumberStartSlice)?.ubi)
  )
    return "ubi";
  const response = session.get(linkSlice)?.answer;
  if (response === undefined) return undefined;
  // Only the driving programme asks for the mobile number in a reset.
  const isUbi = response.ubiMatchPH || (response.action === "RESETPWD_LOGIN" && response.identityFact === "cellPhone");
  return isUbi ? "ubi" : "link";
}

/** Provinces of the menu, sorted by name in the page's language. */
function menuOf(requestContext: PortalRequestContext) {
  const { brand, language } = requestContext;
  const offered = idsOf(brand.provinces).filter((id) => brand.provinces[id]?.menu);
  const named = offered.map((id) => ({ id, name: translate(requestContext, `common:province.${id}`) }));
  return named.sort((left, right) => left.name.localeCompare(right.name, `${language}-CA`));
}
