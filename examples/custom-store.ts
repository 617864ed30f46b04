/**
 * A token store of your own: sessions in a table of the app's server.
 *
 * The browser holds nothing but the id of a row, in a cookie that no script can read (`HttpOnly`), and the tokens never leave
 * the server. Several servers share the table, so a row is replaced only if it is still the one that was read.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Tokens, TokenStore } from "latchkey"

/** A row of the table. Each time it is written, its version is another one. */
export interface Row {
  readonly version: number
  /** JSON, best encrypted with a key that is not in the database. */
  readonly text: string
}

/** The part of a database that is needed. */
export interface SessionTable {
  readonly find: (id: string) => Effect.Effect<Row | undefined>
  /** Replaces a row of that version, or removes it; a row that is not there has the version 0. Says whether it did. */
  readonly replace: (id: string, version: number, text: string | undefined) => Effect.Effect<boolean>
}

/** Layer of a store that keeps its tokens in one row. Every request builds its own. */
export const layerRow = (table: SessionTable, id: string): Layer.Layer<TokenStore.TokenStore> =>
  Layer.sync(TokenStore.TokenStore, () => {
    const listeners = new Set<{ readonly tell: (tokens: Tokens.Tokens | undefined) => void }>()
    const modify: TokenStore.TokenStore["Service"]["modify"] = (f) =>
      Effect.flatMap(table.find(id), (row) => {
        const stored = parse(row?.text)
        const next = f(stored)
        if (next === stored) return Effect.succeed(stored)
        // Whoever is interrupted has written and told of it, or neither.
        return Effect.uninterruptible(Effect.map(table.replace(id, row?.version ?? 0, print(next)), (isReplaced) => {
          if (isReplaced) { for (const { tell } of listeners) tell(next) }
          return isReplaced
        })).pipe(
          // Another server was quicker: what it has written is where to begin.
          Effect.flatMap((isReplaced) => isReplaced ? Effect.succeed(next) : modify(f))
        )
      })
    return {
      get: Effect.map(table.find(id), (row) => parse(row?.text)),
      modify,
      subscribe: (tell) =>
        Effect.asVoid(Effect.acquireRelease(
          Effect.sync(() => {
            const entry = { tell }
            listeners.add(entry)
            return entry
          }),
          (entry) => Effect.sync(() => listeners.delete(entry))
        ))
    }
  })

const print = (tokens: Tokens.Tokens | undefined): string | undefined =>
  tokens && JSON.stringify({
    refreshToken: tokens.refreshToken && Redacted.value(tokens.refreshToken),
    accessToken: tokens.accessToken && Redacted.value(tokens.accessToken)
  })

const parse = (text: string | undefined): Tokens.Tokens | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    return typeof value === "object" && value !== null ? Tokens.make(value) : undefined
  } catch {
    return undefined
  }
}
