/**
 * Every recorded response, decoded by the client: sent through `call` with a transport that replays the recording, with and
 * without status override, and compared with the recording. Each endpoint has one test, which reports all mismatches.
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
import { decodeSegment } from "../../src/emulator/requests/routes.ts"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import { recordResponse } from "../../src/recorder/recordRequest.ts"
import { getNode, type Node } from "../../src/wire/Codec.ts"
import { decode as decodeJson, encode, Problem } from "../../src/wire/decode.ts"
import type { Any, Generation } from "../../src/wire/Endpoint.ts"
import { endpoints as descriptions } from "../../src/wire/endpoints.ts"
import type { KnownError, KnownErrorClass } from "../../src/wire/KnownError.ts"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { checkRows } from "../support/mismatches.ts"
import { assertEqual, assertIdentical, assertTrue } from "./assertions.ts"
import { assertSame } from "./compare.ts"
import {
  codeOf,
  isInScope,
  isObject,
  isUndescribed,
  payloadOf,
  type Recorded,
  type Recording,
  statusOf,
  withOverride
} from "./recordings.ts"
import { withoutUnread } from "./unread.ts"

/** The expected outcome of a recorded response: its value, an error of the description, or the reason of an `ApiError`. */
type Outcome = "value" | "declared" | ApiError["reason"]["_tag"]

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
  oauthScopes: {},
  extraRequestHeaders: Redacted.make({}),
  requestTimeout: Duration.seconds(30),
  retryAfterLimit: Duration.minutes(1),
  networks: new WeakMap(),
  responseLimit: Infinity
})

const tokens = Effect.succeed({ accessToken: Redacted.make("access"), refreshToken: Redacted.make("refresh") })

const callerOf = (generation: Generation): Caller => ({
  connection: connectionOf(generation),
  credentials: { tokens, storedTokens: tokens, currentTokens: tokens, expire: () => Effect.void }
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

/** Returns `true` if another value has every field of a JSON value. */
const hasFieldsOf = (json: unknown, other: unknown): boolean =>
  typeof json !== "object" || json === null ||
  typeof other === "object" && other !== null &&
    Object.entries(json).every(([name, value]) =>
      Object.hasOwn(other, name) && hasFieldsOf(value, Reflect.get(other, name))
    )

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
    const decoded = decodeJson(codec, value)
    const encoded = decoded instanceof Problem ? decoded : encode(codec, decoded)
    if (encoded instanceof Problem || !hasFieldsOf(value, encoded)) return undefined
    input[part] = decoded
  }
  return input
}

const check = (
  endpoint: Any,
  { response }: Recording,
  expected: Outcome,
  result: Result.Result<unknown, unknown>
): void => {
  const { body } = response
  if (expected === "value") {
    assertTrue(
      Result.isSuccess(result),
      Result.isFailure(result) ? `expected a value, received ${String(result.failure)}` : ""
    )
    return assertSame(result.success, withoutUnread(endpoint, body), "value")
  }
  assertTrue(Result.isFailure(result), `expected ${codeOf(response) ?? expected}, received a value`)
  const failure = result.failure
  const status = statusOf(response)
  const code = codeOf(response)
  if (expected !== "declared") {
    assertTrue(failure instanceof ApiError, `expected an ApiError with reason ${expected}, received ${String(failure)}`)
    assertIdentical(failure.endpoint, endpoint.id, "endpoint of the error")
    assertIdentical(failure.reason._tag, expected, "reason")
  }
  if (code === undefined) {
    assertTrue(failure instanceof ApiError, `expected an ApiError, received ${String(failure)}`)
    const { reason } = failure
    assertTrue(
      reason._tag === "RequestRefused" || reason._tag === "ServiceUnavailable" || reason._tag === "InvalidResponse",
      `${reason._tag} has no status`
    )
    assertIdentical(reason.status, status, "status")
    if (reason._tag === "RequestRefused") {
      const error = isObject(body) ? body["error"] : undefined
      // The recordings of 2026 mask OAuth codes, too.
      if (error !== "<message>") assertIdentical(reason.serviceCode, error, "serviceCode")
      const text = isObject(body) ? body["error_description"] : body
      assertIdentical(reason.message, text || `Status ${status}`, "message")
    }
    return
  }
  const known = classes.get(code)!
  assertTrue(isObject(body), "The body of the error is no object")
  const reason = failure instanceof ApiError ? failure.reason : undefined
  const error = reason !== undefined && "error" in reason ? reason.error : failure
  assertTrue(error instanceof Error, `expected an Error, received ${String(error)}`)
  // Sound: the next lines compare every property with its expected value.
  const { _tag, code: ownCode, details, message, status: ownStatus } = error as KnownError
  assertTrue(expected !== "declared" || error instanceof known, `expected ${known.tag}, received ${String(error)}`)
  assertIdentical(_tag, known.tag, "tag")
  assertIdentical(ownCode, code, "code")
  assertIdentical(ownStatus, status, `status of ${known.tag} in the catalogue`)
  assertIdentical(message, body["error"], "message")
  assertSame(details, body["details"] ?? {}, "error.details")
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
  assertIdentical(describeResult(result), describeResult(expected), "outcome with pseudonyms")
  const recorded = textsOf(content).join("\n")
  for (const text of textsOf(original.body)) {
    if (text.length < 6 || !recorded.includes(text)) continue
    const isPublic = publicTexts.test(text) || literals.has(text) || isTime(text)
    assertTrue(isPublic, `The recorder kept ${text} in ${recorded}`)
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

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

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
const checkSent = (endpoint: Any, { request }: Recording, { body, method, url }: TransportRequest): void => {
  const { pathname, searchParams } = new URL(url)
  assertIdentical(method, request.method, "method of the request")
  assertIdentical(pathname, request.path.replace(/^\/api\/(?:latest|v2beta4)/, "/api/v1"), "path of the request")
  assertEqual(Object.fromEntries(searchParams), request.query ?? {}, "query of the request")
  if (request.body === undefined || request.body === null) return
  const sent = endpoint.encoding === "form" ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body ?? "{}")
  assertEqual(sent, payloadOf(request), "payload of the request")
}

/** A recorded response, with its status overridden or as sent without an override. */
interface Row {
  readonly name: string
  readonly recording: Recording
  readonly response: Recording["response"]
}

/** Only the status of a refusal can be overridden. Other responses are the same with and without override. */
const rowsOf = (recordings: ReadonlyArray<Recording>): ReadonlyArray<Row> =>
  recordings.flatMap((recording) => {
    const { name, response } = recording
    const row = { name, recording, response: withOverride(response, true) }
    return statusOf(response) < 400 ? [row] : [
      { ...row, name: `${name}, with status override` },
      { ...row, name: `${name}, without status override`, response: withOverride(response, false) }
    ]
  })

/** Decodes every recorded response of a generation. */
export const decode = (recorded: Recorded): void =>
  recorded.describe(`responses recorded in ${recorded.generation}`, () => {
    const { all, byEndpoint, generation } = recorded
    /** The inputs of the requests that a client sends. */
    const inputs = new Map<Recording, AnyInput>()
    /** For requests that no client sends, the request of another exchange with the endpoint, or with its view for others. */
    const samples = new Map<Any, AnyInput>()
    for (const [endpoint, recordings] of byEndpoint) {
      if (isUndescribed(endpoint)) continue
      for (const recording of recordings) {
        const input = inputOf(generation, endpoint, recording)
        if (input === undefined) continue
        inputs.set(recording, input)
        if (!samples.has(endpoint)) samples.set(endpoint, input)
      }
    }
    const sampleOf = ({ method, path }: Any): AnyInput | undefined =>
      [...samples].find(([endpoint]) => endpoint.method === method && endpoint.path === path)?.[1]

    const checkRow = Effect.fnUntraced(function*(endpoint: Any, { recording, response }: Row) {
      const own = inputs.get(recording)
      const expected = expectedOf(endpoint, recording)
      const input = own ?? samples.get(endpoint) ?? sampleOf(endpoint) ?? {}
      const { result, sent } = yield* callRecorded(generation, endpoint, input, response)
      assertTrue(sent.length > 0, "nothing was sent")
      check(endpoint, recording, expected, result)
      yield* checkPseudonyms(generation, endpoint, input, response, result)
      if (own !== undefined) checkSent(endpoint, recording, sent[0]!)
    })

    for (const [endpoint, recordings] of byEndpoint) {
      it.effect(`${endpoint.id}: the client decodes every response recorded in ${generation}`, () =>
        Effect.gen(function*() {
          const context = yield* Effect.context<never>()
          // Runs synchronously, so that a call that waits for the clock fails instead of hanging.
          checkRows(
            rowsOf(recordings),
            ({ name }) => name,
            (row) => Effect.runSyncWith(context)(checkRow(endpoint, row))
          )
        }))
    }

    it.effect("the API root and the health page respond to the diagnosis of a failure", () =>
      Effect.gen(function*() {
        const found = (path: string) => all.find(({ request }) => request.path === path)!.response
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

    it(`every recording of ${generation} in scope has a test, and the client sends the requests of most`, () => {
      const inScope = all.filter(isInScope)
      assert.lengthOf([...byEndpoint.values()].flat(), inScope.length)
      assert.isAbove(inputs.size, inScope.length * 0.85)
      const outOfScope = all.filter((recording) => !isInScope(recording))
      const elsewhere = outOfScope.filter(({ request }) =>
        !/^\/api\/v1(?:\/auth|\/internal)?\/[^/]+/.test(request.path)
      )
      assert.deepStrictEqual(elsewhere.map(({ name }) => name), [])
    })
  })
