/** Plural forms for the texts. */

/** The forms of a sentence with a number. A category without a form uses `other`. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns the form for a number in a language, according to the plural rules of Unicode CLDR. */
export const plural = (language: string, count: number, forms: Forms): string =>
  forms[new Intl.PluralRules(language).select(count)] ?? forms.other
