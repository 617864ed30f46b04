/** Several projects in one program: services by tenant, as in docs/servers.md. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as LayerMap from "effect/LayerMap"
import * as Redacted from "effect/Redacted"
import { Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication, Users } from "latchkey/server"
import { otherProject } from "../emulator/support.ts"

const { id, ...keys } = otherProject
const tenants = { ada: Emulator.serverOptions, bob: { projectId: id, ...keys } }

type Tenant = ReturnType<typeof readTenant>

const readTenant = (name: keyof typeof tenants) => {
  const { projectId, secretServerKey } = tenants[name]
  return {
    projectId,
    secretServerKey: Redacted.make(Redacted.value(secretServerKey)),
    origin: `https://${name}.example.com`
  }
}

describe("a LayerMap of Authentication", () => {
  it.effect("builds the services of a tenant once, and keeps tenants apart", () => {
    const built: Array<string> = []
    const sent: Array<unknown> = []
    class TenantAuth extends LayerMap.Service<TenantAuth>()("test/TenantAuth", {
      lookup: (tenant: Tenant) => {
        built.push(tenant.projectId)
        return Authentication.layer(tenant)
      },
      idleTimeToLive: "1 hour"
    }) {}
    const transport = Layer.effect(
      Transport,
      Effect.map(Transport, (send): Transport => (request) => {
        sent.push(request.headers["x-stack-project-id"])
        return send(request)
      })
    )
    const layer = TenantAuth.layer.pipe(
      Layer.provideMerge(transport),
      Layer.provideMerge(Emulator.layer({ projects: [otherProject] }))
    )
    return Effect.gen(function*() {
      // Each request reads the tenant again.
      const inTenant = (name: keyof typeof tenants) => Effect.provide(TenantAuth.get(readTenant(name)))
      yield* inTenant("ada")(Users.create({ displayName: "Ada" }))
      const names = Effect.map(Users.list(), ({ items }) => items.map(({ displayName }) => displayName))
      assert.deepStrictEqual(yield* inTenant("ada")(names), ["Ada"])
      assert.deepStrictEqual(yield* inTenant("bob")(names), [])
      const { projectId } = Emulator.serverOptions
      assert.deepStrictEqual(built, [projectId, id])
      assert.deepStrictEqual(sent, [projectId, projectId, id])
    }).pipe(Effect.provide(layer))
  })
})
