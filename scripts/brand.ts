/** The files that show the brand without JavaScript. */
import { logo, paletteCss } from "../src/platform/brand.ts"

const stylesheet = `/* Written by npm run generate. */\n:root {\n${paletteCss}}\n`

/** Returns the files with the logo and the colors, with their texts. */
export const brandFiles = (): ReadonlyArray<readonly [path: string, text: string]> => [
  ...["examples/playground/app/logo.svg", "site/content/public/logo.svg"].map((path) => [path, `${logo}\n`] as const),
  ...["examples/playground/app/styles/palette.css", "site/.vitepress/theme/palette.css"].map((path) =>
    [path, stylesheet] as const
  )
]
