/**
 * Images that users and teams upload as `data:` URLs. Since 2026, the service stores them and answers with an address.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as base64url from "jose/base64url"
import { isObject } from "../wire/Json.ts"
import { type EmulatorResponse, type Refusal, refuse } from "./http.ts"
import * as random from "./random.ts"
import type { ProjectRow } from "./rows.ts"
import type { ServiceState } from "./ServiceState.ts"

/** The first bytes of the kinds of images that the service takes, in hexadecimal. */
const signatures: ReadonlyArray<readonly [extension: string, signature: RegExp]> = [
  ["png", /^89504e470d0a1a0a/],
  ["jpg", /^ffd8ff/],
  ["gif", /^47494638/],
  ["bmp", /^424d/],
  ["webp", /^52494646.{8}57454250/]
]

/** Returns the file extension of the image that a `data:` URL holds, or `undefined` if it holds none. */
const extensionOf = (dataUrl: string): string | undefined => {
  const [head] = /^data:image\/(?:png|jpg|jpeg|gif|bmp|webp);\s*base64,/.exec(dataUrl) ?? []
  if (head === undefined) return undefined
  const content = dataUrl.slice(head.length, head.length + 32)
  try {
    const start = base64url.decode(content.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""))
    const hex = Array.from(start, (byte) => byte.toString(16).padStart(2, "0")).join("")
    return signatures.find(([, signature]) => signature.test(hex))?.[0]
  } catch {
    return undefined
  }
}

/** Where stored images are, beside the API. */
const imagePath = /\/latchkey\/images\/([\w-]+)\.\w+$/

/**
 * Stores the profile image of a payload if it is a `data:` URL, and returns the payload with the address of the image. Fails
 * if the URL holds no image.
 *
 * @category conversion
 * @since 0.1.0
 */
export const storeImage = Effect.fnUntraced(function*<A>(
  project: ProjectRow,
  origin: string,
  payload: A
): Effect.fn.Return<A, Refusal> {
  const image = isObject(payload) ? payload["profileImageUrl"] : undefined
  if (project.generation === "2025" || typeof image !== "string") return payload
  return { ...payload, profileImageUrl: yield* storeDataUrl(project, origin, image) }
})

/**
 * Stores an image that is a `data:` URL, and returns its address. Returns any other URL as it is. Fails if the URL holds no image.
 *
 * @category conversion
 * @since 0.1.0
 */
export const storeDataUrl = Effect.fnUntraced(function*(
  project: ProjectRow,
  origin: string,
  image: string
): Effect.fn.Return<string, Refusal> {
  if (!image.startsWith("data:")) return image
  const extension = extensionOf(image)
  if (extension === undefined) return yield* refuse(400, "The URL does not hold a valid image")
  const id = yield* random.uuid
  project.images.set(id, image)
  return `${origin}/latchkey/images/${id}.${extension}`
})

/**
 * Returns `true` if an address is that of an image that the project stores.
 *
 * @category guards
 * @since 0.1.0
 */
export const isStoredImage = ({ images }: ProjectRow, address: string): boolean =>
  images.has(imagePath.exec(address)?.[1] ?? "")

/**
 * Answers a request for a stored image, or returns `undefined` for a request for anything else. The answer is an SVG document
 * around the image, since answers of the emulator are texts.
 *
 * @category handlers
 * @since 0.1.0
 */
export const handleImage = (state: ServiceState, path: string): EmulatorResponse | undefined => {
  const id = imagePath.exec(path)?.[1]
  if (id === undefined) return undefined
  for (const { images } of state.values()) {
    const image = images.get(id)
    if (image !== undefined) {
      return {
        status: 200,
        headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=31536000, immutable" },
        body: "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"256\" height=\"256\">" +
          `<image href="${image}" width="100%" height="100%" preserveAspectRatio="xMidYMid slice"/></svg>`
      }
    }
  }
  return { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "There is no such image" }
}
