import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as UndefinedOr from "effect/UndefinedOr"
import * as Emulator from "../../emulator/Emulator.ts"
import { findUserByAuthEmail } from "../../emulator/state/projectTables.ts"
import type { KeySetRow, ProjectRow } from "../../emulator/state/rows.ts"
import type { ServiceState } from "../../emulator/state/ServiceState.ts"
import { decodeState, isState } from "../../emulator/state/stateFile.ts"
import type { Connection, Key } from "./Connection.ts"
import type { EmulatorOptions } from "./parseEmulatorOptions.ts"
import { readDocument } from "./readDocument.ts"
import type { StateFolder } from "./StateFolder.ts"

/** A project's keys from options. */
export type GivenKeys = { readonly [Kind in typeof keyKinds[number][0]]: string | undefined }

/** The options that determine the state. */
export type StartOptions = EmulatorOptions["start"]

/** Options for the emulator, and the data to connect to it. */
export interface Start {
  readonly emulator: Emulator.Options
  readonly generation: Emulator.Generation
  readonly connection: Omit<Connection, "apiUrl">
}

const keyKinds = [
  ["publishableClientKey", "publishable-key"],
  ["secretServerKey", "secret-key"],
  ["superSecretAdminKey", "admin-key"]
] as const

/** Reads the files in the options. Fails with a message that names each problem, or the option that contradicts a file. */
export const makeStart = Effect.fnUntraced(function*(
  options: StartOptions,
  folder: StateFolder | undefined
): Effect.fn.Return<Start, string> {
  const { seed: path, users } = options
  const hasState = folder?.state !== undefined
  const document = path === undefined || hasState ? undefined : yield* readDocument(path)
  const source = hasState
    ? { file: folder.file, document: folder.state }
    : path !== undefined && isState(document)
    ? { file: path, document }
    : undefined
  yield* checkUsers(users)
  if (source !== undefined) return yield* makeStartFromState(options, source)
  const seed = document === undefined || path === undefined
    ? undefined
    : yield* Effect.mapError(
      Emulator.parseSeed(document),
      ({ problems }) => `${path} is not a valid seed:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
    )
  const emails = new Set(seed?.users?.map(({ primaryEmail }) => primaryEmail?.toLowerCase()))
  const missing = users.filter(({ primaryEmail }) => !emails.has(primaryEmail.toLowerCase()))
  const generation = options.generation ?? "2026"
  return {
    generation,
    emulator: {
      generation,
      project: { id: options.projectId, ...toProjectKeys(options.keys) },
      internal: toProjectKeys(options.internalKeys),
      seed: {
        version: 1,
        ...seed,
        users: [...seed?.users ?? [], ...missing],
        webhooks: [...seed?.webhooks ?? [], ...options.webhooks]
      }
    },
    connection: {
      projectId: options.projectId ?? Emulator.adminOptions.projectId,
      ...describeKeys(options.keys, (kind) => ({ value: defaultKeys[kind], source: undefined }))
    }
  }
})

const makeStartFromState = Effect.fnUntraced(function*(
  options: StartOptions,
  { document, file }: { readonly document: unknown; readonly file: string }
): Effect.fn.Return<Start, string> {
  const state = yield* Effect.mapError(
    decodeState(document),
    ({ message }) => `${file} is not a valid state: ${message}`
  )
  // Sound: a decoded state has a project.
  const project = state.values().next().value!
  yield* checkOptions(state, project, options, file)
  // Without the option, the state's endpoints stay.
  const webhooks = options.webhooks.length === 0 ? {} : { webhooks: options.webhooks }
  const missing = options.users.filter(({ primaryEmail }) => findUserByAuthEmail(project, primaryEmail) === undefined)
  return {
    generation: state.generation,
    emulator: { generation: state.generation, state: document, seed: { version: 1, users: missing, ...webhooks } },
    connection: {
      projectId: project.id,
      ...describeKeys(options.keys, (kind) => {
        const value = keysOf(project).find((keys) => keys[kind] !== undefined)?.[kind] ?? ""
        const isPublic = value === defaultKeys[kind] || kind === "publishableClientKey"
        return { value, source: isPublic ? undefined : `in ${file}` }
      })
    }
  }
})

const checkUsers = (users: StartOptions["users"]): Effect.Effect<void, string> => {
  const emails = users.map(({ primaryEmail }) => primaryEmail.toLowerCase())
  const repeated = users.find((_, index) => emails.indexOf(emails[index]!) !== index)
  return repeated === undefined ? Effect.void : Effect.fail(`--user names ${repeated.primaryEmail} twice`)
}

/** Fails if an option contradicts a state. Equal options are fine, so that a command can be repeated. */
const checkOptions = (
  state: ServiceState,
  project: ProjectRow,
  { generation, internalKeys, keys, projectId }: StartOptions,
  file: string
): Effect.Effect<void, string> => {
  if (generation !== undefined && generation !== state.generation) {
    return Effect.fail(`--generation is ${generation}, but the state in ${file} has the generation ${state.generation}`)
  }
  if (projectId !== undefined && projectId !== project.id) {
    return Effect.fail(`--project-id is ${projectId}, but the project in ${file} is ${project.id}`)
  }
  const internal = state.get("internal")
  const wrong = findWrongOption(project, keys, "--") ??
    (internal === undefined ? undefined : findWrongOption(internal, internalKeys, "--internal-"))
  return wrong === undefined
    ? Effect.void
    : Effect.fail(`${wrong} is not a key in ${file}. Omit the option, or start from a new state.`)
}

const findWrongOption = (project: ProjectRow, given: GivenKeys, prefix: string): string | undefined =>
  keyKinds.flatMap(([kind, option]) =>
    given[kind] === undefined || keysOf(project).some((keys) => keys[kind] === given[kind]) ? [] : [prefix + option]
  )[0]

const keysOf = (project: ProjectRow): ReadonlyArray<KeySetRow> =>
  [...project.keySets.values()].filter(({ manuallyRevokedAtMillis }) => manuallyRevokedAtMillis === undefined)

const defaultKeys = {
  publishableClientKey: Emulator.adminOptions.publishableClientKey,
  secretServerKey: Redacted.value(Emulator.adminOptions.secretServerKey),
  superSecretAdminKey: Redacted.value(Emulator.adminOptions.superSecretAdminKey)
}

/** Keys from options are not printed, except the publishable client key. The default keys are public. */
const describeKeys = (
  given: GivenKeys,
  otherwise: (kind: keyof GivenKeys) => Key
): Record<keyof GivenKeys, Key> => {
  const keyOf = (kind: keyof GivenKeys, source?: string): Key => {
    const value = given[kind]
    return value === undefined ? otherwise(kind) : { value, source }
  }
  return {
    publishableClientKey: keyOf("publishableClientKey"),
    secretServerKey: keyOf("secretServerKey", "from --secret-key"),
    superSecretAdminKey: keyOf("superSecretAdminKey", "from --admin-key")
  }
}

const toProjectKeys = ({ publishableClientKey, secretServerKey, superSecretAdminKey }: GivenKeys) => ({
  publishableClientKey,
  secretServerKey: UndefinedOr.map(secretServerKey, Redacted.make),
  superSecretAdminKey: UndefinedOr.map(superSecretAdminKey, Redacted.make)
})
