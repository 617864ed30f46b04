import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { getResponseHeader } from "../../call/headers.ts"
import { findApiUrlProblem } from "../../session/apiUrl.ts"
import type { AccessLevel } from "../../wire/Endpoint.ts"
import { parseObject } from "../project/files.ts"
import { Probe, ProbeFailed, type ProbeResponse } from "./probe.ts"
import type { Subject } from "./Subject.ts"

export type Answer =
  | { readonly _tag: "NotAsked" }
  | { readonly _tag: "Unreachable"; readonly code: string }
  /** The response is not from the service, but for example a captive portal's page. */
  | {
    readonly _tag: "Foreign"
    readonly status: number
    readonly isHtml: boolean
    readonly redirectHost: string | undefined
  }
  /** The service refused the request. `error` is the known error's code, such as `INVALID_SECRET_SERVER_KEY`. */
  | { readonly _tag: "Refused"; readonly status: number; readonly error: string | undefined }
  | { readonly _tag: "Accepted"; readonly json: { readonly [key: string]: unknown } }

export interface ServiceAnswers {
  readonly client: Answer
  readonly server: Answer
  /** To a request for the project's settings, which only the admin key may read. */
  readonly admin: Answer
  /** The difference between this machine's clock and the service's, in milliseconds. Positive if this machine's is ahead. */
  readonly skew: number | undefined
}

/** Sends one request for each of the project's keys. Never fails. */
export const askService = Effect.fnUntraced(function*(subject: Subject): Effect.fn.Return<ServiceAnswers> {
  const probe = yield* Probe
  const { apiUrl, projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = subject
  let skew: number | undefined
  const ask = Effect.fnUntraced(function*(level: AccessLevel, path: string, keys: Readonly<Record<string, string>>) {
    if (apiUrl === undefined) return notAsked
    const sentAt = yield* Clock.currentTimeMillis
    const url = `${apiUrl}/api/v1${path}`
    const response = yield* probe({
      method: "GET",
      url,
      headers: {
        "x-stack-access-type": level,
        "x-stack-override-error-status": "true",
        "x-stack-client-version": "js latchkey@0.1.0",
        ...(projectId === undefined ? {} : { "x-stack-project-id": projectId }),
        ...keys
      }
    }).pipe(Effect.catch((error) => Effect.succeed(error)))
    const receivedAt = yield* Clock.currentTimeMillis
    if (response instanceof ProbeFailed) return { _tag: "Unreachable", code: response.code } as const
    const answer = interpret({ ...response, url })
    const date = Date.parse(response.header("date") ?? "")
    if (answer._tag !== "Foreign" && !Number.isNaN(date)) skew ??= estimateSkew(date, sentAt, receivedAt)
    return answer
  })
  const isSecret = /^s[as]k_/.test(publishableClientKey ?? "")
  const publicKeys = isSecret ? {} : toKeys("publishable-client-key", publishableClientKey)
  const client = yield* ask("client", "/projects/current", publicKeys)
  // Secret keys are sent only to a service, and never without encryption.
  const isService = (client._tag === "Accepted" || client._tag === "Refused") &&
    findApiUrlProblem(apiUrl, false) === undefined
  const askWith = (level: AccessLevel, path: string, name: string, key: Redacted.Redacted<string> | undefined) =>
    isService && key !== undefined ? ask(level, path, toKeys(name, Redacted.value(key))) : Effect.succeed(notAsked)
  const server = yield* askWith("server", "/projects/current", "secret-server-key", secretServerKey)
  const admin = yield* askWith("admin", "/internal/projects/current", "super-secret-admin-key", superSecretAdminKey)
  return { client, server, admin, skew }
})

export const notAsked: Answer = { _tag: "NotAsked" }

/** Returns a key's header. A key with other characters than a header allows is not sent. */
const toKeys = (name: string, key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined || !/^[!-~]+$/.test(key) ? {} : { [`x-stack-${name}`]: key }

/** The header `Date` has whole seconds, so the service's time is up to one second later. */
const estimateSkew = (date: number, sentAt: number, receivedAt: number): number => {
  if (sentAt > date + 1000) return sentAt - date - 1000
  return receivedAt < date ? receivedAt - date : 0
}

const interpret = (response: ProbeResponse & { readonly url: string }): Answer => {
  const header = (name: string) => getResponseHeader(response, name)
  const actual = Number(header("actual-status"))
  const status = Number.isInteger(actual) ? actual : response.status
  const json = parseObject(response.body)
  const error = header("known-error")
  if (status >= 200 && status < 300 && typeof json?.["id"] === "string" && json["config"] !== undefined) {
    return { _tag: "Accepted", json }
  }
  if (error !== undefined || header("request-id") !== undefined && status >= 400) {
    return { _tag: "Refused", status, error: error !== undefined && /^[A-Z\d_]{1,80}$/.test(error) ? error : undefined }
  }
  const location = response.header("location")
  return {
    _tag: "Foreign",
    status,
    isHtml: /^text\/html\b/i.test(response.header("content-type") ?? "") ||
      /^\s*<(?:!doctype|html)\b/i.test(response.body),
    redirectHost: location !== undefined && URL.canParse(location, response.url)
      ? new URL(location, response.url).host
      : undefined
  }
}
