/** A small app, written like any program that uses the library. Its URL selects the content. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { Project } from "latchkey"
import { layerHttpClient } from "latchkey/http"
import { run } from "./client.ts"
import { line } from "./dom.ts"
import { handler } from "./handler.ts"
import { home } from "./home.ts"
import { members } from "./members.ts"

const { pathname } = location

const requests = Effect.map(
  Effect.all(Array.from({ length: 50 }, () => Project.get)),
  ({ length }) => `${length} done`
)

const overHttpClient = Layer.provide(layerHttpClient, FetchHttpClient.layer)

if (pathname.startsWith("/handler/")) handler()
else if (pathname === "/members") members()
// A page with an unused client.
else if (pathname === "/quiet") line(await run(Effect.succeed("Nothing to do")))
// Pages that send many requests, over either transport.
else if (pathname === "/requests") line(await run(requests))
else if (pathname === "/requests/http-client") line(await run(Effect.provide(requests, overHttpClient)))
else home()
