/** The language of the texts. */
import { locale } from "../texts/en/common.ts"
import type { Texts } from "../texts/texts.ts"
import { useTexts } from "../texts/useTexts.ts"

/** Returns the language and direction of the texts, as the attributes of an element. */
export const useLanguage = (): { readonly lang: string; readonly dir: Texts["locale"]["direction"] } => {
  const { direction, language } = useTexts("locale", locale)
  return { lang: language, dir: direction }
}
