/** The time of a replay of the largest recording that a recorder keeps by default. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, CurrentUser, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { Replay } from "latchkey/replay"
import { summarize } from "./measure.ts"
import { formatSummary, printHeader, printRow } from "./report.ts"
import { email, password } from "./variants.ts"

const layer = Client.layer(Emulator.clientOptions).pipe(
  Layer.provideMerge(Recorder.layer()),
  Layer.provide(TokenStore.layerMemory),
  Layer.provide(Emulator.layer())
)

/** A sign-up, and calls until the recording has 1,000 events. */
const record = Effect.gen(function*() {
  yield* Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  for (let calls = 0; calls < 197; calls++) yield* CurrentUser.get()
  return yield* Recorder.export
}).pipe(Effect.provide(layer))

/** Prints the wall time of each step in milliseconds. */
export const measureReplay = async (): Promise<void> => {
  const recording = await Effect.runPromise(record)
  const file = JSON.stringify(recording)
  const times: Record<string, Array<number>> = {}
  const time = async <A>(name: string, step: () => A | Promise<A>): Promise<A> => {
    const start = performance.now()
    const result = await step()
    ;(times[name] ??= []).push(performance.now() - start)
    return result
  }
  for (let round = 0; round < 20; round++) {
    const parsed = await time("Replay.parse", () => Effect.runSync(Replay.parse(JSON.parse(file))))
    await time("Replay.format", () => Replay.format(parsed))
    await time("Replay.check", () => Effect.runPromise(Replay.check(parsed)))
  }
  printHeader("the largest recording")
  printRow("events", [String(recording.events.length)])
  printRow("size, kB", [String(Math.round(file.length / 1000))])
  printHeader("the largest recording, steps", "wall, ms")
  for (const [name, values] of Object.entries(times)) printRow(name, [formatSummary(summarize(values))])
}
