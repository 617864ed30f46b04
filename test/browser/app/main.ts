/** A small app, written as any user of the library would write it. Its address says what is shown. */
import * as Effect from "effect/Effect"
import { run } from "./client.ts"
import { line } from "./dom.ts"
import { handler } from "./handler.ts"
import { home } from "./home.ts"
import { members } from "./members.ts"

const { pathname } = location

if (pathname.startsWith("/handler/")) handler()
else if (pathname === "/members") members()
// A page that has a client, and asks it nothing.
else if (pathname === "/quiet") line(await run(Effect.succeed("Nothing to do")))
else home()
