/** An emulator's state as a JSON document. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { array, type Codec, literal } from "../../wire/Codec.ts"
import { decode, encode, Problem } from "../../wire/decode.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import { isObject, type JsonObject } from "../../wire/Json.ts"
import { struct } from "../../wire/Struct.ts"
import { tableOf } from "./collectionCodecs.ts"
import { makeTables } from "./projectTables.ts"
import { ApiKeyRow, CodeRow, projectFields, type ProjectRow, SessionRow, UserRow } from "./rows.ts"
import { ServiceState } from "./ServiceState.ts"

/** Raised when a document is not an emulator's state. The message names the problem's path, without the value. */
export class InvalidState extends Data.TaggedError("InvalidState")<{
  readonly message: string
  /** The value's path in the document, such as `projects[0].users[3].display_name`. Empty for the document. */
  readonly path: string
}> {}

/** The `format` in a state. It distinguishes a state from a seed. */
const stateFormat = "latchkey-emulator-state"

const version = 1

const Project: Codec<ProjectRow> = struct({
  ...projectFields,
  users: tableOf(UserRow, () => makeTables().users),
  sessions: tableOf(SessionRow, () => makeTables().sessions),
  codes: tableOf(CodeRow, () => makeTables().codes),
  apiKeys: tableOf(ApiKeyRow, () => makeTables().apiKeys)
})

const State: Codec<{ readonly generation: Generation; readonly projects: ReadonlyArray<ProjectRow> }> =
  /*#__PURE__*/ struct({ generation: literal("2025", "2026"), projects: array(Project) })

/** Returns `true` if a document claims to be a state. */
export const isState = (json: unknown): boolean => isObject(json) && json["format"] === stateFormat

/** Encodes a state. The document shares no mutable value with the state. */
export const encodeState = (state: ServiceState): JsonObject => {
  const encoded = encode(State, { generation: state.generation, projects: [...state.values()] })
  if (encoded instanceof Problem) {
    throw new Error(`The state cannot be exported: ${describePath(encoded.path)} ${encoded.text}`)
  }
  // Sound: the codec returns JSON.
  return { format: stateFormat, version, ...encoded as JsonObject }
}

/** Decodes a state, of the given generation if any. Fails with `InvalidState` for any other value. */
export const decodeState = (
  json: unknown,
  expected?: Generation
): Effect.Effect<ServiceState, InvalidState> =>
  Effect.suspend(() => {
    if (!isObject(json)) return fail([], "must be a JSON object")
    if (json["format"] !== stateFormat) return fail(["format"], `must be ${JSON.stringify(stateFormat)}`)
    if (json["version"] !== version) {
      const isNewer = typeof json["version"] === "number" && json["version"] > version
      const hint = isNewer ? ". A newer version of latchkey has written this document" : ""
      return fail(["version"], `must be ${version}${hint}`)
    }
    const decoded = decode(State, json)
    if (decoded instanceof Problem) return fail(decoded.path, decoded.text)
    const { generation, projects } = decoded
    if (expected !== undefined && generation !== expected) {
      return fail(["generation"], `must be ${expected}, the generation of the emulator`)
    }
    const state = new ServiceState(generation)
    if (projects.length === 0) return fail(["projects"], "must contain a project")
    for (const [index, project] of projects.entries()) {
      if (state.has(project.id)) return fail(["projects", index, "id"], "is the id of another project")
      if (project.generation !== generation) return fail(["projects", index, "generation"], `must be ${generation}`)
      const stranger = findStranger(project)
      if (stranger !== undefined) return fail(["projects", index, ...stranger], "is the id of no user")
      state.set(project.id, project)
    }
    return Effect.succeed(state)
  })

/** Returns the path to the first team member who is not a user. Handlers need each member's user. */
const findStranger = ({ teams, users }: ProjectRow): ReadonlyArray<string | number> | undefined => {
  for (const [teamIndex, { members }] of [...teams.values()].entries()) {
    const index = [...members.keys()].findIndex((id) => !users.has(id))
    if (index >= 0) return ["teams", teamIndex, "members", index, "key"]
  }
  return undefined
}

const describePath = (path: ReadonlyArray<string | number>): string =>
  path.map((key, index) => typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`).join("")

const fail = (path: ReadonlyArray<string | number>, text: string) => {
  const described = describePath(path)
  return Effect.fail(new InvalidState({ path: described, message: `${described || "The document"} ${text}` }))
}
