import { describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Json } from "latchkey"
import { type Teams, type Users, Webhooks } from "latchkey/server"

declare const event: Webhooks.WebhookEvent

describe("a webhook event", () => {
  it("is narrowed by its type", () => {
    switch (event.type) {
      case "user.created":
      case "user.updated":
        return expectTypeOf(event.data).toEqualTypeOf<Users.ServerUser>()
      case "user.deleted":
        return expectTypeOf(event.data.teams).toEqualTypeOf<ReadonlyArray<{ readonly id: string }>>()
      case "team.created":
      case "team.updated":
        return expectTypeOf(event.data).toEqualTypeOf<Teams.ServerTeam>()
      case "team.deleted":
        return expectTypeOf(event.data).toEqualTypeOf<{ readonly id: string }>()
      case "team_membership.created":
      case "team_membership.deleted":
        return expectTypeOf(event.data).toEqualTypeOf<{ readonly teamId: string; readonly userId: string }>()
      case "team_permission.created":
      case "team_permission.deleted":
        return expectTypeOf(event.data.teamId).toEqualTypeOf<string>()
      case "project_permission.created":
      case "project_permission.deleted":
        return expectTypeOf(event.data.userId).toEqualTypeOf<string>()
      case "unknown":
        return expectTypeOf(event.name).toEqualTypeOf<string>()
      case "undecodable":
        expectTypeOf(event.name).toEqualTypeOf<Webhooks.WebhookType>()
        return expectTypeOf(event.data).toEqualTypeOf<Json>()
      default:
        return expectTypeOf(event).toBeNever()
    }
  })
})

describe("Webhooks", () => {
  it("fail with WebhookInvalid only, and need no service", () => {
    expectTypeOf(Webhooks.verify({ headers: {} }, "whsec_")).toEqualTypeOf<
      Effect.Effect<Webhooks.WebhookEvent, Webhooks.WebhookInvalid>
    >()
    const respond = Webhooks.handler("whsec_", () => Effect.fail("no"))
    expectTypeOf(respond).returns.toEqualTypeOf<Effect.Effect<Response>>()
    expectTypeOf(respond).toBeCallableWith(new Request("https://app.example.com/"))
  })
})
