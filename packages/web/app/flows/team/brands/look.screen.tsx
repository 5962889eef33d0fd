import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { isSolidColour, measuredPairs } from "@vestibule/contract/brand/contrast.rule.ts";
import {
  type ColourToken,
  colourTokens,
  lengthTokens,
  type Scheme,
  schemes,
  shadowToken,
  typeTokens,
} from "@vestibule/contract/brand/token.table.ts";
import { TextField } from "../../../form/text-field.tsx";
import { useLanguage, useTranslate } from "../../../i18n/translate.tsx";
import { BrandsFrame } from "./brands-frame.tsx";
import { type DraftScreenProps, type LookFormView, tokenField } from "./brands-view.ts";
import { DraftForm, messageOf } from "./draft-form.tsx";

const ofBoth = [...colourTokens, shadowToken] as const;
const shapes = [...lengthTokens, ...typeTokens];

/** Colours of both schemes with the contrast of each pair next to them, shapes and fonts. */
export function LookScreen({ page, refused, previewed }: DraftScreenProps<LookFormView>) {
  const t = useTranslate();
  const sent = refused ?? previewed;
  const tokenValue = (scheme: Scheme, token: string) =>
    sent?.values[tokenField(scheme, token)] ?? page.values[scheme][token] ?? "";
  const pairs = measuredPairs({ light: coloursOf("light"), dark: coloursOf("dark") });

  function coloursOf(scheme: Scheme) {
    const colours = colourTokens.map((token) => [token, tokenValue(scheme, token)] as const);
    return new Map(colours.filter(([, value]) => isSolidColour(value)));
  }

  const field = (scheme: Scheme, token: ColourToken | (typeof shapes)[number] | typeof shadowToken) => (
    <TextField
      name={tokenField(scheme, token)}
      label={
        isOneOf(ofBoth, token)
          ? t(`team:look.${scheme}`, { colour: t(`brandField:token.${token}`) })
          : t(`brandField:token.${token}`)
      }
      help={null}
      message={messageOf(sent, tokenField(scheme, token))}
      defaultValue={tokenValue(scheme, token)}
      width={isColour(token) ? "short" : undefined}
    />
  );

  return (
    <BrandsFrame
      page={page}
      title={t("team:look.title", { brand: page.brand.name })}
      lead={t("team:look.lead")}
      refused={refused}
      previewed={previewed}
    >
      <DraftForm basedOn={page.basedOn} refused={sent}>
        {ofBoth.map((token) => (
          <div key={token} className="brand-colour">
            {schemes.map((scheme) => (
              <div key={scheme} className="stack stack-tight">
                <div className="brand-colour-value">
                  {isColour(token) ? <Swatch colour={tokenValue(scheme, token)} /> : null}
                  {field(scheme, token)}
                </div>
                <Contrasts pairs={pairs.filter((pair) => pair.scheme === scheme && pair.ink === token)} />
              </div>
            ))}
          </div>
        ))}
        {shapes.map((token) => (
          <div key={token}>{field("light", token)}</div>
        ))}
      </DraftForm>
    </BrandsFrame>
  );
}

const isColour = (token: string) => isOneOf(colourTokens, token);

function Swatch({ colour }: { colour: string }) {
  return isSolidColour(colour) ? (
    <svg className="brand-swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="1" height="1" fill={colour} />
    </svg>
  ) : null;
}

/** The contrast of a colour on each that it is seen on, and how much it needs (WCAG 2.2, 1.4.3 and 1.4.11). */
function Contrasts({ pairs }: { pairs: ReturnType<typeof measuredPairs> }) {
  const t = useTranslate();
  const language = useLanguage();
  const inNumbers = (ratio: number) => ratio.toLocaleString(`${language}-CA`);
  if (pairs.length === 0) return null;
  return (
    <ul className="small brand-contrasts">
      {pairs.map(({ ground, ratio, atLeast }) => {
        const facts = {
          ground: t(`brandField:token.${ground}`),
          // Rounded down, so that 4.498 is not displayed as 4.5.
          ratio: inNumbers(Math.floor(ratio * 10) / 10),
          needed: inNumbers(atLeast),
        };
        return (
          <li key={ground} data-passes={ratio >= atLeast}>
            {t(ratio >= atLeast ? "team:look.passes" : "team:look.fails", facts)}
          </li>
        );
      })}
    </ul>
  );
}
