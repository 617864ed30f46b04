/** The failure for a request that the service's generation does not support. */
import type { Any, Generation } from "../wire/Endpoint.ts"
import { UnsupportedGeneration } from "./failureReasons.ts"
import { type Failed, makeFailed } from "./Outcome.ts"
import type { Requirement } from "./requiredGeneration.ts"

/** Creates the outcome for a request that the service's generation does not support. */
export const makeUnsupportedGeneration = (endpoint: Any, requirement: Requirement, actual: Generation): Failed =>
  makeFailed(
    new UnsupportedGeneration({
      message: describeRequirement(endpoint, requirement),
      required: requirement.generation,
      actual
    })
  )

/** Describes why a request requires a generation. */
export const describeRequirement = ({ alternative }: Any, { generation, name, reason }: Requirement): string => {
  switch (reason) {
    case "endpoint": {
      const advice = alternative === undefined ? "" : `. Use ${alternative} instead`
      return `Only services of ${generation} have this endpoint${advice}`
    }
    case "added":
      return `Only services since 2026 have ${name}`
    case "omitted":
      return `Services before 2026 require ${name}`
    case "removed":
      return `Services since 2026 require ${name}`
  }
}
