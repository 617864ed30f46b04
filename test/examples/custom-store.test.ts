import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens, TokenStore } from "latchkey"
import { layerRow, type Row, type SessionTable } from "../../examples/custom-store.ts"
import { suite } from "../suites/TokenStoreSuite.ts"

/** An in-memory table with an optional delay. */
const tableOf = (text?: string, millis = 0): SessionTable & { readonly rows: Map<string, Row> } => {
  const rows = new Map<string, Row>(text === undefined ? [] : [["id", { version: 1, text }]])
  const slowly = millis === 0 ? Effect.yieldNow : Effect.sleep(millis)
  return {
    rows,
    find: (id) => Effect.andThen(slowly, Effect.sync(() => rows.get(id))),
    replace: (id, version, text) =>
      Effect.andThen(
        slowly,
        Effect.sync(() => {
          if ((rows.get(id)?.version ?? 0) !== version) return false
          if (text === undefined) rows.delete(id)
          else rows.set(id, { version: version + 1, text })
          return true
        })
      )
  }
}

const layerOf = (text?: string) => Layer.suspend(() => layerRow(tableOf(text), "id"))

suite("the example over a table", layerOf(), {
  unreadable: {
    "a text that is no JSON": layerOf("{"),
    "a number": layerOf("7"),
    "a list": layerOf("[\"refresh\"]"),
    "an access token alone": layerOf(JSON.stringify({ accessToken: "7" })),
    "a refresh token that is no text": layerOf(JSON.stringify({ refreshToken: 7 })),
    "the text undefined": layerOf(JSON.stringify({ refreshToken: "undefined" }))
  }
})

describe("the example over a table, on two servers", () => {
  it.effect("two servers with one table lose no concurrent write", () =>
    Effect.gen(function*() {
      const table = tableOf(undefined, 10)
      const server = Effect.map(
        Layer.build(Layer.fresh(layerRow(table, "id"))),
        Context.get(TokenStore.TokenStore)
      )
      const servers = [yield* server, yield* server]
      const append = (found: Tokens.Tokens | undefined) =>
        Tokens.make({
          refreshToken: "alice",
          accessToken: `${found?.accessToken ? Redacted.value(found.accessToken) : ""}x`
        })
      const writing = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: 20 }, (_, n) => servers[n % 2]!),
          (store) => store.modify(append),
          { concurrency: "unbounded", discard: true }
        )
      )
      yield* TestClock.adjust("1 minute")
      assert.isDefined(writing.pollUnsafe())
      assert.deepStrictEqual(Array.from(table.rows.keys()), ["id"])
      assert.include(table.rows.get("id")!.text, `"${"x".repeat(20)}"`)
    }))
})
