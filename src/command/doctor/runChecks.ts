import * as Effect from "effect/Effect"
import type { Project } from "../project/Project.ts"
import { askService, notAsked, type ServiceAnswers } from "./askService.ts"
import { type Check, makeFindings } from "./Check.ts"
import { checkCookies, checkCors, checkDomains } from "./checks/domains.ts"
import { checkHandler } from "./checks/handler.ts"
import { checkKeys } from "./checks/keys.ts"
import { checkClock, checkGeneration, checkReachability } from "./checks/service.ts"
import { checkNames, checkSecrets, checkVariables } from "./checks/variables.ts"
import { checkNode, checkPackages } from "./checks/versions.ts"
import { makeSubject, type SubjectOptions } from "./Subject.ts"

export interface CheckOptions extends SubjectOptions {
  readonly nodeVersion: string
  /** Runs only the checks that send no request. */
  readonly isOffline: boolean
}

export type CheckResults = Effect.Success<ReturnType<typeof runChecks>>

/** Runs the checks for a project. Never fails. */
export const runChecks = Effect.fnUntraced(function*(project: Project, options: CheckOptions) {
  const subject = makeSubject(project, options)
  const answers = options.isOffline ? noAnswers : yield* askService(subject)
  const local = localChecks(options.nodeVersion)
  const findings = yield* Effect.forEach(options.isOffline ? local : [...local, ...serviceChecks], ([name, check]) =>
    // A defect in one check must not hide the other results. Its message may contain a secret.
    Effect.catchDefect(Effect.suspend(() => toEffect(check(subject, answers))), () =>
      Effect.succeed([makeFindings(name).skip("The check failed. Report it as a bug of Latchkey.")])))
  return { subject, answers, findings: findings.flat() }
})

const toEffect = <A>(result: A | Effect.Effect<A>): Effect.Effect<A> =>
  Effect.isEffect(result) ? result : Effect.succeed(result)

const noAnswers: ServiceAnswers = { client: notAsked, server: notAsked, admin: notAsked, skew: undefined }

type NamedCheck = readonly [name: string, check: Check]

const localChecks = (nodeVersion: string): ReadonlyArray<NamedCheck> => [
  ["node", checkNode(nodeVersion)],
  ["packages", checkPackages],
  ["variables", checkVariables],
  ["variable-names", checkNames],
  ["exposed-secret", checkSecrets]
]

const serviceChecks: ReadonlyArray<NamedCheck> = [
  ["reachability", checkReachability],
  ["clock", checkClock],
  ["generation", checkGeneration],
  ["keys", checkKeys],
  ["trusted-domains", checkDomains],
  ["cookies", checkCookies],
  ["cors", checkCors],
  ["handler", checkHandler]
]
