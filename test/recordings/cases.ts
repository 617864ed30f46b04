/**
 * Requests that the service must refuse, one deviation each: a field that is empty, null, of a wrong type, or the id of
 * nothing, a missing permission, or an access type below the endpoint's level. Fields and levels are those of the
 * descriptions. Each request is a recorded successful one with the deviation, sent in the world before that recording.
 *
 * If a recording of the endpoint has the same single deviation, status and code must equal its. The page on the emulator
 * lists all cases without such a recording.
 */
import * as Effect from "effect/Effect"
import { handle } from "../../src/emulator/requests/router.ts"
import type { ServiceState } from "../../src/emulator/state/ServiceState.ts"
import { Snapshot } from "../../src/emulator/state/Snapshot.ts"
import { type Codec, getNode, type Node } from "../../src/wire/Codec.ts"
import { accessLevels, type Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { getType, isMatch } from "../support/descriptions.ts"
import { claimsOf, codeOf, isObject, payloadOf, type Recorded, type Recording, statusOf } from "./recordings.ts"

export type Part = "params" | "query" | "payload"

/** What is wrong in a request. */
export type Deviation =
  | { readonly kind: "empty" | "null" | "type" | "foreign"; readonly part: Part; readonly field: string }
  | { readonly kind: "permission" | "level" }

/** A deviation of an endpoint's request. */
export interface Case {
  readonly endpoint: Any
  readonly deviation: Deviation
}

/** Returns a name such as `null display_name` or `level`. */
export const nameOf = (deviation: Deviation): string =>
  "field" in deviation ? `${deviation.kind} ${deviation.field}` : deviation.kind

/** A well-formed id without an entity. */
const unknownId = "00000000-0000-4000-8000-000000000000"

interface Field {
  readonly part: Part
  readonly field: string
  readonly codec: Codec<unknown>
}

/** The fields of a description's part: of a struct, or of all members of a union. */
const fieldsIn = (part: Part, codec: Codec<unknown>): ReadonlyArray<Field> => {
  const node = getNode(codec)
  if (node.kind === "union") return node.members().flatMap((member) => fieldsIn(part, toCodec(member)))
  if (node.kind !== "struct") return []
  return node.fields.map(({ codec, wireName }) => ({ part, field: wireName, codec: toCodec(codec) }))
}

// Sound: the members of a node are the data of codecs.
const toCodec = (node: Node): Codec<unknown> => node as unknown as Codec<unknown>

const fieldsOf = (endpoint: Any): ReadonlyArray<Field> => {
  const fields = (["params", "query", "payload"] as const).flatMap((part) => {
    const codec = endpoint[part]
    return codec === undefined ? [] : fieldsIn(part, codec)
  })
  const known = new Set<string>()
  return fields.filter(({ field, part }) => {
    const name = `${part} ${field}`
    // The recorded services have no later fields: they refuse them as unknown.
    return !endpoint.laterFields.includes(field) && !known.has(name) && known.add(name)
  })
}

const acceptsText = ({ codec }: Field): boolean => isMatch(getType(codec), "text") || isMatch(codec, unknownId)

/** Ids of accounts and providers come from outside, and those of clients are checked as credentials. */
const isId = ({ codec, field }: Field): boolean =>
  /(?:^|_)id$/.test(field) && !/account_id$|provider_id$|client_id$/.test(field) && isMatch(codec, unknownId)

/** The type of a field. Parts of a URL are texts: there, the type is the format, such as that of a UUID. */
const typeOf = ({ codec, part }: Field): Codec<unknown> => part === "payload" ? toCodec(getType(codec)) : codec

/** A value of another type; `undefined` if the field accepts every value. */
const wrongTypeOf = (field: Field): unknown =>
  (field.part === "payload" ? [7, "text", true, {}, []] : ["not a value"]).find((value) =>
    !isMatch(typeOf(field), value)
  )

/** The deviations that a description allows. */
export const casesOf = (endpoint: Any): ReadonlyArray<Case> => {
  const ofFields = fieldsOf(endpoint).flatMap((field): ReadonlyArray<Deviation> => {
    const kinds = [
      // An empty part of a path is another path.
      field.part !== "params" && acceptsText(field) ? "empty" as const : undefined,
      field.part === "payload" && endpoint.encoding === "json" && !isMatch(field.codec, null)
        ? "null" as const
        : undefined,
      wrongTypeOf(field) !== undefined ? "type" as const : undefined,
      isId(field) ? "foreign" as const : undefined
    ]
    return kinds.flatMap((kind) => kind === undefined ? [] : [{ kind, part: field.part, field: field.field }])
  })
  const needsPermission = endpoint.errors.some(({ tag }) => tag === "TeamPermissionRequired")
  return [
    ...ofFields,
    ...needsPermission ? [{ kind: "permission" as const }] : [],
    ...endpoint.level !== "client" && endpoint.encoding === "json" ? [{ kind: "level" as const }] : []
  ].map((deviation) => ({ endpoint, deviation }))
}

const rank = (level: string): number => accessLevels.findIndex((known) => known === level)

const pathValues = ({ path }: Any, { request }: Recording): Readonly<Record<string, string>> => {
  const actual = request.path.split("/").slice(3)
  return Object.fromEntries(
    path.split("/").slice(1).flatMap((part, index) =>
      part.startsWith(":") && actual[index] !== undefined
        ? [[part.slice(1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), decodeURIComponent(actual[index])]]
        : []
    )
  )
}

/** The values of a recorded request's parts. */
const valuesOf = (endpoint: Any, recording: Recording): Readonly<Record<Part, Readonly<Record<string, unknown>>>> => {
  const payload = payloadOf(recording.request)
  return {
    params: pathValues(endpoint, recording),
    query: recording.request.query ?? {},
    payload: isObject(payload) ? payload : {}
  }
}

/** Returns `true` if the service says that something does not exist. It has no code, or fails, in some of these cases. */
const isUnknown = ({ response }: Recording): boolean =>
  [404, 500].includes(statusOf(response)) || /_NOT_FOUND|_DOES_NOT_EXIST|_NOT_EXIST/.test(codeOf(response) ?? "")

/** Finds everything that deviates in a recorded request. */
const deviationsIn = (
  endpoint: Any,
  recording: Recording,
  isKnownId: (id: string) => boolean
): ReadonlyArray<Deviation> => {
  const values = valuesOf(endpoint, recording)
  const found = fieldsOf(endpoint).flatMap((field): ReadonlyArray<Deviation> => {
    const { part } = field
    const value = values[part][field.field]
    const of = (kind: "empty" | "null" | "type" | "foreign") => [{ kind, part, field: field.field }]
    if (value === undefined) return []
    if (value === "") return of("empty")
    if (value === null) return isMatch(field.codec, null) ? [] : of("null")
    if (!isMatch(typeOf(field), value)) return of("type")
    return isId(field) && typeof value === "string" && isUnknown(recording) && !isKnownId(value) ? of("foreign") : []
  })
  const level = recording.request.headers["X-Stack-Access-Type"] ?? "client"
  return [
    ...found,
    ...rank(level) < rank(endpoint.level) ? [{ kind: "level" as const }] : [],
    ...codeOf(recording.response) === "TEAM_PERMISSION_REQUIRED" ? [{ kind: "permission" as const }] : []
  ]
}

/** The status and the code of a response. */
export interface Outcome {
  readonly status: number
  readonly code: string | undefined
}

export const textOf = ({ code, status }: Outcome): string => `${status} ${code ?? "without a code"}`

const isSuccess = ({ response }: Recording): boolean => statusOf(response) < 300

/** Users need no permission for what is their own. */
const isBaseOf = ({ deviation }: Case, { request: { headers, path, query } }: Recording): boolean => {
  if (deviation.kind !== "permission") return true
  const user = claimsOf(headers["X-Stack-Access-Token"])?.sub
  const text = `${path} ${JSON.stringify(query ?? {})}`
  return user !== undefined && !text.includes(user) && !/\bme\b/.test(text)
}

/** The recordings with one deviation each, by endpoint and deviation. Recordings without override have the same outcome. */
export class RecordedCases {
  private readonly outcomes = new Map<string, Array<Outcome & { readonly name: string }>>()
  /** The cases that are sent in place of each recording. */
  readonly byBase = new Map<Recording, ReadonlyArray<Case>>()

  constructor({ all, byEndpoint }: Recorded) {
    const shown = new Set(
      all.filter(isSuccess).flatMap(({ response }) => JSON.stringify(response.body ?? null).match(idPattern) ?? [])
    )
    for (const [endpoint, recordings] of byEndpoint) {
      const isKnownId = (id: string) =>
        shown.has(id) ||
        recordings.some((recording) => isSuccess(recording) && JSON.stringify(recording.request).includes(id))
      for (const one of casesOf(endpoint)) {
        const base = recordings.find((recording) => isSuccess(recording) && isBaseOf(one, recording))
        if (base !== undefined) this.byBase.set(base, [...this.byBase.get(base) ?? [], one])
      }
      for (const recording of recordings) {
        const [deviation, ...others] = deviationsIn(endpoint, recording, isKnownId)
        if (deviation === undefined || others.length > 0) continue
        const key = keyOf({ endpoint, deviation })
        const outcome = {
          name: recording.name,
          status: statusOf(recording.response),
          code: codeOf(recording.response)
        }
        this.outcomes.set(key, [...this.outcomes.get(key) ?? [], outcome])
      }
    }
  }

  /** The recorded outcomes of a case. */
  of(one: Case): ReadonlyArray<Outcome & { readonly name: string }> {
    return this.outcomes.get(keyOf(one)) ?? []
  }
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const keyOf = ({ deviation, endpoint }: Case): string =>
  "field" in deviation
    ? `${endpoint.id} ${deviation.kind} ${deviation.part} ${deviation.field}`
    : `${endpoint.id} ${deviation.kind}`

/** The recorded request with a deviation. */
export const deviate = ({ deviation, endpoint }: Case, base: Recording): Recording => {
  // The names of some recordings choose the keys of their requests.
  const recording = { ...base, name: endpoint.id }
  const { request } = recording
  if (deviation.kind === "permission") return recording
  if (!("field" in deviation)) {
    const below = accessLevels[rank(endpoint.level) - 1]!
    const key = below === "client" ? "X-Stack-Publishable-Client-Key" : "X-Stack-Secret-Server-Key"
    const others = Object.entries(request.headers).filter(([name]) => !name.endsWith("-Key"))
    return {
      ...recording,
      request: {
        ...request,
        headers: {
          ...Object.fromEntries(others),
          "X-Stack-Access-Type": below,
          [key]: `${below === "client" ? "pck" : "ssk"}_${"0".repeat(50)}`
        }
      }
    }
  }
  const { field, kind, part } = deviation
  const found = fieldsOf(endpoint).find((one) => one.part === part && one.field === field)!
  const value = kind === "empty" ? "" : kind === "null" ? null : kind === "foreign" ? unknownId : wrongTypeOf(found)
  if (part === "query") {
    return { ...recording, request: { ...request, query: { ...request.query, [field]: String(value) } } }
  }
  if (part === "params") {
    const names = endpoint.path.split("/").slice(1)
    const parts = request.path.split("/")
    const index = names.findIndex((name) =>
      name.startsWith(":") && name.slice(1).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) === field
    )
    parts[index + 3] = encodeURIComponent(String(value))
    return { ...recording, request: { ...request, path: parts.join("/") } }
  }
  const payload = payloadOf(request)
  const changed = { ...isObject(payload) ? payload : {}, [field]: value }
  const isForm = typeof request.body === "string" && isObject(payload)
  return {
    ...recording,
    request: { ...request, body: isForm ? new URLSearchParams(changed as Record<string, string>).toString() : changed }
  }
}

/** Takes all permissions in teams from the user of a request. */
export const removePermissions = (state: ServiceState, recording: Recording, toOwn: (id: string) => string): void => {
  const user = claimsOf(recording.request.headers["X-Stack-Access-Token"])?.sub
  if (user === undefined) return
  for (const project of state.values()) {
    for (const team of project.teams.values()) team.members.get(toOwn(user))?.permissions.clear()
  }
}

type EmulatorRequest = Parameters<typeof handle>[1]

/** Sends a request to a copy of the state. `failure` is the text of a defect. */
export const probe = (
  snapshot: Snapshot,
  request: EmulatorRequest,
  change: (state: ServiceState) => void
): Effect.Effect<Outcome & { readonly failure: string | undefined }> =>
  Effect.suspend(() => {
    const state = Snapshot.stateOf(snapshot)
    change(state)
    return Effect.map(handle(state, request), ({ body, headers, status }) => ({
      status: Number(headers["x-stack-actual-status"] ?? status),
      code: headers["x-stack-known-error"],
      failure: body?.startsWith("The emulator failed") === true ? body : undefined
    }))
  })

/** The kinds of deviations in the order of the table. */
const kinds = ["empty", "null", "type", "foreign", "permission", "level"] as const

/** Returns the rows of a table of all cases that no recording has. */
export const printUnknown = (recorded: ReadonlyArray<RecordedCases>): string => {
  const lines = endpoints.flatMap((endpoint) => {
    const unknown = casesOf(endpoint).filter((one) => recorded.every((cases) => cases.of(one).length === 0))
    const parts = kinds.flatMap((kind) => {
      const names = unknown.flatMap(({ deviation }) =>
        deviation.kind !== kind ? [] : ["field" in deviation ? `\`${deviation.field}\`` : ""]
      )
      return names.length === 0 ? [] : [`${kind} ${names.join(", ")}`.trim()]
    })
    return parts.length === 0 ? [] : [`| \`${endpoint.id}\` | ${parts.join("; ")} |`]
  })
  return ["| endpoint | cases |", "|---|---|", ...lines.toSorted()].join("\n")
}
