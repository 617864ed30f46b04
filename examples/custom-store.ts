/**
 * A custom token store: sessions in a database table on the app's server.
 *
 * The browser holds only the id of a row, in an `HttpOnly` cookie. The tokens never leave the server. Several servers
 * share the table, so a row is replaced only if its version has not changed since it was read.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Tokens, TokenStore } from "latchkey"

/** A row of the table. Each write changes its version. */
export interface Row {
  readonly version: number
  /** JSON, ideally encrypted with a key that is stored outside the database. */
  readonly text: string
}

/** The database operations that the store requires. */
export interface SessionTable {
  readonly find: (id: string) => Effect.Effect<Row | undefined>
  /**
   * Replaces the row with this version, or deletes it if `text` is `undefined`. A missing row has version 0. Returns
   * `true` if the version matched.
   */
  readonly replace: (id: string, version: number, text: string | undefined) => Effect.Effect<boolean>
}

/** Layer of a store that keeps its tokens in one row. Build it once per request. */
export const layerRow = (table: SessionTable, id: string): Layer.Layer<TokenStore.TokenStore> =>
  Layer.sync(TokenStore.TokenStore, () => {
    const listeners = new Set<{ readonly tell: (tokens: Tokens.Tokens | undefined) => void }>()
    const modify: TokenStore.TokenStore["Service"]["modify"] = (f) =>
      Effect.flatMap(table.find(id), (row) => {
        const stored = parse(row?.text)
        const next = f(stored)
        if (next === stored) return Effect.succeed(stored)
        // Writing and notifying are one uninterruptible step.
        return Effect.uninterruptible(
          Effect.map(table.replace(id, row?.version ?? 0, serialize(next)), (isReplaced) => {
            if (isReplaced) { for (const { tell } of listeners) tell(next) }
            return isReplaced
          })
        ).pipe(
          // Another server has written in the meantime. Retry with its row.
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

const serialize = (tokens: Tokens.Tokens | undefined): string | undefined =>
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
