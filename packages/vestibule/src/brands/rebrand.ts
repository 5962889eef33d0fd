export interface BrandToRename {
  /** Content of the source brand's brand.json. */
  data: Record<string, unknown>;
  id: string;
  from: string;
}

/** Copies another brand's data under a new name, with fictitious hosts and e-mails to be replaced. */
export function rebrand({ data, id, from }: BrandToRename): Record<string, unknown> {
  const name = id.replace(
    /(^|-)([a-z])/g,
    (_whole, hyphen: string, letter: string) => `${hyphen ? " " : ""}${letter.toUpperCase()}`,
  );
  const elided = /^[aeiou]/i.test(name);
  const { apiKey: _apiKey, ...rest } = withHosts(data, `${from}.example`, `${id}.example`);
  return {
    ...rest,
    id,
    aliases: [],
    name: { en: name, fr: name },
    forms: {
      en: { of: `of ${name}`, at: `at ${name}` },
      fr: { of: elided ? `d’${name}` : `de ${name}`, at: `chez ${name}` },
    },
    companies: [id],
    hosts: [`portal.${id}.example`],
    origin: `https://portal.${id}.example`,
    mailFrom: { name: { en: name, fr: name }, address: `no-reply@${id}.example` },
  };
}

function withHosts<Value>(value: Value, before: string, after: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(before, after)) as Value;
}
