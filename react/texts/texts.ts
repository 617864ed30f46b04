/** The components' wording, in one table. An app can replace each entry. */
import * as common from "./en/common.ts"
import { errors, reasons } from "./en/errors.ts"
import * as pages from "./en/pages.ts"
import * as settings from "./en/settings.ts"
import * as signIn from "./en/signIn.ts"
import * as teams from "./en/teams.ts"

/** The English texts. An entry with variable parts is a function. */
export const defaultTexts = { ...common, ...pages, ...settings, ...signIn, ...teams, errors, reasons }

/** The table with all texts. */
export type Texts = typeof defaultTexts

/** The entries that an app replaces. Missing entries keep their defaults. */
export type TextOverrides = { readonly [Section in keyof Texts]?: Partial<Texts[Section]> | undefined }

/** Merges an app's texts with the defaults. */
export const mergeTexts = (overrides: TextOverrides | undefined): Texts => {
  if (overrides === undefined) return defaultTexts
  // Sound: each section has the default one's keys, with the same types.
  return Object.fromEntries(
    Object.entries(defaultTexts).map(([name, section]) => [name, { ...section, ...overrides[name as keyof Texts] }])
  ) as Texts
}
