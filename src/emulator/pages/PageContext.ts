/** A page's data: the emulator, the selected project, and the service's time. */
import * as Effect from "effect/Effect"
import { type ControlTarget, getDefaultProjectId } from "../control/ControlTarget.ts"
import type { ProjectRow } from "../state/rows.ts"

/** A page's context. */
export interface PageContext {
  readonly target: ControlTarget
  readonly url: URL
  readonly project: ProjectRow
  readonly now: number
  readonly offsetMillis: number
  readonly isForm: boolean
  readonly query: (name: string) => string | undefined
  /** Returns a page's address for the selected project. */
  readonly link: (path: string, parameters?: Readonly<Record<string, string | undefined>>) => string
}

/** Creates a request's context. An unknown project in the query selects the default one. */
export const makeContext = Effect.fnUntraced(function*(
  target: ControlTarget,
  url: URL,
  isForm: boolean
): Effect.fn.Return<PageContext> {
  const defaultId = getDefaultProjectId(target.state)
  // Sound: the default project exists.
  const project = target.state.get(url.searchParams.get("project") ?? "") ?? target.state.get(defaultId)!
  return {
    target,
    url,
    project,
    now: yield* target.clock.currentTimeMillis,
    offsetMillis: yield* target.clock.offsetMillis,
    isForm,
    query: (name) => url.searchParams.get(name) ?? undefined,
    link: (path, parameters = {}) => {
      const entries = Object.entries({ ...parameters, ...(project.id !== defaultId && { project: project.id }) })
        .flatMap(([name, value]) => value === undefined ? [] : [[name, value]])
      return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
    }
  }
})
