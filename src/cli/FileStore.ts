/**
 * A session in a file of the user's, for command-line programs.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { makeListeners } from "../session/listeners.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import * as Tokens from "../session/Tokens.ts"
import { parse, print } from "../session/tokensText.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { isObject } from "../wire/Json.ts"

/**
 * Where the file is.
 *
 * @category options
 * @since 0.1.0
 */
export interface FileStoreOptions {
  /** The name of the program: that of its folder among the user's settings. */
  readonly name: string
  /** The project, whose sessions are of no use to another: the name of the file. */
  readonly projectId: string
  /**
   * The folder of the user's settings: by default `$XDG_CONFIG_HOME` or `~/.config`, and `%APPDATA%` on Windows.
   */
  readonly directory?: string | undefined
}

/**
 * Layer of a store in a file that only its user may read: `~/.config/<name>/<projectId>.json`.
 *
 * Other programs may use the same file at the same time: a change is one step, and whoever listens hears of it within a
 * second. What is no session in it counts as none. A session that cannot be written is a defect, so that nobody takes a
 * sign-in for kept that is not; a new access token that cannot is used and not kept.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: FileStoreOptions): Layer.Layer<TokenStore, InvalidOptions> =>
  Layer.effect(TokenStore, Effect.map(pathOf(options), make))

const pathOf = Effect.fnUntraced(function*({ directory = settings(), name, projectId }: FileStoreOptions) {
  for (const [option, value] of Object.entries({ name, projectId })) {
    yield* check(option, /^\w[\w.@-]*$/.test(value), "must do as the name of a file")
  }
  return join(directory, name, `${projectId}.json`)
})

const settings = (): string => {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const given = process.platform === "win32" ? APPDATA : XDG_CONFIG_HOME
  return given !== undefined && isAbsolute(given)
    ? given
    : join(homedir(), ...(process.platform === "win32" ? ["AppData", "Roaming"] : [".config"]))
}

const make = (path: string): TokenStore["Service"] => {
  const listeners = makeListeners<Tokens.Tokens | undefined>()
  let seen: string | undefined

  const read = (): string | undefined => {
    try {
      return readFileSync(path, "utf8")
    } catch {
      return undefined
    }
  }

  /** Tells of what has changed since the last look, by whomever. */
  const look = (text = read()) => {
    if (text === seen) return
    seen = text
    listeners.tell(parse(text))
  }

  return TokenStore.of({
    get: Effect.sync(() => parse(read())),
    modify: (f) =>
      locked(path, (replace) => {
        const stored = parse(read())
        const next = f(stored)
        if (next === stored) return stored
        const text = next && print(next)
        try {
          replace(text)
          look(text)
        } catch (error) {
          if (!Tokens.isSameSession(next, stored)) throw notWritten(path, error)
        }
        return next
      }),
    subscribe: Effect.fnUntraced(function*(listener) {
      // What has changed before is nothing to tell.
      look()
      yield* listeners.subscribe(listener)
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(lookMillis), Effect.sync(() => look()))))
    })
  })
}

const lookMillis = 1000

const waitMillis = 20

/** After two seconds, whoever holds the lock must have been killed: nobody needs more than a moment. */
const patience = 100

/**
 * Runs a function that may replace the contents of a file, and none that another process runs meanwhile. The lock is the new
 * file, which takes the old one's place when it is complete: nobody ever reads a half of it.
 */
const locked = <A>(
  path: string,
  run: (replace: (text: string | undefined) => void) => A,
  tries = 0
): Effect.Effect<A> =>
  Effect.suspend(() => {
    const lock = `${path}.lock`
    let refusal: unknown
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      closeSync(openSync(lock, "wx", 0o600))
    } catch (error) {
      refusal = error
    }
    if (isObject(refusal) && refusal["code"] === "EEXIST" && refusal["path"] === lock) {
      if (tries >= patience) rmSync(lock, { force: true })
      return Effect.andThen(Effect.sleep(waitMillis), locked(path, run, tries + 1))
    }
    let isHeld = refusal === undefined
    try {
      return Effect.succeed(run((text) => {
        if (refusal !== undefined) throw refusal
        if (text === undefined) return rmSync(path, { force: true })
        // Whoever has waited too long may have taken the lock away: a file made anew would be one that others can read.
        writeFileSync(lock, text, { flag: "r+" })
        renameSync(lock, path)
        isHeld = false
      }))
    } finally {
      if (isHeld) rmSync(lock, { force: true })
    }
  })

const notWritten = (path: string, error: unknown): Error =>
  new Error(`${path} cannot be written: ${isObject(error) ? error["code"] : "unknown reason"}`)
