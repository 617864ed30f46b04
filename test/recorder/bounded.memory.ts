/** The memory of a recorder is bounded by its options. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Client, Project, TokenStore, Transport } from "latchkey"
import { Recorder } from "latchkey/recorder"
import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

const megabyte = 2 ** 20

/** Returns the used memory. Node keeps strings of more than 1 MB outside of the heap. */
const readMemory = async (): Promise<number> => {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    // Buffers are released after the step that collects them.
    await setImmediate()
  }
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

/** Runs a test with a client and a recorder. The service answers each call with a new body, whose length depends on its number. */
const withRecorder = async (
  options: Recorder.RecorderOptions,
  bodyLength: (call: number) => number,
  test: (call: (times: number) => Promise<void>, record: () => Promise<Recorder.Recording>) => Promise<void>
): Promise<void> => {
  let calls = 0
  const transport: Transport = () =>
    Effect.sync(() => ({
      status: 400,
      header: () => undefined,
      // A string of its own: `padEnd` would share the memory of its padding.
      body: Buffer.alloc(bodyLength(++calls), `call ${calls} `).toString("latin1")
    }))
  const runtime = ManagedRuntime.make(
    Client.layer({ projectId: "11111111-2222-4333-8444-555555555555", publishableClientKey: "pck_x" }).pipe(
      Layer.provideMerge(Recorder.layer(options)),
      Layer.provide(TokenStore.layerMemory),
      Layer.provide(Layer.succeed(Transport, transport))
    )
  )
  const call = async (times: number) => {
    // A fiber for each call: vitest keeps data of all steps of a fiber until it ends.
    for (; times > 0; times--) await runtime.runPromiseExit(Project.get)
  }
  await test(call, () => runtime.runPromise(Recorder.export))
  await runtime.dispose()
}

describe("the memory of a recorder", () => {
  it(
    "has at most 100 events after 100,000 calls with a capacity of 100",
    () =>
      withRecorder({ capacity: 100 }, () => 100, async (call, record) => {
        await call(1000)
        const before = await readMemory()
        await call(99_000)
        assert.isBelow((await readMemory()) - before, 2 * megabyte)
        const { events, start } = await record()
        assert.lengthOf(events, 100)
        assert.isAbove(start.dropped, 300_000)
      })
  )

  it(
    "a recorder frees the body of a dropped event",
    () =>
      withRecorder({ maxBodyLength: 2 * megabyte }, () => megabyte, async (call, record) => {
        await call(10)
        const before = await readMemory()
        // All bodies have 200 MB.
        await call(200)
        assert.isBelow((await readMemory()) - before, megabyte)
        const { events, start } = await record()
        assert.isAtLeast(start.dropped, 500)
        assert.lengthOf(events.filter(({ type }) => type === "ResponseReceived"), 2)
      })
  )

  it(
    "keeps no body that is longer than maxBodyLength",
    () =>
      withRecorder({ maxBodyLength: megabyte }, (call) => call === 3 ? 4 * megabyte : 10, async (call, record) => {
        await call(2)
        const before = await readMemory()
        await call(1)
        assert.isBelow((await readMemory()) - before, megabyte)
        assert.deepStrictEqual((await record()).events.map(({ type }) => type), ["CallEnded"])
      })
  )
})
