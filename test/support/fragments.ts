/** The TypeScript fragments of a Markdown text, in which the lines of a doc comment may start with a star. */
export const fragmentsOf = (text: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/^ *(?:\* )?```ts\n([\s\S]*?)^ *(?:\* )?```$/gm),
    ([, fragment]) => fragment!.replace(/^ *\* ?/gm, "")
  )
