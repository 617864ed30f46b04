/** Plural forms for the texts. */

/** A sentence's forms for a number. A category without a form uses `other`. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns the form for a number in a language, according to Unicode CLDR's plural rules. */
export const plural = (language: string, count: number, forms: Forms): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other
