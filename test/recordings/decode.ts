/**
 * Every recorded response, decoded by the client: sent through `call` with a transport that replays the recording, with and
 * without status override, and compared with the recording.
 */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { ApiError } from "../../src/call/ApiError.ts"
import { call, type Caller } from "../../src/call/call.ts"
import type { Connection } from "../../src/call/Connection.ts"
import { diagnose } from "../../src/call/diagnostics.ts"
import type { AnyInput } from "../../src/call/prepare.ts"
import { Transport, type TransportRequest } from "../../src/call/Transport.ts"
import { decodeSegment } from "../../src/emulator/routes.ts"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import { recordResponse } from "../../src/recorder/recordRequest.ts"
import { getNode, type Node } from "../../src/wire/Codec.ts"
import { decode as decodeJson, encode, Problem } from "../../src/wire/decode.ts"
import type { Any, Generation } from "../../src/wire/Endpoint.ts"
import { endpoints as descriptions } from "../../src/wire/endpoints.ts"
import type { KnownError, KnownErrorClass } from "../../src/wire/KnownError.ts"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { hasExtraFields } from "../support/descriptions.ts"
import { assertSame } from "./compare.ts"
import {
  codeOf,
  descriptionOf,
  isInScope,
  isObject,
  payloadOf,
  type Recorded,
  type Recording,
  statusOf,
  table,
  withOverride
} from "./recordings.ts"
import { withoutUnread } from "./unread.ts"

/** The expected outcomes of recorded responses; the columns of the table. */
const outcomes = [
  "value",
  "declared",
  "ProjectRefused",
  "UserRestricted",
  "UndeclaredError",
  "ClockSkewError",
  "RequestRefused",
  "ServiceUnavailable",
  "InvalidResponse"
] as const
type Outcome = typeof outcomes[number]

const classes = new Map(
  Object.values(KnownErrors).flatMap((value): ReadonlyArray<readonly [string, KnownErrorClass]> =>
    typeof value === "function" ? [[value.code, value]] : []
  )
)

/** Errors about the project's credentials: the service's family, and three equivalent ones. */
const projectTags: ReadonlyArray<string> = [
  ...KnownErrors.ProjectAuthenticationError,
  "BranchDoesNotExist",
  "ProjectNotFound",
  "InvalidOAuthClientIdOrSecret",
  "CurrentProjectNotFound",
  "PublishableClientKeyRequiredForProject"
]

/** Errors about the permissions of restricted or anonymous users. */
const userTags: ReadonlyArray<string> = ["RestrictedUserNotAllowed", "AnonymousAuthenticationNotAllowed"]

const expectedOf = (endpoint: Any, { response }: Recording): Outcome => {
  const status = statusOf(response)
  const code = codeOf(response)
  if (code !== undefined) {
    const known = classes.get(code)
    assert(known !== undefined, `${code} is not in the catalogue`)
    return endpoint.errors.includes(known)
      ? "declared"
      : projectTags.includes(known.tag)
      ? "ProjectRefused"
      : userTags.includes(known.tag)
      ? "UserRestricted"
      // The one recorded response repeats after the refresh: the service seems to refuse a new token.
      : code === "ACCESS_TOKEN_EXPIRED" && endpoint.session
      ? "ClockSkewError"
      : "UndeclaredError"
  }
  if (status >= 500) return "ServiceUnavailable"
  if (status >= 400) return "RequestRefused"
  const isAnswer = endpoint.responseType === "text" ? typeof response.body === "string" : isObject(response.body)
  return status < 300 && isAnswer ? "value" : "InvalidResponse"
}

const connectionOf = (generation: Generation): Connection => ({
  projectId: "00000000-0000-4000-8000-00000000dec0",
  apiUrl: "https://api.test",
  clientSecret: "pck_decode",
  access: (level) => ({
    keys: ["pck_decode"],
    headers: { "x-stack-access-type": level, "x-stack-publishable-client-key": "pck_decode" }
  }),
  headerFamily: "stack",
  generation: { known: generation },
  extraRequestHeaders: Redacted.make({}),
  requestTimeout: Duration.seconds(30),
  retryAfterLimit: Duration.minutes(1),
  networks: new WeakMap(),
  responseLimit: Infinity
})

const callerOf = (generation: Generation): Caller => ({
  connection: connectionOf(generation),
  credentials: {
    tokens: Effect.succeed({ accessToken: Redacted.make("access"), refreshToken: Redacted.make("refresh") }),
    storedTokens: Effect.succeed({ accessToken: Redacted.make("access"), refreshToken: Redacted.make("refresh") }),
    currentTokens: Effect.succeed({ accessToken: Redacted.make("access"), refreshToken: Redacted.make("refresh") }),
    expire: () => Effect.void
  }
})

const partsOf = (endpoint: Any, { request }: Recording) => {
  const names = endpoint.path.split("/")
  const values = request.path.replace(/^\/api\/[^/]+/, "").split("/")
  const params = Object.fromEntries(
    names.flatMap((name, index) =>
      name.startsWith(":")
        ? [[
          name.slice(1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          decodeSegment(values[index] ?? "")
        ]]
        : []
    )
  )
  return { params, query: request.query ?? {}, payload: payloadOf(request) ?? {} }
}

/** The recorded request as input of its description; `undefined` if the description does not permit sending it. */
const inputOf = (generation: Generation, endpoint: Any, recording: Recording): AnyInput | undefined => {
  const parts = partsOf(endpoint, recording)
  const input: { -readonly [K in keyof AnyInput]: unknown } = {}
  for (const part of ["params", "query", "payload"] as const) {
    const codec = endpoint[part]
    const names = codec === undefined ? [] : getWireNames(codec)
    const value: unknown = parts[part]
    const isUnknown = (name: string) =>
      !names.includes(name) || generation === "2025" && endpoint.addedFields.includes(name)
    if (!isObject(value) || Object.keys(value).some(isUnknown)) return undefined
    const isMissing = (name: string) => names.includes(name) && value[name] === undefined
    const needed = generation === "2025" ? endpoint.omittableFields : endpoint.requiredFields
    if (needed.some(isMissing)) return undefined
    if (codec === undefined) continue
    if (hasExtraFields(codec, value)) return undefined
    const decoded = decodeJson(codec, value)
    if (decoded instanceof Problem || encode(codec, decoded) instanceof Problem) return undefined
    input[part] = decoded
  }
  return input
}

const check = (
  endpoint: Any,
  { name, response }: Recording,
  expected: Outcome,
  result: Result.Result<unknown, unknown>
): void => {
  const { body } = response
  if (expected === "value") {
    assert(Result.isSuccess(result), `${name}: ${Result.isFailure(result) ? String(result.failure) : ""}`)
    return assertSame(result.success, withoutUnread(endpoint, body), name)
  }
  assert(Result.isFailure(result), `${name} should fail`)
  const failure = result.failure
  const status = statusOf(response)
  const code = codeOf(response)
  if (expected !== "declared") {
    assert(failure instanceof ApiError, `${name}: ${String(failure)}`)
    assert.strictEqual(failure.endpoint, endpoint.id)
    assert.strictEqual(failure.reason._tag, expected, name)
  }
  if (code === undefined) {
    assert(failure instanceof ApiError)
    const { reason } = failure
    assert(
      reason._tag === "RequestRefused" || reason._tag === "ServiceUnavailable" || reason._tag === "InvalidResponse"
    )
    assert.strictEqual(reason.status, status, name)
    if (reason._tag === "RequestRefused") {
      const error = isObject(body) ? body["error"] : undefined
      // The recordings of 2026 mask OAuth codes, too.
      if (error !== "<message>") assert.strictEqual(reason.code, error, name)
      const text = isObject(body) ? body["error_description"] : body
      assert.strictEqual(reason.message, text || `Status ${status}`, name)
    }
    return
  }
  const known = classes.get(code)!
  assert(isObject(body))
  const reason = failure instanceof ApiError ? failure.reason : undefined
  const error = reason !== undefined && "error" in reason ? reason.error : failure
  assert(error instanceof Error)
  // Sound: the next lines compare every property with its expected value.
  const { _tag, code: ownCode, details, message, status: ownStatus } = error as KnownError
  assert(expected !== "declared" || error instanceof known, `${name}: ${String(error)} is not a ${known.tag}`)
  assert.strictEqual(_tag, known.tag)
  assert.strictEqual(ownCode, code)
  assert.strictEqual(ownStatus, status, `${name}: the catalogue has another status`)
  assert.strictEqual(message, body["error"], name)
  assertSame(details, body["details"] ?? {}, `${name}.details`)
}

const bodyText = ({ body }: Recording["response"]): string =>
  body === null ? "" : typeof body === "string" ? body : JSON.stringify(body)

/** Calls the endpoint with a transport that returns the recorded response, and returns the sent request as well. */
const callRecorded = Effect.fnUntraced(function*(
  generation: Generation,
  endpoint: Any,
  input: AnyInput,
  response: Recording["response"]
) {
  const sent: Array<TransportRequest> = []
  const transport: Transport = (request) =>
    Effect.sync(() => {
      sent.push(request)
      return { status: response.status, header: (name) => response.headers[name], body: bodyText(response) }
    })
  // Sound: the input was decoded with the endpoint's codecs.
  const result = yield* call(callerOf(generation), endpoint, input as never).pipe(
    Effect.provideService(Transport, transport),
    Effect.result
  )
  return { result, sent }
})

/** Checks that the response has the same outcome in a recording of the recorder, where pseudonyms replace all texts. */
const checkPseudonyms = Effect.fnUntraced(function*(
  generation: Generation,
  endpoint: Any,
  input: AnyInput,
  original: Recording["response"],
  expected: Result.Result<unknown, unknown>
) {
  const pseudonyms = makePseudonyms()
  const body = bodyText(original)
  const { headers, kind, ...response } = recordResponse(pseudonyms, endpoint, {
    status: original.status,
    header: (name) => original.headers[name],
    body
  })
  const content = kind === "json" ? response.body : kind === "empty" ? null : "<html>"
  const { result } = yield* callRecorded(generation, endpoint, input, { ...response, headers, body: content })
  assert.strictEqual(describeResult(result), describeResult(expected))
  const recorded = textsOf(content).join("\n")
  for (const text of textsOf(original.body)) {
    const isPublic = publicTexts.test(text) || literals.has(text) || isTime(text)
    assert(isPublic || text.length < 6 || !recorded.includes(text), `${text} is in ${recorded}`)
  }
})

const describeResult = (result: Result.Result<unknown, unknown>): string => {
  if (Result.isSuccess(result)) return "success"
  const { failure } = result
  if (!(failure instanceof ApiError)) return (failure as KnownError)._tag
  return `ApiError/${failure.reason._tag}${"error" in failure.reason ? `/${failure.reason.error?._tag}` : ""}`
}

/** Error codes, the type of tokens, the path of handler pages, and this machine. */
const publicTexts = /^(?:[A-Z][A-Z_]+|invalid_\w+|[bB]earer|\/handler|http:\/\/localhost.*)$/

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT/.test(text)

/** Returns all strings in a JSON value, keys excluded. */
const textsOf = (json: unknown): ReadonlyArray<string> =>
  typeof json === "string"
    ? [json]
    : typeof json === "object" && json !== null
    ? Object.values(json).flatMap(textsOf)
    : []

const literalsOf = (node: Node): ReadonlyArray<unknown> => {
  switch (node.kind) {
    case "literal":
      return node.literals
    case "optional":
    case "nullOr":
    case "default":
    case "check":
      return literalsOf(node.codec)
    case "array":
    case "record":
      return literalsOf(node.item)
    case "union":
      return node.members().flatMap(literalsOf)
    case "struct":
      return node.fields.flatMap(({ codec }) => literalsOf(codec))
    case "transform":
      return literalsOf(node.from)
    case "value":
      return []
  }
}

/** The texts that the descriptions of responses fix. */
const literals = new Set(
  [...descriptions.map(({ success }) => success), ...[...classes.values()].flatMap(({ details }) => details ?? [])]
    .flatMap((codec) => literalsOf(getNode(codec)))
)

/** Compares the client's request with the recording. */
const checkSent = (endpoint: Any, { name, request }: Recording, { body, method, url }: TransportRequest): void => {
  const { pathname, searchParams } = new URL(url)
  assert.strictEqual(method, request.method, name)
  assert.strictEqual(pathname, request.path.replace(/^\/api\/(?:latest|v2beta4)/, "/api/v1"), name)
  assert.deepStrictEqual(Object.fromEntries(searchParams), request.query ?? {}, name)
  if (request.body === undefined || request.body === null) return
  const sent = endpoint.encoding === "form" ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body ?? "{}")
  assert.deepStrictEqual(sent, payloadOf(request), name)
}

/** Decodes every recorded response of a generation. */
export const decode = (recorded: Recorded): void =>
  recorded.describe(`decoding answers recorded in ${recorded.generation}`, () => {
    const recordings = recorded.all
    const { generation } = recorded
    const inScope = recordings.filter(isInScope).map((recording) => ({
      recording,
      endpoint: descriptionOf(recording, generation)
    }))

    /** For requests that no client sends, the request of another exchange with the endpoint, or with its view for others. */
    const samples = new Map<Any, AnyInput>()
    for (const { endpoint, recording } of inScope) {
      const input = inputOf(generation, endpoint, recording)
      if (input !== undefined && !samples.has(endpoint)) samples.set(endpoint, input)
    }
    const sampleOf = ({ method, path }: Any): AnyInput | undefined =>
      [...samples].find(([endpoint]) => endpoint.method === method && endpoint.path === path)?.[1]
    const counts = new Map<Any, Map<Outcome, number>>()
    let sentAsRecorded = 0

    for (const { endpoint, recording } of inScope) {
      it.effect(recording.name, () =>
        Effect.gen(function*() {
          const expected = expectedOf(endpoint, recording)
          const own = inputOf(generation, endpoint, recording)
          const input = own ?? samples.get(endpoint) ?? sampleOf(endpoint) ?? {}
          for (const override of [true, false]) {
            const response = withOverride(recording.response, override)
            const { result, sent } = yield* callRecorded(generation, endpoint, input, response)
            assert(sent.length > 0, "nothing was sent")
            check(endpoint, recording, expected, result)
            yield* checkPseudonyms(generation, endpoint, input, response, result)
            const isDescribed = !endpoint.id.startsWith("(")
            if (override && isDescribed && own !== undefined) {
              checkSent(endpoint, recording, sent[0]!)
              sentAsRecorded++
            }
          }
          const row = counts.get(endpoint) ?? new Map<Outcome, number>()
          counts.set(endpoint, row.set(expected, (row.get(expected) ?? 0) + 1))
        }))
    }

    it.effect("the API root and the health page respond to the diagnosis of a failure", () =>
      Effect.gen(function*() {
        const found = (path: string) => recordings.find(({ request }) => request.path === path)!.response
        const diagnostics = yield* diagnose(connectionOf(generation).apiUrl, ({ url }) => {
          const response = found(new URL(url).pathname)
          return Effect.succeed({
            status: response.status,
            header: (name) => response.headers[name],
            body: bodyText(response)
          })
        })
        assert.strictEqual(diagnostics.health, "ok")
        assert.strictEqual(diagnostics.apiRoot, "ok")
      }))

    it("every recording in scope was checked", () => {
      const rows = [...counts].map(([endpoint, row]) => ({
        name: endpoint.id.startsWith("(") ? endpoint.id : `${endpoint.method} ${endpoint.path} (${endpoint.level})`,
        numbers: outcomes.map((outcome) => row.get(outcome) ?? 0)
      })).sort((a, b) => a.name.localeCompare(b.name))
      const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)
      const total = outcomes.map((_, column) => sum(rows.map(({ numbers }) => numbers[column]!)))
      console.info(table([
        ["endpoint", ...outcomes, "all"],
        ...rows.map(({ name, numbers }) => [name, ...numbers, sum(numbers)]),
        ["all", ...total, sum(total)]
      ]))
      console.info(`${sentAsRecorded} of ${sum(total)} recorded requests are also what the client sends`)
      const later = recordings.filter((recording) => !isInScope(recording))
      const byPath = new Map<string, number>()
      for (const { request } of later) {
        const path = /^\/api\/v1((?:\/auth|\/internal)?\/[^/]+)/.exec(request.path)![1]!
        byPath.set(path, (byPath.get(path) ?? 0) + 1)
      }
      console.info(table([
        ["not in scope", "recordings"],
        ...[...byPath].sort(),
        ["all", later.length]
      ]))
      assert.strictEqual(sum(total), inScope.length)
      assert.strictEqual(inScope.length + later.length, recordings.length)
      for (const description of new Set(inScope.map(({ endpoint }) => endpoint))) {
        assert(
          counts.has(description),
          `${description.id} was not checked`
        )
      }
    })
  })
