/** Finds the CSS frameworks that the components are tested in. */
import { existsSync } from "node:fs"
import { resolve } from "node:path"

/** The path of a file of the packages. */
export const packagePath = (path: string): string => resolve(import.meta.dirname, "node_modules", path)

export const noFrameworks =
  "Tailwind, Bootstrap, Pico, Mantine and MUI are missing. Run npm ci --prefix test/browser/hosts."

export const hasFrameworks = (): boolean => existsSync(packagePath("tailwindcss"))
