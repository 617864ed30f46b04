import { describe, expectTypeOf, it } from "@effect/vitest"
import { type NotificationPreferences } from "latchkey"
type Preference = NotificationPreferences.NotificationPreference

describe("NotificationPreferences", () => {
  it("a preference has these fields", () => {
    expectTypeOf<Preference>().toEqualTypeOf<{
      readonly notificationCategoryId: string
      readonly notificationCategoryName: string
      readonly enabled: boolean
      readonly canDisable: boolean
    }>()
  })
})
