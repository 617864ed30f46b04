/** Images that users and teams upload as `data:` URLs. Since 2026, the service stores them and returns their URL. */
import * as Effect from "effect/Effect"
import * as base64url from "jose/base64url"
import { isObject } from "../../wire/Json.ts"
import { type EmulatorResponse, makeTextResponse, reject } from "../requests/http.ts"
import * as random from "../state/random.ts"
import type { ProjectRow } from "../state/rows.ts"
import type { ServiceState } from "../state/ServiceState.ts"

/** The supported image formats' file signatures, in hexadecimal. */
const signatures: ReadonlyArray<readonly [extension: string, signature: RegExp]> = [
  ["png", /^89504e470d0a1a0a/],
  ["jpg", /^ffd8ff/],
  ["gif", /^47494638/],
  ["bmp", /^424d/],
  ["webp", /^52494646.{8}57454250/]
]

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

const imagePath = /\/latchkey\/images\/([\w-]+)\.\w+$/

/** Stores a payload's profile image if it is a `data:` URL, and replaces it with its new URL. */
export const storeImage = Effect.fnUntraced(function*<A>(project: ProjectRow, origin: string, payload: A) {
  const image = isObject(payload) ? payload["profileImageUrl"] : undefined
  if (project.generation === "2025" || typeof image !== "string") return payload
  if (!/^(?:https?|data):/i.test(image)) return yield* reject(400, "The profile image URL is invalid")
  return { ...payload, profileImageUrl: yield* storeDataUrl(project, origin, image) }
})

/** Stores a `data:` URL's image and returns its new URL. Fails without an image. Other URLs are returned unchanged. */
export const storeDataUrl = Effect.fnUntraced(function*(project: ProjectRow, origin: string, image: string) {
  if (!image.startsWith("data:")) return image
  const extension = extensionOf(image)
  if (extension === undefined) return yield* reject(400, "The data URL does not contain a valid image")
  const id = yield* random.uuid
  project.images.set(id, image)
  return `${origin}/latchkey/images/${id}.${extension}`
})

/** Returns `true` if a URL points to an image stored by the project. */
export const isStoredImage = ({ images }: ProjectRow, address: string): boolean =>
  images.has(imagePath.exec(address)?.[1] ?? "")

/** Handles a request for a stored image. The response is an SVG document that embeds it, because bodies are strings. */
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
  return makeTextResponse(404, "Image not found")
}
