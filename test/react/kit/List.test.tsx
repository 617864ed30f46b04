// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { List } from "../../../react/kit/List.tsx"
import { Row } from "../../../react/kit/Section.tsx"
import { RelativeTime, Time } from "../../../react/kit/Time.tsx"
import { layer } from "../../pages/support.ts"
import { faults, focused, mount, press, settle, text } from "../pages/support.tsx"

const makeItems = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

const show = (count: number) =>
  Effect.andThen(
    mount(
      <main>
        <List
          label="People"
          items={makeItems(count)}
          none="People appear here."
          textOf={({ id }) => `Person ${id}${id === 7 ? " José Álvarez" : ""}`}
          action={<button type="button">Invite</button>}
        >
          {({ id }) => <Row key={id} name="member" title={`Person ${id}`} />}
        </List>
      </main>
    ),
    settle
  )

const rows = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent.trim())

const searchField = () => screen.queryByRole<HTMLInputElement>("searchbox", { name: "Search" })

const search = (value: string) =>
  Effect.andThen(
    Effect.promise(async () => void fireEvent.change(searchField()!, { target: { value } })),
    settle
  )

const status = () => screen.getByRole("status").textContent

describe("List", () => {
  it.effect("shows all rows of a short list, without a search", () =>
    Effect.gen(function*() {
      yield* show(19)
      assert.lengthOf(rows(), 19)
      assert.isNull(searchField())
      assert.strictEqual(status(), "")
    }).pipe(Effect.provide(layer())))

  it.effect("has a search from 20 rows on, which ignores case and diacritics", () =>
    Effect.gen(function*() {
      yield* show(20)
      assert.isNull(screen.queryByText("Show more"))
      yield* search("JOSE alv")
      assert.deepStrictEqual(rows(), ["Person 7"])
      assert.strictEqual(status(), "1 result")
      yield* search("nobody")
      assert.deepStrictEqual(rows(), [])
      assert.strictEqual(status(), "No results")
      assert.deepStrictEqual(yield* faults, [])
      yield* search("  ")
      assert.lengthOf(rows(), 20)
    }).pipe(Effect.provide(layer())))

  it.effect("shows 20 more rows on request, and moves the focus to the first new one", () =>
    Effect.gen(function*() {
      yield* show(45)
      assert.lengthOf(rows(), 20)
      assert.strictEqual(status(), "Showing 20 of 45")
      yield* press("Show more")
      yield* settle
      assert.lengthOf(rows(), 40)
      assert.strictEqual(focused()?.textContent.trim(), "Person 21")
      yield* press("Show more")
      yield* settle
      assert.lengthOf(rows(), 45)
      assert.strictEqual(focused()?.textContent.trim(), "Person 41")
      assert.strictEqual(status(), "Showing 45 of 45")
      assert.isNull(screen.queryByText("Show more"))
      yield* search("person 1")
      assert.strictEqual(status(), "11 results")
    }).pipe(Effect.provide(layer())))

  it.effect("explains an empty list beside its action", () =>
    Effect.gen(function*() {
      yield* show(0)
      yield* text("People appear here.")
      assert.isNotNull(screen.getByText("Invite"))
      assert.isNull(screen.queryByRole("list"))
    }).pipe(Effect.provide(layer())))
})

describe("Time", () => {
  const shownAfter = (duration: `${number} ${"seconds" | "days"}`) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(0)
      yield* TestClock.adjust(duration)
      const app = yield* mount(<RelativeTime date={new Date(0)} text={(date) => `Used ${date}`} />)
      yield* settle
      return app.container.textContent
    }).pipe(Effect.provide(layer()), Effect.scoped)

  it.effect("shows the largest unit of the time that has passed", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* shownAfter("59 seconds"), "Used now")
      assert.strictEqual(yield* shownAfter("60 seconds"), "Used 1 minute ago")
      assert.strictEqual(yield* shownAfter("7199 seconds"), "Used 1 hour ago")
      assert.strictEqual(yield* shownAfter("1 days"), "Used 1 day ago")
      assert.strictEqual(yield* shownAfter("29 days"), "Used 29 days ago")
      assert.strictEqual(yield* shownAfter("364 days"), "Used 12 months ago")
      assert.strictEqual(yield* shownAfter("800 days"), "Used 2 years ago")
    }))

  it.effect("has the date with the time as its title", () =>
    Effect.gen(function*() {
      const { container } = yield* mount(
        <Time date={new Date("2026-12-24T12:00:00")} text={(date) => `Expires ${date}`} />
      )
      yield* settle
      const time = container.querySelector("time")!
      assert.strictEqual(time.textContent, "Expires Dec 24, 2026")
      assert.match(time.title, /^Dec 24, 2026, 12:00.PM$/)
      assert.strictEqual(time.dateTime, new Date("2026-12-24T12:00:00").toISOString())
    }).pipe(Effect.provide(layer())))
})
