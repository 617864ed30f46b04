/** The names of the environment variables in a start. */
import { toNewerName } from "../../call/environment.ts"
import type { Start } from "./Start.ts"

/**
 * Returns a start that uses the variables that a project already has with the name of the newer brand. On servers, they would
 * take precedence over those of the start.
 */
export const useProjectNames = (start: Start, names: ReadonlySet<string>): Start => {
  const renamed = new Map(
    Object.keys(start.variables).flatMap((name) => {
      const newer = toNewerName(name)
      return names.has(newer) && !names.has(name) ? [[name, newer] as const] : []
    })
  )
  const rename = (text: string) => text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (name) => renamed.get(name) ?? name)
  return {
    ...start,
    variables: Object.fromEntries(Object.entries(start.variables).map(([name, value]) => [rename(name), value])),
    files: start.files.map((file) => ({ ...file, content: rename(file.content) }))
  }
}
