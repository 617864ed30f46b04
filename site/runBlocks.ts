/** Code blocks with a button that runs them: fences with an id, such as ```` ```ts run="password/0" ````. */
import type { Example } from "../examples/live/examples.ts"
import { escapeAttribute, type Token } from "./codeTabs.ts"

const mark = / (run|needs)="([^"]+)"/

const escapeLines = (text: string): string => escapeAttribute(text).replaceAll("\n", "&#10;")

/** Wraps the marked fences into the component `RunExample`. Removes the marks, which the renderer reads as settings. */
export const wrapExamples = <T extends Token>(
  tokens: ReadonlyArray<T>,
  makeHtml: (html: string) => T,
  examples: ReadonlyMap<string, Example>
): Array<T> =>
  tokens.flatMap((token) => {
    const [matched, kind, value = ""] = token.type === "fence" ? mark.exec(token.info) ?? [] : []
    if (matched === undefined) return [token]
    token.info = token.info.replace(matched, "")
    const { output = [], statements = "" } = examples.get(value)?.run ?? {}
    const attributes = kind === "needs"
      ? `needs="${escapeAttribute(value)}"`
      : `example="${value}" calls="${escapeLines(statements)}" output="${escapeLines(output.join("\n"))}"`
    return [makeHtml(`<RunExample ${attributes}>\n`), token, makeHtml("</RunExample>\n")]
  })
