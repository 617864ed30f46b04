export interface Section {
  readonly title: string
  readonly text: string
}

export const printSections = (sections: ReadonlyArray<Section>): string =>
  `${sections.map(({ text, title }) => `### ${title}\n\n${text}`).join("\n\n")}\n`

/** Returns a code block. Its fence is longer than any fence in the content. */
export const printCode = (language: string, content: string): string => {
  const runs = Array.from(content.matchAll(/`+/g), ([run]) => run.length)
  const fence = "`".repeat(runs.reduce((longest, length) => Math.max(longest, length + 1), 3))
  return `${fence}${language}\n${content}\n${fence}`
}

/** Returns content that a reader opens with a click. */
export const printCollapsed = (summary: string, content: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`
