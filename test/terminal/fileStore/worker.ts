/** A process that changes a session in a file, as `FILE_WORK` specifies. It writes a line after each change. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Tokens, TokenStore } from "latchkey"
import { FileTokenStore } from "latchkey/cli"
import { writeSync } from "node:fs"

export type Work =
  & { readonly file: FileTokenStore.FileTokenStoreOptions }
  & (
    | {
      /** Increments its number in the access token up to a target. */
      readonly does: "count"
      readonly worker: string
      /** The highest number it is known to have written. */
      readonly from: number
      readonly to: number
    }
    | { readonly does: "sign in"; readonly refreshToken: string }
    | { readonly does: "sign out" }
    | {
      /** Stores access tokens of a session while it exists. */
      readonly does: "refresh"
      /** The time between two changes. Without one, the process takes the lock again as soon as it has released it. */
      readonly pauseMillis: number
    }
  )

const work: Work = JSON.parse(process.env["FILE_WORK"]!)

const written = (line: unknown) => writeSync(1, `${line}\n`)

const textOf = (secret: Redacted.Redacted<string> | undefined) => secret && Redacted.value(secret)

const main = Effect.gen(function*() {
  const store = Context.get(yield* Layer.build(FileTokenStore.layer(work.file)), TokenStore.TokenStore)
  written("ready")
  switch (work.does) {
    case "count": {
      let known = work.from
      let isFirst = true
      while (known < work.to) {
        let found = 0
        yield* store.modify((tokens) => {
          const counts = JSON.parse(textOf(tokens?.accessToken) ?? "{}")
          found = counts[work.worker] ?? 0
          return Tokens.make({
            refreshToken: "session",
            accessToken: JSON.stringify({ ...counts, [work.worker]: found + 1 })
          })
        })
        // A killed process may have written one number that it did not report.
        if (found !== known && !(isFirst && found === known + 1)) throw new Error(`found ${found} after ${known}`)
        isFirst = false
        known = found + 1
        written(known)
      }
      return
    }
    case "sign in":
      yield* store.modify(() => Tokens.make({ refreshToken: work.refreshToken, accessToken: "new" }))
      return written("signed in")
    case "sign out":
      yield* store.modify(() => undefined)
      return written("signed out")
    case "refresh": {
      for (let count = 0;; count++) {
        const tokens = yield* store.modify((found) => found && { ...found, accessToken: Redacted.make(`${count}`) })
        if (tokens === undefined) return written("no session")
        written(count)
        if (work.pauseMillis > 0) yield* Effect.sleep(work.pauseMillis)
      }
    }
  }
})

await Effect.runPromise(Effect.scoped(main))
