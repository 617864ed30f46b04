/** The stylesheets of the components, each as one file. */

/** The file that apps import, and the same styles in a layer. */
export const stylesheets = ["react/styles.css", "react/styles.layer.css"] as const

/** Returns a stylesheet with the contents of the files that it imports. `read` returns a file's text. */
export const inlineImports = (path: string, read: (path: string) => string): string =>
  read(path).replace(/^@import "\.\/([^"]+)"(?: layer\((\w+)\))?;\n/gm, (_, file: string, layer?: string) => {
    const css = inlineImports(`${path.slice(0, path.lastIndexOf("/"))}/${file}`, read)
    return layer === undefined ? `\n${css}` : `@layer ${layer} {\n${css}}\n`
  })

/**
 * Returns the published stylesheet: one file without comments, and without the spaces, quotes and zeros that CSS does not need. They
 * are more than a fifth of its size.
 */
export const publishedStylesheet = (path: string, read: (path: string) => string): string =>
  inlineImports(path, read)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/([{;][\w-]+): /g, "$1:")
    .replace(/;}/g, "}")
    .replace(/> /g, ">")
    .replace(/(\[[\w-]+~?=)"([a-z][\w-]*)"\]/g, "$1$2]")
    .replace(/(?<![\w.])0\./g, ".")
    .trim()

/** Returns the files of a stylesheet: those that it imports, and itself. */
export const filesOf = (path: string, read: (path: string) => string): ReadonlyArray<string> => [
  ...Array.from(
    read(path).matchAll(/^@import "\.\/([^"]+)"/gm),
    ([, file]) => filesOf(`${path.slice(0, path.lastIndexOf("/"))}/${file}`, read)
  ).flat(),
  path
]
