/** Reads the emulator's request bodies over HTTP. */

/** The maximum request body size over HTTP, in bytes. A 2026 service rejects bodies above 10 MiB itself. */
export const maxBodySize = 16_000_000

/** The result for a larger body. */
export const bodyTooLarge: unique symbol = /*#__PURE__*/ Symbol("latchkey/emulator/bodyTooLarge")

/** Reads a body, at most up to `maxBodySize`. The result is `undefined` if the client disconnects. */
export type ReadBody<R> = (request: R) => Promise<string | typeof bodyTooLarge | undefined>

/** Reads a web request's body. */
export const readBody: ReadBody<Request> = async (request) => {
  if (request.bodyUsed) return undefined
  if (isDeclaredTooLarge(request.headers.get("content-length"))) {
    // Rejected if the body is locked or the client has disconnected.
    await request.body?.cancel().catch(() => undefined)
    return bodyTooLarge
  }
  if (request.body === null) return ""
  const collect = makeCollector()
  try {
    const reader = request.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return collect.end()
      if (collect.add(value)) continue
      await reader.cancel().catch(() => undefined)
      return bodyTooLarge
    }
  } catch {
    return undefined
  }
}

/** Returns `true` if the header `content-length` exceeds the limit. */
export const isDeclaredTooLarge = (contentLength: string | null | undefined): boolean =>
  contentLength != null && Number(contentLength) > maxBodySize

/** Creates a decoder for body chunks. `add` returns `false` if the body has become too large. */
export const makeCollector = () => {
  const decoder = new TextDecoder()
  let size = 0
  let text = ""
  return {
    add: (chunk: Uint8Array): boolean => {
      size += chunk.byteLength
      if (size > maxBodySize) {
        text = ""
        return false
      }
      text += decoder.decode(chunk, { stream: true })
      return true
    },
    end: (): string => text + decoder.decode()
  }
}
