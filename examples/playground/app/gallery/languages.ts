/** The languages of the texts. */
import type { TextOverrides } from "latchkey/react"

export interface Language {
  readonly name: string
  readonly load: () => Promise<TextOverrides>
}

export const languages: Readonly<Record<string, Language>> = {
  en: { name: "English", load: async () => ({}) },
  ar: { name: "العربية", load: async () => (await import("latchkey/react/texts/ar")).ar },
  de: { name: "Deutsch", load: async () => (await import("latchkey/react/texts/de")).de },
  es: { name: "Español", load: async () => (await import("latchkey/react/texts/es")).es },
  fr: { name: "Français", load: async () => (await import("latchkey/react/texts/fr")).fr },
  ja: { name: "日本語", load: async () => (await import("latchkey/react/texts/ja")).ja },
  "pt-BR": { name: "Português (Brasil)", load: async () => (await import("latchkey/react/texts/pt-BR")).ptBR }
}
