/**
 * A token store in a file of the user, for command-line programs. Processes share it.
 *
 * **Example** (A client of a program)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client } from "latchkey"
 * import { FileTokenStore } from "latchkey/cli"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId }).pipe(Layer.provide(FileTokenStore.layer({ name: "acme", projectId })))
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { makeListeners } from "../session/listeners.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import * as Tokens from "../session/Tokens.ts"
import { decodeTokens, encodeTokens } from "../session/tokensJson.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { attempt } from "./attempt.ts"
import { type FileLock, type LockLost, withFileLock } from "./FileLock.ts"

/** The options that determine the file's path. */
export interface FileTokenStoreOptions {
  /** The program's name, which is the name of its configuration folder. */
  readonly name: string
  /** The project's id, which is the file's name. */
  readonly projectId: string
  /** The parent of the configuration folder: by default `$XDG_CONFIG_HOME` or `~/.config`, and `%APPDATA%` on Windows. */
  readonly directory?: string | undefined
}

/**
 * Layer for a store in a file that only its user can read: `~/.config/<name>/<projectId>.json`.
 *
 * Several processes can use the file at the same time. A change is atomic: readers see either the old session or the new
 * one. Subscribers are notified within a second. Invalid content is treated as no session.
 *
 * **Details**
 *
 * A lock between processes is a folder beside the file, `<projectId>.json.lock`. A change waits while another running
 * process holds the lock. Interrupt it, or use `Effect.timeout`, to stop waiting. A killed process's lock is broken
 * immediately, and a suspended one's after 5 seconds. A process that loses the lock starts its change again with
 * the tokens that are stored by then. `modify` may therefore call its function more than once.
 *
 * A session that cannot be written is a defect, so that a failed write of a sign-in or sign-out is never reported as a
 * success. The message has the path and the system's code, such as `EACCES` or `ENOSPC`. A new access token that cannot be
 * written is used without being stored.
 */
export const layer = (options: FileTokenStoreOptions): Layer.Layer<TokenStore, InvalidOptions> =>
  Layer.effect(TokenStore, Effect.map(pathOf(options), make))

const pathOf = Effect.fnUntraced(function*(options: FileTokenStoreOptions) {
  yield* checkNames(options, { name: true, projectId: true, directory: true })
  const { directory = configDirectory(), name, projectId } = options
  for (const [option, value] of Object.entries({ name, projectId })) {
    yield* check(option, /^\w[\w.@-]*$/.test(value), "must be a valid file name: letters, digits and . _ @ -")
  }
  return join(directory, name, `${projectId}.json`)
})

const configDirectory = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const given = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME
  return given !== undefined && isAbsolute(given)
    ? given
    : join(homedir(), ...(process.platform === "win32" ? ["AppData", "Roaming"] : [".config"]))
}

const make = (path: string): TokenStore["Service"] => {
  const listeners = makeListeners<Tokens.Tokens | undefined>()
  // The semaphore orders this process's fibers; the file lock orders processes.
  const turn = Semaphore.makeUnsafe(1)
  let seen: string | undefined

  const read: Effect.Effect<string | undefined> = Effect.catch(
    attempt(() => readFileSync(path, "utf8")),
    () => Effect.undefined
  )

  /** Reads the file, and notifies the listeners if its content has changed. */
  const notifyIfChanged = Effect.map(read, (text) => {
    if (text === seen) return
    seen = text
    listeners.notify(decodeTokens(text))
  })

  /** Applies `f` to the stored tokens, and commits the result. */
  const change = Effect.fnUntraced(function*(
    f: (tokens: Tokens.Tokens | undefined) => Tokens.Tokens | undefined,
    commit: FileLock["commit"]
  ): Effect.fn.Return<Tokens.Tokens | undefined, LockLost> {
    const stored = decodeTokens(yield* read)
    const next = f(stored)
    if (next === stored) return stored
    yield* commit(next && encodeTokens(next)).pipe(
      Effect.andThen(notifyIfChanged),
      Effect.catchTag(
        "FileRefused",
        ({ code }) => Tokens.isSameSession(next, stored) ? Effect.void : Effect.die(writeError(path, code))
      )
    )
    return next
  })

  return TokenStore.of({
    get: Effect.map(read, decodeTokens),
    modify: (f) =>
      turn.withPermit(Effect.eventually(Effect.catchTag(
        withFileLock(path, ({ commit }) => change(f, commit)),
        "FileRefused",
        // Without the lock, a change cannot be written.
        (error) => change(f, () => Effect.fail(error))
      ))),
    subscribe: Effect.fnUntraced(function*(listener) {
      // Changes before the subscription are not reported to it.
      yield* notifyIfChanged
      yield* listeners.subscribe(listener)
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(watchMillis), notifyIfChanged)))
    })
  })
}

const watchMillis = 1000

const writeError = (path: string, code: unknown): Error =>
  new Error(`${path} cannot be written: ${typeof code === "string" ? code : "unknown reason"}`)
