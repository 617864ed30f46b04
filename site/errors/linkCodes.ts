/** Links the codes of errors to their pages. */

/** A code in a cell of a table, or at the start of a paragraph, as on the page of known errors. */
const places = /^(?:\|.*|`[A-Z_]+`, \d{3}.*)$/gm

/** Links the codes in tables to their pages. `toPage` is the path from the text's folder to the folder of the error pages. */
export const linkCodes = (text: string, codes: ReadonlySet<string>, toPage: string): string =>
  text.replace(
    places,
    (line) =>
      line.replace(
        /(?<!\[)`([A-Z_]+)`(?!\])/g,
        (match, code: string) => codes.has(code) ? `[${match}](${toPage}${code}.md)` : match
      )
  )

/** Adds the page of its code to each error class of a page of the reference. */
export const linkClasses = (text: string, codes: ReadonlyMap<string, string>, toPage: string): string =>
  text.replace(/^### (\w+)\n\n```ts\nclass \1 [\s\S]*?\n```\n/gm, (match, tag: string) => {
    const code = codes.get(tag)
    return code === undefined ? match : `${match}\n[\`${code}\`](${toPage}${code}.md): fix, calls and an example\n`
  })
