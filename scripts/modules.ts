import { type PluginObj, transformAsync, types } from "@babel/core"
import { dirname, relative, resolve, sep } from "node:path"
import { isBundled, vendorFile } from "./packages.ts"
import { root } from "./repository.ts"

const src = resolve(root, "dist/src")
const react = resolve(root, "dist/react")
const vendor = resolve(root, "dist/vendor")

export interface TransformedModule {
  readonly code: string
  /** The imports that now point into `dist/vendor`, as the source names them. */
  readonly vendoredImports: ReadonlyArray<string>
  /** The modules of `dist/src` that the React adapter imports, such as `session/Session.js`. */
  readonly internalModules: ReadonlyArray<string>
}

/**
 * Prepares a compiled module for publishing.
 *
 * - Top-level calls are marked pure. Effects, schemas and error classes are made by calls, and a bundler must keep each call
 *   that may have side effects. Without the marks, an app that uses three endpoints would contain all of them.
 * - Comments are removed. The declarations have the documentation.
 * - Imports of bundled packages point into `dist/vendor`.
 * - The React adapter imports `latchkey/internal/…` instead of `../src/…`. Under the `node` condition that is the bundle of
 *   `nodeBundle.ts`, so the adapter and `latchkey` share their classes. The adapter itself must be the same file under every
 *   condition: a framework with server components finds the browser's copy of a `"use client"` module by its path on the server.
 */
export const transformModule = async (file: string, code: string): Promise<TransformedModule> => {
  const vendoredImports: Array<string> = []
  const internalModules: Array<string> = []
  const rewrite = (specifier: string): string => {
    if (isBundled(specifier)) {
      vendoredImports.push(specifier)
      const path = relative(dirname(file), resolve(vendor, vendorFile(specifier))).replaceAll(sep, "/")
      return path.startsWith(".") ? path : `./${path}`
    }
    if (!file.startsWith(react + sep) || !specifier.startsWith(".")) return specifier
    const target = resolve(dirname(file), specifier)
    if (!target.startsWith(src + sep)) return specifier
    const module = relative(src, target).replaceAll(sep, "/")
    internalModules.push(module)
    return `latchkey/internal/${module}`
  }
  const result = await transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    compact: false,
    plugins: ["annotate-pure-calls", rewriteImports(rewrite)],
    shouldPrintComment: (comment) => /^\s*[#@]__(?:PURE|NO_SIDE_EFFECTS)__\s*$/.test(comment)
  })
  if (result?.code == null) throw new Error(`${relative(root, file)}: Babel returned no code`)
  return { code: `${result.code}\n`, vendoredImports, internalModules }
}

/** A Babel plugin that maps the specifier of each import, re-export and dynamic import. */
const rewriteImports = (rewrite: (specifier: string) => string): PluginObj => ({
  visitor: {
    "ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration"({ node }: { readonly node: types.Node }) {
      const source = "source" in node ? node.source : undefined
      if (types.isStringLiteral(source)) source.value = rewrite(source.value)
    },
    CallExpression({ node }: { readonly node: types.CallExpression }) {
      const [source] = node.arguments
      if (types.isImport(node.callee) && types.isStringLiteral(source)) source.value = rewrite(source.value)
    }
  }
})
