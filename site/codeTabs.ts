/** Tabs of code: consecutive fences with a title, such as ```` ```ts tab="Promise" ````. */

/** The part of a token of markdown-it that tabs need. */
export interface Token {
  readonly type: string
  readonly level: number
  info: string
  content: string
}

const title = / tab="([^"]+)"/

/** Escapes text for an attribute of a component. */
export const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll(`"`, "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/**
 * Wraps each run of fences with two or more titles into the component `CodeTabs`, with one slot for each title. Fences with one
 * title, such as the files of a framework, share its slot. Removes the titles from the fences, since the renderer reads them as
 * settings.
 */
export const groupTabs = <T extends Token>(tokens: ReadonlyArray<T>, makeHtml: (html: string) => T): Array<T> => {
  const grouped: Array<T> = []
  for (let index = 0; index < tokens.length;) {
    const run: Array<readonly [title: string, fence: T]> = []
    for (const token of tokens.slice(index)) {
      const [, name] = token.type === "fence" ? title.exec(token.info) ?? [] : []
      if (name === undefined) break
      token.info = token.info.replace(title, "")
      run.push([name, token])
    }
    const titles = [...new Set(run.map(([name]) => name))]
    if (titles.length < 2) {
      grouped.push(tokens[index]!)
      index++
      continue
    }
    grouped.push(makeHtml(`<CodeTabs titles="${escapeAttribute(titles.join("|"))}">\n`))
    for (const [slot, title] of titles.entries()) {
      const fences = run.flatMap(([name, fence]) => name === title ? [fence] : [])
      grouped.push(makeHtml(`<template #tab${slot}>\n`), ...fences, makeHtml("</template>\n"))
    }
    grouped.push(makeHtml("</CodeTabs>\n"))
    index += run.length
  }
  return grouped
}
