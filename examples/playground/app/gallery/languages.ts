/** The languages of the texts. */
import type { TextOverrides } from "latchkey/react"

export interface Language {
  readonly name: string
  readonly load: () => Promise<TextOverrides>
}

export const languages: Readonly<Record<string, Language>> = {
  en: { name: "English", load: async () => ({}) }
}
