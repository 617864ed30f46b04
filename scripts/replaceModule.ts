import { dirname, resolve } from "node:path"
import type { Plugin } from "rolldown"

/** Creates a plugin that replaces each import of a module with another module of its folder. */
export const replaceModule = (from: string, to: string): Plugin => ({
  name: `replace ${from}`,
  resolveId: (id, importer) => id.endsWith(`/${from}`) && importer !== undefined ? resolve(dirname(importer), to) : null
})
