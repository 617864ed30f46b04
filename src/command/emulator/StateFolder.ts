/** A folder that keeps an emulator's state between runs: `--persist`. Its file is complete at any time. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type * as Emulator from "../../emulator/Emulator.ts"
import { SecureRandom } from "../../platform/SecureRandom.ts"
import { codeOf, messageOf } from "../../terminal/attempt.ts"
import { hasExited, makeOwnerName } from "../../terminal/lockOwner.ts"
import { readDocument } from "./readDocument.ts"
import { writeDocument } from "./writeDocument.ts"

export interface StateFolder {
  readonly file: string
  /** The file's document; `undefined` if the folder is new. */
  readonly state: unknown
}

/** Opens or creates a folder, and locks it until the scope closes. Fails with a message if another emulator uses it. */
export const openStateFolder = Effect.fnUntraced(function*(
  folder: string
): Effect.fn.Return<StateFolder, string, Scope.Scope> {
  const lock = join(folder, "lock")
  const owner = makeOwnerName(yield* Effect.orDie(Effect.flatMap(SecureRandom, (bytes) => bytes(8))))
  const refuse = (error: unknown) =>
    existsSync(folder) && !statSync(folder).isDirectory()
      ? `--persist must be a folder, and ${folder} is a file`
      : `The folder ${folder} of --persist cannot be used: ${messageOf(error)}`
  yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        // Passwords and keys are in plain text.
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        return takeLock(folder, lock, owner)
      },
      catch: refuse
    }).pipe(
      Effect.flatMap((holder) => holder === undefined ? Effect.void : Effect.fail(describeHolder(folder, lock, holder)))
    ),
    () => Effect.sync(() => readLock(lock) === owner && rmSync(lock, { force: true }))
  )
  yield* Effect.try({ try: () => removeDrafts(folder), catch: refuse })
  return yield* readStateFolder(folder)
})

/** Reads a folder that another emulator may use. Fails with a message for the terminal. */
export const readStateFolder = (folder: string): Effect.Effect<StateFolder, string> => {
  const file = join(folder, "state.json")
  return Effect.map(readDocument(file, { isOptional: true }), (state) => ({ file, state }))
}

/** Takes the lock. Returns the name of the emulator with the lock, or `undefined` if this process does now. */
const takeLock = (folder: string, lock: string, owner: string): string | undefined => {
  for (;;) {
    if (succeeds("EEXIST", () => writeFileSync(lock, owner, { flag: "wx" }))) return undefined
    const holder = readLock(lock)
    if (holder === undefined) continue
    if (!hasExited(holder)) return holder
    // Renamed first, so that only one process removes the ended process's lock.
    const stale = join(folder, `lock.${owner}`)
    if (!succeeds("ENOENT", () => renameSync(lock, stale))) continue
    // Another process may have been faster: it holds the lock that was renamed.
    if (readLock(stale) !== holder) renameSync(stale, lock)
    else rmSync(stale, { force: true })
  }
}

const readLock = (lock: string): string | undefined => {
  let holder: string | undefined
  succeeds("ENOENT", () => holder = readFileSync(lock, "utf8"))
  return holder
}

/** Runs an operation. Returns `false` if the system refuses it with a code. */
const succeeds = (code: string, run: () => void): boolean => {
  try {
    run()
    return true
  } catch (error) {
    if (codeOf(error) === code) return false
    throw error
  }
}

const describeHolder = (folder: string, lock: string, holder: string): string => {
  const [pid] = holder.split("-")
  return `Another emulator uses the folder ${folder}${/^\d+$/.test(pid ?? "") ? ` (process ${pid})` : ""}. ` +
    `Stop it, or pass another folder to --persist. If it no longer runs, delete ${lock}.`
}

const removeDrafts = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    if (name.startsWith("state.json.") && name.endsWith(".tmp")) rmSync(join(folder, name), { force: true })
  }
}

/** The time between a change and its write, in which further changes are collected. */
const delay = "500 millis"

/** Returns an emulator that saves its state after changes and when the scope closes. The next change retries a failed write. */
export const saveChanges = Effect.fnUntraced(function*(
  emulator: Emulator.Emulator["Service"],
  file: string
): Effect.fn.Return<Emulator.Emulator["Service"], never, Scope.Scope> {
  const changed = Latch.makeUnsafe(true)
  let saved = ""
  const save = Effect.gen(function*() {
    const text = JSON.stringify(yield* emulator.exportState)
    if (text === saved) return
    yield* writeDocument(file, text)
    saved = text
  }).pipe(Effect.catch((message) => Console.error(`The state was not saved. ${message}`)))
  yield* Effect.addFinalizer(() => save)
  yield* Effect.forkScoped(Effect.forever(Effect.gen(function*() {
    yield* changed.await
    yield* Effect.sleep(delay)
    changed.closeUnsafe()
    // An interruption at the exit waits for the write.
    yield* Effect.uninterruptible(save)
  })))
  return {
    ...emulator,
    send: (request) =>
      Effect.ensuring(emulator.send(request), Effect.sync(() => canChange(request) && changed.openUnsafe()))
  }
})

/** Returns `true` unless a request only reads. OAuth's pages change the state by GET requests. */
const canChange = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method !== "OPTIONS" && (method !== "GET" && method !== "HEAD" || url.includes("/oauth/"))
