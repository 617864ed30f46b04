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
  it: { name: "Italiano", load: async () => (await import("latchkey/react/texts/it")).it },
  ja: { name: "日本語", load: async () => (await import("latchkey/react/texts/ja")).ja },
  ko: { name: "한국어", load: async () => (await import("latchkey/react/texts/ko")).ko },
  nl: { name: "Nederlands", load: async () => (await import("latchkey/react/texts/nl")).nl },
  "pt-BR": { name: "Português (Brasil)", load: async () => (await import("latchkey/react/texts/pt-BR")).ptBR },
  "zh-CN": { name: "简体中文", load: async () => (await import("latchkey/react/texts/zh-CN")).zhCN }
}
