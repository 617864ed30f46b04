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
 * Returns the published stylesheet: one file, one declaration on a line. Comments, indentation and the spaces before blocks are
 * left out, which are a fifth of its size.
 */
export const publishedStylesheet = (path: string, read: (path: string) => string): string =>
  inlineImports(path, read).replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*/g, "\n").replace(/ \{\n/g, "{\n")
    .trimStart()

/** Returns the files of a stylesheet: those that it imports, and itself. */
export const filesOf = (path: string, read: (path: string) => string): ReadonlyArray<string> => [
  ...Array.from(
    read(path).matchAll(/^@import "\.\/([^"]+)"/gm),
    ([, file]) => filesOf(`${path.slice(0, path.lastIndexOf("/"))}/${file}`, read)
  ).flat(),
  path
]
