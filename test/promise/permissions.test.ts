import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Emulator } from "latchkey/emulator"
import { Auth, Client, TokenStore, Transport } from "latchkey/promise"
import { ada } from "./support.ts"

describe("permissions", () => {
  it("are requested once for twenty checks in one tick, even if they are a client's first calls", async () => {
    const sent: Array<string> = []
    const transport = Layer.effect(
      Transport,
      Effect.map(Emulator.Emulator, ({ handle }): Transport => (request) =>
        Effect.suspend(() => {
          sent.push(`${request.method} ${new URL(request.url).pathname}`)
          return Effect.map(
            handle(request),
            ({ body = "", headers, status }) => ({ status, body, header: (name: string) => headers[name] })
          )
        }))
    )
    const world = ManagedRuntime.make(
      Layer.merge(transport, TokenStore.layerMemory).pipe(Layer.provideMerge(Emulator.layerWithoutTransport()))
    )
    const services = Layer.effectContext(world.contextEffect)
    const make = () => Auth.fromLayer(Layer.provideMerge(Client.layer(Emulator.clientOptions), services))

    await using auth = make()
    await auth.orThrow.Password.signUp(ada)
    const { id: teamId } = await auth.orThrow.Teams.create({ displayName: "Engines" })
    const ids = ["$update_team", "$delete_team", "$read_members", "nothing_of_the_kind"]
    const questions = Array.from({ length: 20 }, (_, index) => ({ teamId, permissionId: ids[index % 4]! }))
    await using unused = make()
    for (const { orThrow } of [auth, unused]) {
      sent.length = 0
      const answers = await Promise.all(questions.map(orThrow.Permissions.hasInTeam))
      assert.deepStrictEqual(answers, questions.map(({ permissionId }) => permissionId !== "nothing_of_the_kind"))
      assert.deepStrictEqual(sent, ["GET /api/v1/team-permissions"])
    }
    await world.dispose()
  })
})
