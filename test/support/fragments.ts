/** The TypeScript code blocks of a Markdown text, whose lines may start with the star of a doc comment. */
export const fragmentsOf = (text: string, language: "ts" | "tsx" = "ts"): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/^ *(?:\* )?```(tsx?)\n([\s\S]*?)^ *(?:\* )?```$/gm),
    ([, found, fragment]) => found === language ? fragment!.replace(/^ *\* ?/gm, "") : ""
  ).filter((fragment) => fragment !== "")
