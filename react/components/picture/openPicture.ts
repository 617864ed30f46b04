import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { CropArea, PictureSize } from "./cropGeometry.ts"
import { pictureTypes } from "./pictureTypes.ts"

/** The file is not a picture that the browser can read. */
export class PictureNotReadable extends Data.TaggedError("PictureNotReadable")<{ readonly message: string }> {}

/** The picture exceeds the service's limit even in the smallest size. */
export class PictureTooLarge extends Data.TaggedError("PictureTooLarge")<{ readonly message: string }> {}

/** A picture that was read from a file. */
export interface Picture extends PictureSize {
  /** The URL for an `img` element. It is valid until `close`. */
  readonly url: string
  /**
   * Draws a square from the picture, and returns it as a `data:` URL. A browser that cannot write the type returns a PNG.
   * Fails if the browser cannot draw.
   */
  readonly encode: (options: EncodeOptions) => Effect.Effect<string, PictureNotReadable>
  readonly close: () => void
}

export interface EncodeOptions {
  readonly area: CropArea
  /** The result's width and height in pixels. */
  readonly size: number
  readonly type: "image/webp" | "image/jpeg"
  /** Between 0 and 1. */
  readonly quality: number
}

/** Reads a picture from a file. Tests replace it, because it needs a browser that decodes pictures. */
export const OpenPicture: Context.Reference<
  (file: Blob, document: Document) => Effect.Effect<Picture, PictureNotReadable>
> = /*#__PURE__*/ Context.Reference("latchkey/react/OpenPicture", {
  defaultValue: () => (file, document) =>
    pictureTypes.includes(file.type)
      ? Effect.flatMap(
        Effect.sync(() => URL.createObjectURL(file)),
        (url) => Effect.onError(decode(url, document), () => Effect.sync(() => URL.revokeObjectURL(url)))
      )
      : notReadable(`Pictures of the type "${file.type}" are not supported`)
})

const notReadable = (message: string): Effect.Effect<never, PictureNotReadable> =>
  Effect.fail(new PictureNotReadable({ message }))

const decode = (url: string, document: Document): Effect.Effect<Picture, PictureNotReadable> => {
  const image = document.createElement("img")
  image.src = url
  return Effect.flatMap(
    Effect.tryPromise({
      try: () => image.decode(),
      catch: () => new PictureNotReadable({ message: "The browser could not decode the picture" })
    }),
    () =>
      image.naturalWidth === 0 || image.naturalHeight === 0
        ? notReadable("The picture is empty")
        : Effect.succeed({
          url,
          width: image.naturalWidth,
          height: image.naturalHeight,
          encode: (options: EncodeOptions) => draw(image, options),
          close: () => URL.revokeObjectURL(url)
        })
  )
}

const draw = (
  image: HTMLImageElement,
  { area: { side, x, y }, quality, size, type }: EncodeOptions
): Effect.Effect<string, PictureNotReadable> =>
  Effect.suspend(() => {
    const canvas = image.ownerDocument.createElement("canvas")
    canvas.width = size
    canvas.height = size
    const context = canvas.getContext("2d")
    if (context === null) return notReadable("The browser does not support canvas")
    if (type === "image/jpeg") {
      // JPEG has no transparency.
      context.fillStyle = "#fff"
      context.fillRect(0, 0, size, size)
    }
    context.imageSmoothingQuality = "high"
    context.drawImage(image, x, y, side, side, 0, 0, size, size)
    return Effect.try({
      try: () => canvas.toDataURL(type, quality),
      catch: () => new PictureNotReadable({ message: "The browser could not encode the picture" })
    })
  })

/** The maximum image URL length, in characters. The service rejects longer ones. */
export const maxUrlLength = 1_000_000

const sizes = [512, 384, 256]
const qualities = [0.9, 0.7, 0.5]

/**
 * Encodes a square from a picture as a `data:` URL, in WebP or JPEG. Reduces the quality and then the size until the URL is
 * within the service's limit.
 */
export const encodePicture = (picture: Picture, area: CropArea): Effect.Effect<
  string,
  PictureNotReadable | PictureTooLarge
> =>
  Effect.gen(function*() {
    for (const size of sizes) {
      for (const quality of qualities) {
        const url = yield* encodeOnce(picture, { area, size, quality })
        if (url.length <= maxUrlLength) return url
      }
    }
    return yield* new PictureTooLarge({ message: `The picture exceeds ${maxUrlLength} characters as a data URL` })
  })

/** Encodes as WebP, or as JPEG in browsers that cannot write WebP. */
const encodeOnce = (picture: Picture, options: Omit<EncodeOptions, "type">) =>
  Effect.flatMap(
    picture.encode({ ...options, type: "image/webp" }),
    (url) =>
      url.startsWith("data:image/webp") ? Effect.succeed(url) : picture.encode({ ...options, type: "image/jpeg" })
  )
