/** Finds the packages of the documentation site. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { root } from "../../scripts/repository.ts"

export const noSite = "The packages of the site are missing. npm run docs installs them."

export const hasSite = (): boolean => existsSync(resolve(root, "site/node_modules"))
