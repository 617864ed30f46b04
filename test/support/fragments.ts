/** The TypeScript fragments of a Markdown text, in which the lines of a doc comment may start with a star. */
export const fragmentsOf = (text: string, language: "ts" | "tsx" = "ts"): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/^ *(?:\* )?```(tsx?)\n([\s\S]*?)^ *(?:\* )?```$/gm),
    ([, found, fragment]) => found === language ? fragment!.replace(/^ *\* ?/gm, "") : ""
  ).filter((fragment) => fragment !== "")
