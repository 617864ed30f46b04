/**
 * A lock on a file that several processes change.
 *
 * The lock is the folder `<path>.lock`. It is held while it contains a folder, which is named after its owner: the process,
 * a random number, and the host. Its safety does not depend on time:
 *
 * - To acquire the lock, a process prepares a folder that contains its own, and renames it to `<path>.lock`. The system
 *   refuses that unless the target is missing or empty.
 * - A change is one rename between the file and the owner's folder. It fails after that folder is removed.
 * - To break the lock, a process removes the owner's folder by name. It can never remove the folder of a later owner.
 *
 * An owner that is slow or suspended therefore loses its change and starts again. It never overwrites a later change.
 * Packages such as proper-lockfile rely on timestamps instead, and remove a lock without checking its owner.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  utimesSync
} from "node:fs"
import { rename, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { SecureRandom } from "../platform/SecureRandom.ts"
import { attempt, attemptIgnored, attemptSlow, codeOf, type FileRefused } from "./attempt.ts"
import { hasExited, makeOwnerName } from "./lockOwner.ts"

/** Another process has broken the lock. The file was not changed. */
export class LockLost extends Data.TaggedError("LockLost")<{}> {}

export interface FileLock {
  /** Replaces or removes the file in one step: readers see the old or the new content. Call it at most once per lock. */
  readonly commit: (text: string | undefined) => Effect.Effect<void, FileRefused | LockLost>
}

/** The interval in which an owner updates its folder's timestamp. */
const beatMillis = 500

/** The time without a beat after which a waiter breaks the lock. */
const staleMillis = 5000

const waitMillis = 20

/** The age after which another host's prepared folder is abandoned. */
const abandonedMillis = 60_000

/**
 * Runs an effect while it holds the lock on a file.
 *
 * Waits for other owners while they beat. Only that wait can be interrupted. Breaks the lock of an owner without a beat for
 * 5 seconds, and immediately if the owner is an ended process of this host. Fails with `FileRefused` if the lock cannot be
 * created or broken.
 */
export const withFileLock = <A, E>(
  path: string,
  use: (lock: FileLock) => Effect.Effect<A, E>
): Effect.Effect<A, E | FileRefused> =>
  Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
    const owner = makeOwnerName(yield* Effect.orDie(Effect.flatMap(SecureRandom, (bytes) => bytes(8))))
    yield* acquire(path, owner, restore(Effect.sleep(waitMillis)))
    const folder = join(lockPathOf(path), owner)
    const beats = yield* Effect.forkChild(Effect.interruptible(beat(folder)))
    return yield* Effect.ensuring(
      use({ commit: (text) => commit(path, folder, text) }),
      Effect.andThen(Fiber.interrupt(beats), release(path, folder))
    )
  }))

const lockPathOf = (path: string): string => `${path}.lock`

/** Waits until this owner holds the lock. */
const acquire = Effect.fnUntraced(function*(
  path: string,
  owner: string,
  pause: Effect.Effect<void>
): Effect.fn.Return<void, FileRefused> {
  const lock = lockPathOf(path)
  let seen = ""
  let since = 0
  for (;; yield* pause) {
    const holders = yield* attempt(() => readHolders(lock))
    if (holders.length === 0) {
      if (yield* attempt(() => take(path, owner))) return
      continue
    }
    const now = yield* Clock.currentTimeMillis
    const state = JSON.stringify(holders)
    if (state !== seen) {
      seen = state
      since = now
    }
    const isStale = now - since >= staleMillis
    for (const { name } of holders) {
      if (isStale || hasExited(name)) yield* attempt(() => breakLock(lock, name))
    }
  }
})

/** An owner, and a string that changes with each of its beats. */
interface Holder {
  /** `undefined` for a lock that is a link, a file as in version 0.1.0, or a folder that this user cannot read. */
  readonly name?: string
  readonly beat: string
}

/** Returns a lock's holders: at most one. */
const readHolders = (lock: string): ReadonlyArray<Holder> => {
  const status = lstatSync(lock, { throwIfNoEntry: false })
  if (status === undefined) return []
  const beat = toBeat(status)
  // A link's target is not part of the lock: its content must not be removed.
  if (!status.isDirectory()) return [{ beat }]
  try {
    const names = readdirSync(lock)
    // Windows does not rename a folder to an existing one, even if that is empty.
    if (names.length === 0) rmdirSync(lock)
    return names.map((name) => ({ name, beat: toBeat(lstatSync(join(lock, name))) }))
  } catch (error) {
    // Another process has released or taken the lock.
    return isChange(error) ? [] : [{ beat }]
  }
}

/** Returns `true` if an operation failed because another process changed the lock. */
const isChange = (error: unknown): boolean => ["EEXIST", "ENOENT", "ENOTEMPTY"].includes(String(codeOf(error)))

/** Identifies a folder and its timestamp. */
const toBeat = ({ ino, mtimeMs }: Stats): string => `${ino} ${mtimeMs}`

/** Takes the lock if it is free. Returns `true` if it did. */
const take = (path: string, owner: string): boolean => {
  const draft = `${lockPathOf(path)}.${owner}`
  mkdirSync(join(draft, owner), { recursive: true, mode: 0o700 })
  try {
    renameSync(draft, lockPathOf(path))
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // ENOTDIR: a lock of version 0.1.0. EPERM: any lock on Windows.
    const isTaken = isChange(error) || codeOf(error) === "ENOTDIR" ||
      process.platform === "win32" && codeOf(error) === "EPERM"
    if (!isTaken) throw error
    return false
  }
}

/** Removes an owner from a lock, unless it has already released the lock. */
const breakLock = (lock: string, owner: string | undefined): void => {
  try {
    // Removing a file cannot remove a new owner's lock, which is a folder.
    if (owner === undefined) unlinkSync(lock)
    else rmSync(join(lock, owner), { recursive: true, force: true })
  } catch (error) {
    const isThere = owner === undefined ? readHolders(lock).some(({ name }) => name === undefined) : !isChange(error)
    if (isThere) throw error
  }
}

/** Updates the timestamp of the owner's folder until it is interrupted. */
const beat = (folder: string): Effect.Effect<never> =>
  Effect.forever(Effect.gen(function*() {
    yield* Effect.sleep(beatMillis)
    const seconds = (yield* Clock.currentTimeMillis) / 1000
    yield* attemptIgnored(() => utimesSync(folder, seconds, seconds))
  }))

/** Replaces or removes the file with one rename, which requires the owner's folder. */
const commit = (
  path: string,
  folder: string,
  text: string | undefined
): Effect.Effect<void, FileRefused | LockLost> => {
  const inside = join(folder, "content")
  const change = text === undefined
    ? attemptSlow(() => rename(path, inside))
    : Effect.andThen(
      // Flushed, so that a power failure leaves the old or the new content, not an empty file.
      attemptSlow(() => writeFile(inside, text, { mode: 0o600, flush: true })),
      attemptSlow(() => rename(inside, path))
    )
  return Effect.mapError(change, (error) => error.code === "ENOENT" ? new LockLost() : error)
}

/** Releases the lock, and removes the prepared folders of ended processes. */
const release = (path: string, folder: string): Effect.Effect<void> =>
  Effect.gen(function*() {
    yield* attemptIgnored(() => rmSync(folder, { recursive: true, force: true }))
    yield* attemptIgnored(() => rmdirSync(lockPathOf(path)))
    const now = yield* Clock.currentTimeMillis
    const prefix = `${basename(lockPathOf(path))}.`
    yield* attemptIgnored(() => {
      for (const name of readdirSync(dirname(path))) {
        if (!name.startsWith(prefix)) continue
        const draft = join(dirname(path), name)
        if (hasExited(name.slice(prefix.length)) || now - lstatSync(draft).mtimeMs > abandonedMillis) {
          rmSync(draft, { recursive: true, force: true })
        }
      }
    })
  })
