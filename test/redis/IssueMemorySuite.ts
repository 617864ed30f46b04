/** The memory for own issues that processes share. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { begin, settle } from "../../src/session/ownIssues.ts"
import { dump, openProcess, send, type SuiteOptions } from "./support.ts"

const issue = (iat: number) => ({ iat, sessionId: "session-1", userId: "user-1" })

export const suite = ({ describe, startRedis, test }: SuiteOptions) => {
  describe("IssueMemory over Redis", () => {
    test("keeps each of several concurrent changes, sealed", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { issues: one } = yield* openProcess(server)
        const { issues: two } = yield* openProcess(server)
        const names = ["a", "b", "c", "d", "e", "f"]
        const changes = names.map((name, index) => [one, two][index % 2]!.modify("id", (known) => begin(known, name)))
        assert.deepStrictEqual(yield* Effect.all(changes, { concurrency: "unbounded" }), names.map(() => true))
        assert.deepStrictEqual([...(yield* two.read("id"))!.open].toSorted(), names)
        yield* one.modify("id", (known) => settle(known, undefined, issue(5)))
        assert.strictEqual((yield* two.read("id"))?.newest, 5)
        const [[key = "", value] = []] = yield* dump(server)
        assert.strictEqual(key, "latchkey:issues:id")
        assert.notInclude(String(value), "session-1")
      }))

    test("a forged value, and the value of another session, are none", () =>
      Effect.gen(function*() {
        const { server } = yield* startRedis()
        const { issues } = yield* openProcess(server)
        yield* issues.modify("one", (known) => settle(known, undefined, issue(5)))
        yield* send(server, "RENAME", "latchkey:issues:one", "latchkey:issues:two")
        yield* send(server, "SET", "latchkey:issues:three", "{}")
        for (const id of ["one", "two", "three"]) assert.isUndefined(yield* issues.read(id))
        assert.isTrue(yield* issues.modify("three", (known) => settle(known, undefined, issue(7))))
        assert.strictEqual((yield* issues.read("three"))?.newest, 7)
      }))
  })
}
