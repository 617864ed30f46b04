/** The parts of Hono that middleware sees: the context, whose responses merge, and the chain of handlers. */
import type { HonoContext, RequestAuth } from "latchkey/hono"

/** As Hono's `Context`: the headers of a replaced response are copied over those of the new one. */
export class FakeContext implements HonoContext {
  readonly req: { readonly raw: Request }
  readonly variables = new Map<string, unknown>()
  #res: Response | undefined

  constructor(raw: Request) {
    this.req = { raw }
  }

  get res(): Response {
    return this.#res ??= new Response("404 Not Found", { status: 404 })
  }

  set res(response: Response | undefined) {
    const old = this.#res
    if (old !== undefined && response !== undefined) {
      response = new Response(response.body, response)
      for (const [name, value] of old.headers) {
        if (name === "content-type") continue
        if (name === "set-cookie") {
          response.headers.delete("set-cookie")
          for (const line of old.headers.getSetCookie()) response.headers.append("set-cookie", line)
        } else response.headers.set(name, value)
      }
    }
    this.#res = response
  }

  get isFinalized(): boolean {
    return this.#res !== undefined
  }

  set(name: "auth", value: RequestAuth): void {
    this.variables.set(name, value)
  }
}

export type FakeHandler = (context: FakeContext, next: () => Promise<void>) => Promise<Response | void>

/** Runs handlers as Hono's `compose`. */
export const compose = (
  handlers: ReadonlyArray<FakeHandler>,
  onError: (error: Error, context: FakeContext) => Response
) => {
  const dispatch = async (context: FakeContext, index: number): Promise<void> => {
    let isError = false
    let response: Response | void
    try {
      response = await handlers[index]?.(context, () => dispatch(context, index + 1))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      isError = true
      response = onError(error, context)
    }
    if (response !== undefined && (!context.isFinalized || isError)) context.res = response
  }
  return async (request: Request): Promise<Response> => {
    const context = new FakeContext(request)
    await dispatch(context, 0)
    return context.res
  }
}
