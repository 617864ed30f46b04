export interface Fragment {
  readonly code: string
  /** The line of the text where the code starts. */
  readonly line: number
}

/**
 * The TypeScript code blocks of a Markdown text, whose lines may start with the star of a doc comment. A block may be one of
 * several tabs: ```` ```ts tab="Promise" ````.
 */
export const findFragments = (text: string, language: "ts" | "tsx" = "ts"): ReadonlyArray<Fragment> =>
  Array.from(text.matchAll(/^ *(?:\* )?```(tsx?)(?: tab="[^"\n]+")?\n([\s\S]*?)^ *(?:\* )?```$/gm)).flatMap((
    { 1: found, 2: code, index }
  ) =>
    found === language && code !== ""
      ? [{ code: code!.replace(/^ *\* ?/gm, ""), line: text.slice(0, index).split("\n").length + 1 }]
      : []
  )

/** The code of these blocks. */
export const fragmentsOf = (text: string, language: "ts" | "tsx" = "ts"): ReadonlyArray<string> =>
  findFragments(text, language).map(({ code }) => code)
