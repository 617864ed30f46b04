// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { CurrentUser } from "latchkey"
import { ProfileSettings } from "latchkey/react"
import { OAuthProviders, Users } from "latchkey/server"
import { OpenPicture, type Picture, PictureNotReadable } from "../../../react/components/picture/openPicture.ts"
import { layer } from "../../pages/support.ts"
import {
  alert,
  button,
  enter,
  faults,
  field,
  focused,
  mount,
  press,
  settle,
  text,
  type,
  until
} from "../pages/support.tsx"
import { hasPart, me, refreshed, settings, shownTo } from "./support.tsx"

/** A picture of 400 by 200 pixels, whose data URL names the crop. */
const makePicture = (encode?: Picture["encode"]) => {
  const picture: Picture & { isClosed: boolean } = {
    url: "blob:picture",
    width: 400,
    height: 200,
    isClosed: false,
    encode: encode ??
      (({ area: { side, x, y }, size }) =>
        Effect.succeed(`data:image/webp;base64,${pixels}${btoa(`${x},${y},${side},${size}`)}`)),
    close: () => {
      picture.isClosed = true
    }
  }
  return picture
}

/** The start of a WebP file. */
const pixels = btoa("RIFFxxxxWEBP")

/** The crop that the fake picture wrote into its URL. */
const cropOf = (url: string | null) => atob(url!.slice(`data:image/webp;base64,${pixels}`.length))

const withPicture = (picture: Picture) => Effect.provideService(OpenPicture, () => Effect.succeed(picture))

const chooseFile = Effect.promise(async () => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!
  const file = new File(["pixels"], "me.png", { type: "image/png" })
  Object.defineProperty(input, "files", { configurable: true, value: [file] })
  fireEvent.change(input)
})

const area = () => document.querySelector<HTMLElement>("[data-latchkey~=\"crop-area\"]")!

const cropShown = Effect.andThen(until(() => hasPart("crop-area")), settle)

/** A project of 2025 returns the URLs that it was sent. */
const project = layer({ generation: "2025" })

describe("ProfileSettings", () => {
  it.effect("changes the name, and shows that it is saved when the new value is shown", () =>
    Effect.gen(function*() {
      yield* settings()
      yield* text("Not set")
      yield* press("Change")
      yield* settle
      assert.strictEqual(focused(), field("Name"))
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Name", " Ada ")
      yield* enter("Name")
      yield* refreshed
      yield* text("Saved")
      yield* text("Ada")
      assert.strictEqual(focused(), button("Change"))
      assert.strictEqual((yield* me).displayName, "Ada")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("removes a blank name", () =>
    Effect.gen(function*() {
      yield* shownTo(<ProfileSettings />)
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* refreshed
      yield* press("Change")
      yield* type("Name", "  ")
      yield* enter("Name")
      yield* refreshed
      assert.isNull((yield* me).displayName)
      yield* text("Not set")
    }).pipe(Effect.provide(layer())))

  it.effect("shows a name that another tab changed, unless the user is editing", () =>
    Effect.gen(function*() {
      yield* shownTo(<ProfileSettings />)
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* refreshed
      yield* text("Ada")
      yield* press("Change")
      assert.strictEqual(field("Name").value, "Ada")
      yield* type("Name", "Countess")
      yield* CurrentUser.update({ displayName: "Augusta" })
      yield* refreshed
      assert.strictEqual(field("Name").value, "Countess")
    }).pipe(Effect.provide(layer())))

  it.effect("crops the middle of a picture, and saves it as a data URL", () =>
    Effect.gen(function*() {
      const picture = makePicture()
      yield* Effect.gen(function*() {
        yield* shownTo(<ProfileSettings />)
        assert.include(
          document.querySelector("[data-latchkey~=picture]")!.innerHTML,
          "image/png,image/jpeg,image/gif,image/webp"
        )
        yield* chooseFile
        yield* cropShown
        assert.deepStrictEqual(yield* faults, [])
        yield* press("Use picture")
        yield* refreshed
        assert.isFalse(hasPart("crop-area"))
        assert.isTrue(picture.isClosed)
        assert.strictEqual(cropOf((yield* me).profileImageUrl), "100,0,200,512")
        assert.strictEqual(
          document.querySelector("[data-latchkey~=avatar] img")!.getAttribute("src"),
          (yield* me).profileImageUrl
        )
      }).pipe(withPicture(picture))
    }).pipe(Effect.provide(project)))

  it.effect("moves a picture with the pointer and the arrow keys, and zooms it", () =>
    Effect.gen(function*() {
      yield* Effect.gen(function*() {
        yield* shownTo(<ProfileSettings />)
        yield* chooseFile
        yield* cropShown
        yield* Effect.promise(async () => {
          Object.defineProperty(area(), "clientWidth", { value: 256 })
          // A quarter of the square: 50 of 200 pixels.
          fireEvent.pointerDown(area(), { clientX: 10, clientY: 10 })
          fireEvent.pointerMove(area(), { clientX: 74, clientY: 10 })
          fireEvent.pointerUp(area(), { clientX: 74, clientY: 10 })
          fireEvent.pointerMove(area(), { clientX: 200, clientY: 10 })
          for (let count = 0; count < 5; count++) fireEvent.keyDown(area(), { key: "ArrowLeft" })
        })
        yield* settle
        yield* press("Use picture")
        yield* refreshed
        assert.strictEqual(cropOf((yield* me).profileImageUrl), "70,0,200,512")
        yield* chooseFile
        yield* cropShown
        yield* Effect.promise(async () => void fireEvent.input(field("Zoom"), { target: { value: "2" } }))
        yield* press("Use picture")
        yield* refreshed
        assert.strictEqual(cropOf((yield* me).profileImageUrl), "150,50,100,512")
      }).pipe(withPicture(makePicture()))
    }).pipe(Effect.provide(project)))

  it.effect("reduces the quality and the size until the service accepts the picture", () =>
    Effect.gen(function*() {
      const tried: Array<string> = []
      const picture = makePicture(({ quality, size, type }) => {
        tried.push(`${type} ${size} ${quality}`)
        const isSmall = size === 384 && quality < 0.9
        return Effect.succeed(`data:image/webp;base64,${pixels}${isSmall ? "" : "A".repeat(1_000_000)}`)
      })
      yield* Effect.gen(function*() {
        yield* shownTo(<ProfileSettings />)
        yield* chooseFile
        yield* cropShown
        yield* press("Use picture")
        yield* refreshed
      }).pipe(withPicture(picture))
      assert.deepStrictEqual(tried, [
        "image/webp 512 0.9",
        "image/webp 512 0.7",
        "image/webp 512 0.5",
        "image/webp 384 0.9",
        "image/webp 384 0.7"
      ])
      assert.isNotNull((yield* me).profileImageUrl)
    }).pipe(Effect.provide(project)))

  it.effect("encodes as JPEG in a browser without WebP", () =>
    Effect.gen(function*() {
      const picture = makePicture(({ type }) =>
        Effect.succeed(type === "image/jpeg" ? "data:image/jpeg;base64,/9j/" : "data:image/png;base64,iVBORw0KGgo=")
      )
      yield* Effect.gen(function*() {
        yield* shownTo(<ProfileSettings />)
        yield* chooseFile
        yield* cropShown
        yield* press("Use picture")
        yield* refreshed
      }).pipe(withPicture(picture))
      assert.match((yield* me).profileImageUrl!, /^data:image\/jpeg/)
    }).pipe(Effect.provide(project)))

  it.effect("explains that a picture is too large in every size, and stays in the dialog", () =>
    Effect.gen(function*() {
      const picture = makePicture(() => Effect.succeed(`data:image/webp;base64,${"A".repeat(1_000_000)}`))
      yield* Effect.gen(function*() {
        yield* shownTo(<ProfileSettings />)
        yield* chooseFile
        yield* cropShown
        yield* press("Use picture")
        yield* settle
        assert.strictEqual(yield* alert, "This picture is too large. Choose a smaller one.")
        yield* press("Cancel")
        yield* settle
        assert.isTrue(picture.isClosed)
        assert.isFalse(hasPart("crop-area"))
      }).pipe(withPicture(picture))
      assert.isNull((yield* me).profileImageUrl)
    }).pipe(Effect.provide(project)))

  it.effect("explains that a file is not a picture", () =>
    Effect.gen(function*() {
      yield* shownTo(<ProfileSettings />)
      yield* chooseFile
      assert.strictEqual(yield* alert, "Choose a PNG, JPEG, GIF or WebP file.")
      assert.isFalse(hasPart("crop-area"))
    }).pipe(
      Effect.provideService(OpenPicture, () => Effect.fail(new PictureNotReadable({ message: "Not a picture" }))),
      Effect.provide(project)
    ))

  it.effect("refuses files of other types without reading them", () =>
    Effect.gen(function*() {
      const open = yield* OpenPicture
      const error = yield* Effect.flip(open(new Blob(["<svg/>"], { type: "image/svg+xml" }), document))
      assert.strictEqual(error._tag, "PictureNotReadable")
    }))

  it.effect("removes the picture, and restores it", () =>
    Effect.gen(function*() {
      const url = `data:image/webp;base64,${pixels}`
      yield* shownTo(<ProfileSettings />)
      yield* CurrentUser.update({ profileImageUrl: url })
      yield* refreshed
      yield* press("Remove picture")
      yield* refreshed
      assert.isNull((yield* me).profileImageUrl)
      yield* text(/^Picture removed\./)
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Undo")
      yield* refreshed
      assert.strictEqual((yield* me).profileImageUrl, url)
      assert.notInclude(document.body.textContent, "Picture removed.")
    }).pipe(Effect.provide(project)))

  it.effect("offers no undo for a picture of an OAuth provider, which clients cannot set", () =>
    Effect.gen(function*() {
      yield* shownTo(<ProfileSettings />)
      const { id } = yield* me
      yield* OAuthProviders.create({
        userId: id,
        providerConfigId: "github",
        accountId: "1",
        allowSignIn: true,
        allowConnectedAccounts: false
      })
      yield* Users.update(id, { profileImageUrl: "https://github.example/ada.png" })
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* refreshed
      yield* press("Remove picture")
      yield* refreshed
      yield* text("Picture removed.")
      assert.isFalse(hasPart("undo"))
    }).pipe(Effect.provide(layer())))

  it.effect("renders nothing without a user", () =>
    Effect.gen(function*() {
      const { container } = yield* mount(<ProfileSettings />)
      yield* settle
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer())))
})
