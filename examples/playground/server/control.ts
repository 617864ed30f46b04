/** The server of the control API, used by the page's inbox and fault switches. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { json } from "node:stream/consumers"
import { control, type Faults, networks, type Rules } from "../contract.ts"
import type { Service } from "./service.ts"

/** Handles a request to the control API. */
export const handleControl = async (
  service: Service,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const end = (status: number, text = "") => response.writeHead(status, { "content-type": "text/plain" }).end(text)
  const path = request.url?.split("?")[0]
  if (request.method === "GET" && path === control.events) return stream(service, response)
  // Requires JSON, so that requests from other origins need a CORS preflight, which always fails.
  if (request.headers["content-type"] !== "application/json") {
    end(415, "The content type must be application/json")
    return
  }
  const body = await readJson(request)
  if (request.method === "PUT" && path === control.faults && isFaults(body)) {
    service.setFaults(body)
    end(204)
  } else if (request.method === "PUT" && path === control.rules && isRules(body)) {
    await service.setRules(body)
    end(204)
  } else if (request.method === "POST" && path === control.revoke && isRevocation(body)) {
    await service.revoke(body.userId)
    end(204)
  } else {
    end(400, "Unknown request")
  }
}

/** Sends a snapshot immediately and after every change. */
const stream = async (service: Service, response: ServerResponse): Promise<void> => {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const send = async () => {
    response.write(`data: ${JSON.stringify(await service.snapshot())}\n\n`)
  }
  const stop = service.onChange(send)
  response.once("close", stop)
  await send()
}

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  try {
    return await json(request)
  } catch {
    return undefined
  }
}

const isRevocation = (body: unknown): body is { readonly userId: string } =>
  typeof body === "object" && body !== null && "userId" in body && typeof body.userId === "string"

const isRules = (body: unknown): body is Rules =>
  typeof body === "object" && body !== null && "requireEmailVerification" in body &&
  typeof body.requireEmailVerification === "boolean"

const isFaults = (body: unknown): body is Faults =>
  typeof body === "object" && body !== null && "network" in body && "clockAheadMinutes" in body &&
  networks.some((network) => network === body.network) && Number.isFinite(body.clockAheadMinutes)
