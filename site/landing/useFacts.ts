/** The facts that the page shows, which the build measures or reads. */
import { type Context, createContext, useContext } from "react"
import type { Chapter } from "./facts/outage.ts"
import type { Readme } from "./facts/readme.ts"
import type { PassedTest } from "./facts/runExample.ts"
import type { Highlight } from "./highlight.ts"

/** The facts of the page. */
export interface PageFacts {
  readonly readme: Readme
  /** The completions of `error.code` in the first example. */
  readonly codes: ReadonlyArray<string>
  readonly outage: ReadonlyArray<Chapter>
  readonly tests: ReadonlyArray<PassedTest>
  readonly highlight: Highlight
  readonly logo: string
  /** The version in package.json. */
  readonly version: string
  /** `false` while the changelog marks the version as unreleased. */
  readonly isReleased: boolean
  /** Returns the URL of a page of the site, such as `getting-started.html`. */
  readonly url: (page: string) => string
  /** The path of the overview of the components. */
  readonly components: string
}

export const Facts: Context<PageFacts | undefined> = createContext<PageFacts | undefined>(undefined)

/** Returns the facts of the page. */
export const useFacts = (): PageFacts => {
  const facts = useContext(Facts)
  if (facts === undefined) throw new Error("The page has no facts")
  return facts
}
