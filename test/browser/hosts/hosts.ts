/** The pages around the components: the rules that frameworks and templates bring. */
import {
  compileTailwind3,
  compileTailwind4,
  readBootstrap,
  readMantine,
  readPico,
  readTemplate,
  renderMuiBaseline
} from "./frameworks.ts"

export type Theme = "light" | "dark"

export interface Host {
  readonly css: string
  /** The attributes of the root element. Without it, the page follows the device. */
  readonly attributes?: ((theme: Theme) => string) | undefined
  /** The theme of the components, which the bare page has, too. */
  readonly tokens?: string | undefined
  /** `true` if its rules win over those of one attribute, so that it must come before the stylesheet of the components. */
  readonly isFirst?: boolean | undefined
  /** The differences that it forces with `!important`. */
  readonly forced?: RegExp | undefined
}

const theme = (name: string) => (theme: Theme) => `${name}="${theme}"`

/** The variables of shadcn/ui as docs/theming.md maps them. */
export const readShadcnTokens = async (): Promise<string> => {
  const page = await readTemplate("../../../../docs/theming.md")
  const mapping = /```css\n(:root,\n\.dark \{\n  --lk-color-primary: var\(--primary\);[^`]+)```/.exec(page)?.[1]
  if (mapping === undefined) throw new Error("docs/theming.md has no block with the variables of shadcn/ui.")
  return `${await readTemplate("shadcn-tokens.css")}\n${mapping}`
}

/** The hosts by name. */
export const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  "Tailwind 4": async () => ({
    css: `${await compileTailwind4("@import \"tailwindcss\";")}\n:root { color-scheme: light dark }`
  }),
  "Tailwind 3": async () => ({ css: `${await compileTailwind3()}\n:root { color-scheme: light dark }` }),
  "shadcn/ui": async () => ({
    css: await compileTailwind4(await readTemplate("shadcn.css")),
    tokens: await readShadcnTokens(),
    attributes: (theme) => `class="${theme}"`
  }),
  "create-vite of 2023": async () => ({ css: await readTemplate("vite-2023.css") }),
  "create-vite": async () => ({ css: await readTemplate("vite.css") }),
  "create-next-app": async () => ({ css: await readTemplate("next.css") }),
  "Bootstrap": async () => ({ css: await readBootstrap(), attributes: theme("data-bs-theme") }),
  "Bootstrap in a layer": async () => ({
    css: `@layer bootstrap {\n${(await readBootstrap()).replace(/^@charset.*/, "")}\n}`,
    attributes: theme("data-bs-theme")
  }),
  "Pico": async () => ({
    css: await readPico(),
    attributes: theme("data-theme"),
    isFirst: true,
    // The start of the text in a field with an error.
    forced: /input input: padding-(?:left|inline-start) /
  }),
  "Mantine": async () => ({ css: await readMantine(), attributes: theme("data-mantine-color-scheme") }),
  "MUI": () => Promise.resolve({ css: renderMuiBaseline() })
}
